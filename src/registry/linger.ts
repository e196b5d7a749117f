import type { PendingOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import { COMPLETION_OUTPUT_CHARS, WAIT_TIMEOUT_MAX_SECONDS } from "../core/limits.ts";
import { isSubagents } from "../core/notify/owns.ts";
import type { PendingCompletions, UnreadProcess } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { checkAlive } from "./sweep.ts";
import { exitFields, outputTail } from "./tell.ts";
import { beginPatience, type Patience } from "./wait-limit.ts";

/**
 * Waits until the running processes whose endings are to be told have ended; their events are queued then. A program that is
 * about to exit asks (original #17327, #90879). Nothing to wait for, or no time: empty lists at once.
 */
export async function waitForPendingCompletions(
  context: Context,
  options: PendingOptions,
): Promise<PendingCompletions> {
  const seconds = lingerSeconds(context, options.timeoutSeconds);
  const awaited = seconds > 0 ? [...context.tracked.values()].filter((one) => isAwaited(context, one, options)) : [];
  if (awaited.length > 0) await endOfAll(context, awaited, beginPatience(context, options, seconds));
  const idsOf = (some: readonly Tracked[]): readonly string[] => some.map(({ record }) => record.id);
  return {
    waited: idsOf(awaited),
    completed: idsOf(awaited.filter(hasEnded)),
    timedOut: idsOf(awaited.filter((one) => !hasEnded(one))),
  };
}

function lingerSeconds({ settings }: Context, asked: number | undefined): number {
  const seconds = asked ?? settings.lingerSeconds;
  if (typeof seconds !== "number" || !Number.isFinite(seconds))
    throw invalidArgument("timeoutSeconds", "a number of seconds; 0 does not wait", asked);
  return Math.min(seconds, WAIT_TIMEOUT_MAX_SECONDS);
}

function isAwaited(context: Context, tracked: Tracked, { ownerTaskId }: PendingOptions): boolean {
  const { record } = tracked;
  if (!record.notifyOnComplete || (ownerTaskId !== undefined && record.ownerTaskId !== ownerTaskId)) return false;
  checkAlive(context, tracked);
  return !hasEnded(tracked);
}

async function endOfAll(context: Context, awaited: readonly Tracked[], patience: Patience): Promise<void> {
  for (const tracked of awaited) {
    while (!hasEnded(tracked) && !patience.signal.aborted) await context.bell.next(tracked.record.id, patience.signal);
  }
  patience.end();
}

/**
 * Ended processes of a task whose completion nobody has read: not by `wait`, `log`, `kill` or `poll`, nor as an event. For the
 * result of a subagent, whose events are told to nobody.
 */
export function unreadCompletionsOwnedBy(context: Context, ownerTaskId: string): readonly UnreadProcess[] {
  const queued = new Set(
    context.ports.store.queued().flatMap(({ event }) => (event.type === "completion" ? [event.sessionId] : [])),
  );
  return [...context.tracked.values()]
    .filter(({ record }) => record.ownerTaskId === ownerTaskId && isUnread(context, record, queued))
    .map((tracked) => unread(context, tracked));
}

function isUnread(context: Context, record: Tracked["record"], queued: ReadonlySet<string>): boolean {
  const isDue = record.state.phase === "ended" && record.notifyOnComplete && !record.consumed && !record.pollObserved;
  const isHidden = !context.settings.surfaceSubagentEvents && isSubagents(record);
  return isDue && (isHidden || queued.has(record.id));
}

function unread(context: Context, tracked: Tracked): UnreadProcess {
  const { record } = tracked;
  return {
    sessionId: record.id,
    command: record.command,
    exitCode: exitFields(record).exitCode,
    output: outputTail(context, tracked, record.completionOutputChars || COMPLETION_OUTPUT_CHARS).output,
  };
}
