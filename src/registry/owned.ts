import type { ListEntry } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { livingLeftovers } from "./leftovers.ts";
import { hasEnded } from "./observe.ts";
import { list } from "./query.ts";
import { checkAlive } from "./sweep.ts";

/** Those that run now: each was looked at. One whose start is not over is nobody's yet. */
export function running(context: Context): readonly Tracked[] {
  return [...context.tracked.values()].filter((tracked) => {
    if (hasEnded(tracked) || tracked.record.state.phase === "starting") return false;
    checkAlive(context, tracked);
    return !hasEnded(tracked);
  });
}

/** Running processes of a task, as a list shows them. Who shares its sandbox or its conversation does not count (original #120546). */
export async function runningOwnedBy(context: Context, ownerTaskId: string): Promise<readonly ListEntry[]> {
  const ids = new Set(runningOf(context, ownerTaskId).map(({ record }) => record.id));
  const entries = ids.size === 0 ? [] : await list(context, { taskId: ownerTaskId, includeRetained: false });
  return entries.filter(({ sessionId }) => ids.has(sessionId));
}

/** Whether a process of the task runs. */
export function hasActiveProcesses(context: Context, ownerTaskId: string): boolean {
  return runningOf(context, ownerTaskId).length > 0;
}

function runningOf(context: Context, ownerTaskId: string): readonly Tracked[] {
  return running(context).filter(({ record }) => record.ownerTaskId === ownerTaskId);
}

/**
 * What of a task lives: its running processes, and those that have ended and left some of theirs behind. What a turn finds
 * when it begins is not what it has started.
 */
export function snapshotRunningIds(context: Context, ownerTaskId: string): readonly string[] {
  return living(context, ownerTaskId).map(({ record }) => record.id);
}

/** What of a task lives, or of all; also what is being started. */
export function living(context: Context, ownerTaskId?: string): readonly Tracked[] {
  const runs = new Set(running(context));
  return [...context.tracked.values()].filter(
    (tracked) =>
      (ownerTaskId === undefined || tracked.record.ownerTaskId === ownerTaskId) &&
      (runs.has(tracked) || tracked.starting !== null || livingLeftovers(context, tracked).length > 0),
  );
}
