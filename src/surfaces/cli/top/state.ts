import type { ListEntry } from "../../../core/results.ts";

/** What is sorted by, in the order in which `s` goes through it. */
export const SORTS = ["cpu", "memory", "output", "age"] as const;
export type Sort = (typeof SORTS)[number];

export interface TopState {
  readonly sort: Sort;
  /** Id of the marked line; null while nothing runs. */
  readonly selected: string | null;
  /** What is on the screen: the list, a question whether to kill, or the end of one log. */
  readonly mode: "list" | "confirm" | "log";
  /** What was done last, for the foot of the screen. */
  readonly message: string;
}

export type TopAction = "none" | "leave" | "kill";

export interface Turn {
  readonly state: TopState;
  readonly action: TopAction;
}

export const TOP_BEGINS: TopState = { sort: "cpu", selected: null, mode: "list", message: "" };

const UP = new Set(["\u001b[A", "\u001bOA"]);
const DOWN = new Set(["\u001b[B", "\u001bOB"]);

/** What a key does. A kill is asked for twice: `k`, then `y`. */
export function pressed(state: TopState, key: string, ids: readonly string[]): Turn {
  if (key === "\u0003") return { state, action: "leave" }; // Ctrl-C
  if (state.mode === "confirm") {
    const list = { ...state, mode: "list" as const, message: "" };
    return { state: list, action: key === "y" ? "kill" : "none" };
  }
  if (state.mode === "log") return { state: { ...state, mode: "list" }, action: "none" };
  if (key === "q") return { state, action: "leave" };
  return { state: inList(state, key, ids), action: "none" };
}

function inList(state: TopState, key: string, ids: readonly string[]): TopState {
  if (UP.has(key)) return moved(state, ids, -1);
  if (DOWN.has(key)) return moved(state, ids, 1);
  if (key === "s")
    return { ...state, sort: SORTS[(SORTS.indexOf(state.sort) + 1) % SORTS.length] ?? "cpu", message: "" };
  if (state.selected === null) return state;
  if (key === "k") return { ...state, mode: "confirm" };
  if (key === "\r") return { ...state, mode: "log" };
  return state;
}

function moved(state: TopState, ids: readonly string[], by: number): TopState {
  const at = ids.indexOf(state.selected ?? "") + by;
  return { ...state, selected: ids[Math.min(Math.max(at, 0), ids.length - 1)] ?? null, message: "" };
}

/** What runs, in the order of the state; ties by age, so that lines do not jump. */
export function sorted(entries: readonly ListEntry[], sort: Sort): readonly ListEntry[] {
  const weight = ({ usage, uptimeSeconds }: ListEntry): number => {
    if (sort === "age") return uptimeSeconds;
    if (sort === "cpu") return usage?.cpuPercent ?? -1;
    return (sort === "memory" ? usage?.memoryBytes : usage?.outputBytesPerSecond) ?? -1;
  };
  return entries
    .filter(({ status }) => status === "running")
    .toSorted((a, b) => weight(b) - weight(a) || (a.startedAt < b.startedAt ? -1 : 1));
}

/** The marked line stays marked while it runs; when it has ended, the first one is. */
export function settled(state: TopState, ids: readonly string[]): TopState {
  if (state.selected !== null && ids.includes(state.selected)) return state;
  return { ...state, selected: ids[0] ?? null, mode: "list" };
}
