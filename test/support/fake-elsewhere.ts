import { appendFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { BellhopError } from "../../src/core/errors.ts";
import type { ProcessSpec } from "../../src/core/record.ts";
import type { Contact, Elsewhere, ElsewhereEntry, Place } from "../../src/ports/elsewhere.ts";
import { EnvironmentError } from "../../src/ports/environment.ts";
import type { ProcessEntry } from "../../src/ports/process-table.ts";
import type { Usability } from "../../src/ports/environment.ts";

/** The pid of the first process there; the next has the next one. */
const FIRST_PID = 100;

/** A process there, as the test sets it. */
export interface FakeJob {
  readonly place: Place;
  readonly spec: ProcessSpec;
  readonly pid: number;
  /** What lives of it. A signal that ends one takes it out. */
  tree: ElsewhereEntry[];
  tell: ((contact: Contact) => void) | null;
}

/**
 * Environments that are not there: a test prints, ends, loses and finds their processes. What a mirror leaves here is left here,
 * in the same form. It writes down how it is called.
 */
export class FakeElsewhere implements Elsewhere {
  readonly calls: string[] = [];
  readonly jobs = new Map<string, FakeJob>();
  readonly typed: string[] = [];
  /** While it is set, every call that needs the environment fails with this sentence. */
  unreachable: string | null = null;
  /** What the next launch fails with. */
  launchError: BellhopError | null = null;
  /** Called in a launch, when `running` is here and nothing is there. */
  onLaunch: () => void = () => undefined;
  /** How many bytes one write takes. */
  takes = Number.POSITIVE_INFINITY;
  notes: readonly string[] = [];
  /** Signals that nobody survives. */
  deadly: ReadonlySet<string> = new Set(["SIGTERM", "SIGKILL"]);

  check(environment: string): void {
    if (!environment.includes(":"))
      throw new BellhopError("invalid_argument", `${environment} is not an environment. Give docker:NAME.`);
  }

  async launch(place: Place, spec: ProcessSpec): Promise<{ readonly pid: number; readonly notes: readonly string[] }> {
    this.calls.push(`launch ${place.environment}`);
    writeFileSync(join(place.directory, "running"), "");
    writeFileSync(join(place.directory, "pipe"), "");
    this.onLaunch();
    if (this.launchError !== null) throw this.launchError;
    const pid = FIRST_PID + this.jobs.size;
    const root = { ...NOBODY, pid, sessionPid: pid };
    this.jobs.set(place.id, { place, spec, pid, tree: [root], tell: null });
    return { pid, notes: this.notes };
  }

  follow(place: Place, tell: (contact: Contact) => void): () => void {
    this.calls.push(`follow ${place.environment}`);
    const job = this.jobs.get(place.id);
    if (job === undefined)
      queueMicrotask(() => tell({ kind: "gone", reason: `${place.environment} has no such process.` }));
    else job.tell = tell;
    return () => {
      this.calls.push(`unfollow ${place.environment}`);
      if (job?.tell === tell) job.tell = null;
    };
  }

  async tree(place: Place): Promise<readonly ElsewhereEntry[]> {
    return [...this.#reach(place).tree];
  }

  async signal(place: Place, entries: readonly ProcessEntry[], signal: NodeJS.Signals): Promise<void> {
    const job = this.#reach(place);
    this.calls.push(`${signal} ${entries.map(({ pid }) => pid).join(" ")}`);
    if (!this.deadly.has(signal)) return;
    const hit = new Set(entries.map(({ pid }) => pid));
    job.tree = job.tree.filter(({ pid, ignoresSignal }) => !hit.has(pid) || (ignoresSignal && signal !== "SIGKILL"));
    if (hit.has(job.pid) && !job.tree.some(({ pid }) => pid === job.pid))
      this.end(place.id, signal === "SIGKILL" ? 137 : 143);
  }

  async write(place: Place, bytes: Uint8Array): Promise<number> {
    this.#reach(place);
    const taken = Math.min(bytes.length, this.takes);
    this.typed.push(Buffer.from(bytes.subarray(0, taken)).toString());
    return taken;
  }

  async closeStdin(place: Place): Promise<void> {
    this.#reach(place);
    this.calls.push("closeStdin");
  }

  async resize(place: Place, { rows, cols }: { readonly rows: number; readonly cols: number }): Promise<boolean> {
    this.#reach(place);
    this.calls.push(`resize ${rows} ${cols}`);
    return true;
  }

  async forget({ environment }: Place): Promise<void> {
    this.calls.push(`forget ${environment}`);
  }

  async usability(): Promise<readonly Usability[]> {
    return [];
  }

  async close(): Promise<void> {
    this.calls.push("close");
  }

  job(id: string): FakeJob {
    const job = this.jobs.get(id);
    if (job === undefined) throw new Error(`nothing was launched as ${id}`);
    return job;
  }

  /** The process prints, and the mirror copies it. */
  print(id: string, text: string): void {
    appendFileSync(join(this.job(id).place.directory, "log.000000000000000"), text);
  }

  /** The process ends: the output and then the receipt are here. */
  end(id: string, code: number): void {
    const job = this.job(id);
    const { directory } = job.place;
    job.tree = job.tree.filter(({ pid }) => pid !== job.pid);
    if (existsSync(join(directory, "pipe"))) renameSync(join(directory, "pipe"), join(directory, "drained"));
    const said = code > 128 ? `${job.pid}\nTerminated\n` : `${job.pid}\n`;
    writeFileSync(join(directory, "running"), said);
    renameSync(join(directory, "running"), join(directory, `ended.${code}`));
  }

  /** The mirror says something. */
  tell(id: string, contact: Contact): void {
    const { tell } = this.job(id);
    if (tell === null) throw new Error(`nobody follows ${id}`);
    tell(contact);
  }

  #reach(place: Place): FakeJob {
    if (this.unreachable !== null) throw new EnvironmentError("unreachable", this.unreachable);
    return this.job(place.id);
  }
}

const NOBODY = { parentPid: 1, startTicks: 7, state: "S", ignoresSignal: false } as const;
