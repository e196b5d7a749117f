import type { DelegationResult } from "./delegation.ts";
import { type Loose, textOf } from "./loose.ts";

/** What one subagent did, as it may come from outside. */
export type LooseResult = Loose<DelegationResult>;

/** How a subagent ended, in words of its own kind, whatever word its host has for it. */
export type Outcome =
  | "completed"
  | "incomplete"
  | "failed"
  | "cancelled"
  | "interrupted"
  | "timed_out"
  | "stalled"
  | "unknown";

/** What hosts call it (original). */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["completed", "completed"],
  ["success", "completed"],
  ["incomplete", "incomplete"],
  ["failed", "failed"],
  ["error", "failed"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
  ["interrupted", "interrupted"],
  ["timeout", "timed_out"],
  ["timed_out", "timed_out"],
  ["stalled", "stalled"],
]);

/** Stands in a line about a subagent that ran out of turns. */
export const TRUNCATED_MARK = "TRUNCATED: hit max_iterations — work may be incomplete";

export function outcomeOf(result: LooseResult): Outcome {
  const outcome = OUTCOMES.get(textOf(result.status)) ?? "unknown";
  return outcome === "completed" && isTruncated(result) ? "incomplete" : outcome;
}

/** It says that it has done what it was asked for. It may still have run out of turns. */
export function isDone(status: string): boolean {
  return OUTCOMES.get(status) === "completed";
}

/** It ran out of turns. */
export function isTruncated({ truncated, exitReason }: LooseResult): boolean {
  return Boolean(truncated) || exitReason === "max_iterations";
}
