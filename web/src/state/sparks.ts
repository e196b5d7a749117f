import type { Process } from "../api/types.ts";

/** The last of what a process used, a value a second while somebody looks. */
export interface Spark {
  readonly cpu: readonly number[];
  readonly memory: readonly number[];
}

const VALUES_MAX = 40;
const sparks = new Map<string, { cpu: number[]; memory: number[] }>();
const NONE: Spark = { cpu: [], memory: [] };

export function sparkOf(id: string): Spark {
  return sparks.get(id) ?? NONE;
}

export function takeSparks(processes: ReadonlyMap<string, Process>): void {
  for (const [id, { usage, status }] of processes) {
    if (usage === undefined || status !== "running") continue;
    const spark = sparks.get(id) ?? { cpu: [], memory: [] };
    push(spark.cpu, usage.cpu_percent);
    push(spark.memory, usage.memory_bytes);
    sparks.set(id, spark);
  }
}

export function forgetSparks(processes: ReadonlyMap<string, Process>): void {
  for (const id of sparks.keys()) if (!processes.has(id)) sparks.delete(id);
}

function push(values: number[], value: number): void {
  values.push(value);
  if (values.length > VALUES_MAX) values.shift();
}
