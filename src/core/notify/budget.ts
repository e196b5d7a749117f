import { isObject } from "../../base/json.ts";
import type { WallMs } from "../../base/time.ts";
import {
  BUDGET_EVENTS_MAX,
  BUDGET_NAMED_MAX,
  BUDGET_OWNERS_MAX,
  BUDGET_TOLD_PROCESSES_MAX,
  BUDGET_WINDOW_MS,
} from "../limits.ts";
import type { BellhopEvent } from "./event.ts";
import { type EventOwner, ownerOf } from "./owns.ts";

/** What one owner was told in this hour. Its times are wall clock, as those of the breaker. */
export interface Budget {
  readonly owner: EventOwner;
  readonly sinceMs: WallMs;
  readonly told: number;
  /** Events that were only counted, by type and process: `heartbeat proc_…`. */
  readonly merged: Readonly<Record<string, number>>;
}

/** By owner; whoever had no event for longest comes first. */
export type Budgets = ReadonlyMap<string, Budget>;

export interface Spent {
  readonly budgets: Budgets;
  readonly budget: Budget;
  /** `first`: it is the first one too many, which is told once; like `counted` it is only counted. */
  readonly verdict: "told" | "first" | "counted";
  /** Budgets that were given up for this one. */
  readonly dropped: readonly Budget[];
}

/** An event of `event`'s owner at `nowMs`; budgets whose hour is over were closed with {@link closeBudgets} before. */
export function spend(before: Budgets, event: BellhopEvent, nowMs: WallMs): Spent {
  const owner = ownerOf(event);
  const key = keyOf(owner);
  const last = before.get(key) ?? { owner, sinceMs: nowMs, told: 0, merged: {} };
  const isTold = last.told < BUDGET_EVENTS_MAX;
  const budget: Budget = isTold
    ? { ...last, owner, told: last.told + 1 }
    : { ...last, owner, merged: counted(last.merged, event) };
  const budgets = new Map(before);
  budgets.delete(key);
  budgets.set(key, budget);
  return {
    budgets,
    budget,
    verdict: isTold ? "told" : mergedCount(last) === 0 ? "first" : "counted",
    dropped: dropQuietest(budgets),
  };
}

/** Takes the budgets away whose hour is over. */
export function closeBudgets(
  before: Budgets,
  nowMs: WallMs,
): { readonly budgets: Budgets; readonly over: readonly Budget[] } {
  const over = [...before.values()].filter((budget) => isOver(budget, nowMs));
  if (over.length === 0) return { budgets: before, over };
  return { budgets: new Map([...before].filter(([, budget]) => !isOver(budget, nowMs))), over };
}

/** Also when the clock was set back behind its begin. */
function isOver({ sinceMs }: Budget, nowMs: WallMs): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= BUDGET_WINDOW_MS;
}

export function mergedCount({ merged }: Budget): number {
  return Object.values(merged).reduce((sum, count) => sum + count, 0);
}

/** What was merged, for people: `proc_a: 3 heartbeat, 12 watch_match; proc_b: 1 ready`. The busiest come first. */
export function describeMerged({ merged }: Budget): string {
  const byProcess = new Map<string, { total: number; readonly parts: string[] }>();
  for (const [key, count] of Object.entries(merged).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [type = "", id = ""] = key.split(" ");
    const entry = byProcess.get(id) ?? { total: 0, parts: [] };
    entry.total += count;
    entry.parts.push(`${count} ${type}`);
    byProcess.set(id, entry);
  }
  const busiest = [...byProcess].toSorted(([, a], [, b]) => b.total - a.total);
  const told = busiest.slice(0, BUDGET_TOLD_PROCESSES_MAX).map(([id, { parts }]) => `${id}: ${parts.join(", ")}`);
  const rest = busiest.slice(BUDGET_TOLD_PROCESSES_MAX);
  const restTotal = rest.reduce((sum, [, { total }]) => sum + total, 0);
  return [...told, ...(rest.length > 0 ? [`${rest.length} more processes: ${restTotal}`] : [])].join("; ");
}

/** The budgets in a value from a file; what is damaged begins anew. */
export function parseBudgets(value: unknown): Budgets {
  const sound = Array.isArray(value) ? value.filter(isBudget).slice(-BUDGET_OWNERS_MAX) : [];
  return new Map(sound.map((budget) => [keyOf(budget.owner), budget]));
}

function isBudget(value: unknown): value is Budget {
  if (!isObject(value) || !isObject(value["owner"]) || !isObject(value["merged"])) return false;
  const { sessionKey, taskId, ownerTaskId } = value["owner"];
  return (
    [sessionKey, taskId, ownerTaskId].every((text) => typeof text === "string") &&
    [value["sinceMs"], value["told"], ...Object.values(value["merged"])].every(Number.isFinite)
  );
}

/** Tasks and conversations have names of their own. */
function keyOf({ ownerTaskId, sessionKey }: EventOwner): string {
  return ownerTaskId !== "" ? `task ${ownerTaskId}` : `session ${sessionKey}`;
}

/** Processes beyond the number that is remembered by name share one entry. */
function counted(merged: Budget["merged"], event: BellhopEvent): Budget["merged"] {
  const named = `${event.type} ${event.sessionId || "unknown"}`;
  const hasRoom = named in merged || Object.keys(merged).length < BUDGET_NAMED_MAX;
  const key = hasRoom ? named : `${event.type} others`;
  return { ...merged, [key]: (merged[key] ?? 0) + 1 };
}

function dropQuietest(budgets: Map<string, Budget>): readonly Budget[] {
  const dropped: Budget[] = [];
  for (const [key, budget] of budgets) {
    if (budgets.size <= BUDGET_OWNERS_MAX) break;
    budgets.delete(key);
    dropped.push(budget);
  }
  return dropped;
}
