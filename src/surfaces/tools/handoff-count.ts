import type { Bellhop } from "../../core/contract.ts";
import { HANDOFF_GIVERS_MAX, HANDOFFS_MAX } from "../../core/limits.ts";

/**
 * How many processes each subagent has handed over, by the way to the registry: the tools may be made anew for each call.
 * A subagent lives no longer than the program that runs it, so nothing of this is on the disk.
 */
const counts = new WeakMap<Bellhop, Map<string, number>>();

/** Counts one more. False when it has had all; then nothing is counted. */
export function reserveHandoff(bellhop: Bellhop, task: string): boolean {
  const given = counts.get(bellhop) ?? new Map<string, number>();
  counts.set(bellhop, given);
  const count = given.get(task) ?? 0;
  if (count >= HANDOFFS_MAX) return false;
  given.set(task, count + 1);
  if (given.size > HANDOFF_GIVERS_MAX) given.delete(given.keys().next().value ?? task);
  return true;
}

/** Takes one back: it did not happen. */
export function releaseHandoff(bellhop: Bellhop, task: string): void {
  const given = counts.get(bellhop);
  const count = given?.get(task) ?? 0;
  if (count > 0) given?.set(task, count - 1);
}
