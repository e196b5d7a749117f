import type { WaitOptions } from "../core/contract.ts";
import { COMPLETION_OUTPUT_CHARS, WAIT_OUTPUT_CHARS } from "../core/limits.ts";
import { watchOutputText } from "../core/notify/watch-output.ts";
import type { WaitResult } from "../core/results.ts";
import { formatCondition, type WaitCondition } from "../core/wait-condition.ts";
import { GIVEN_UP_NOTE, timeoutNote, yieldNote } from "../core/wait-note.ts";
import type { Context, Tracked } from "./context.ts";
import { leftoverFields } from "./leftovers.ts";
import { hasEnded } from "./observe.ts";
import { consume } from "./outbox.ts";
import { checkAlive } from "./sweep.ts";
import { factsOf, exitFieldsOrNone, outputTail, redacted, uptimeSeconds } from "./tell.ts";
import { firstWhileThere, whyHopeless } from "./wait-conditions.ts";
import { beginPatience, conditionsOf, timeLimit } from "./wait-limit.ts";
import type { Fulfilled } from "./wait-look.ts";

/**
 * Blocks until the process has ended, a condition is true, the time is up, or somebody wants something else; the answer
 * says which. Only an answer that reaches its caller consumes the completion: a caller that left meanwhile gets the event
 * instead. A timeout is no error, and says so.
 */
export async function wait(context: Context, tracked: Tracked, options: WaitOptions): Promise<WaitResult> {
  const limit = timeLimit(context, options);
  const conditions = conditionsOf(options);
  checkAlive(context, tracked);
  const error = whyHopeless([tracked], conditions);
  if (error !== null) return { status: "error", ...stillRunning(context, tracked), error };
  const patience = beginPatience(context, options, limit.seconds);
  const { signal } = patience;
  const found = await firstWhileThere({ context, tracked, since: options.since, signal }, conditions).finally(
    patience.end,
  );
  if (patience.isGivenUp()) return interrupted(context, tracked, GIVEN_UP_NOTE);
  if (hasEnded(tracked) || found !== null) {
    return { ...answer(context, tracked, { found }), ...(limit.note ? { timeoutNote: limit.note } : {}) };
  }
  if (patience.isYielded()) return interrupted(context, tracked, yieldNote(tracked.record.notifyOnComplete));
  if (context.closing.aborted) return interrupted(context, tracked, GIVEN_UP_NOTE);
  return timedOut(context, tracked, { ...limit, conditions });
}

export interface Answered {
  /** What came true; null when nothing but the ending did. */
  readonly found: Fulfilled | null;
  /** Most characters of output. Default: what the process asked for, or 1,000 while it runs. */
  readonly maxChars?: number;
}

/** The answer of a wait that was not in vain. When it tells the ending, no completion is due any more. */
export function answer(context: Context, tracked: Tracked, { found, maxChars }: Answered): WaitResult {
  if (found === null || hasEnded(tracked)) {
    consume(context, tracked);
    return { ...ended(context, tracked, maxChars), ...foundFields(context, tracked, found) };
  }
  const { status } = found;
  return { status, ...foundFields(context, tracked, found), ...stillRunning(context, tracked, maxChars) };
}

function foundFields(context: Context, tracked: Tracked, found: Fulfilled | null): Partial<WaitResult> {
  if (found === null) return {};
  const { condition, detail } = found;
  const facts = factsOf(context, tracked);
  const told = detail === undefined ? undefined : watchOutputText(redacted(context, detail, facts));
  return {
    condition: redacted(context, formatCondition(condition), facts),
    ...(told === undefined ? {} : { detail: told }),
  };
}

export function ended(context: Context, tracked: Tracked, maxChars: number = Number.POSITIVE_INFINITY): WaitResult {
  const { record } = tracked;
  const chars = Math.min(maxChars, record.completionOutputChars || COMPLETION_OUTPUT_CHARS);
  return {
    status: "exited",
    sessionId: record.id,
    command: record.command,
    ...exitFieldsOrNone(record),
    ...outputTail(context, tracked, chars),
    cursor: tracked.log.extent().size,
    ...leftoverFields(context, tracked),
  };
}

/** What is told of one that runs on. */
function stillRunning(
  context: Context,
  tracked: Tracked,
  maxChars: number = WAIT_OUTPUT_CHARS,
): Omit<WaitResult, "status"> {
  return {
    sessionId: tracked.record.id,
    command: tracked.record.command,
    output: outputTail(context, tracked, Math.min(maxChars, WAIT_OUTPUT_CHARS)).output,
    cursor: tracked.log.extent().size,
    processRunning: true,
  };
}

function interrupted(context: Context, tracked: Tracked, note: string): WaitResult {
  return { status: "interrupted", ...stillRunning(context, tracked), note };
}

export interface TimedOut {
  readonly seconds: number;
  readonly note: string;
  readonly conditions: readonly WaitCondition[];
  readonly maxChars?: number;
}

export function timedOut(
  context: Context,
  tracked: Tracked,
  { seconds, note, conditions, maxChars }: TimedOut,
): WaitResult {
  const base = timeoutNote({
    seconds,
    uptimeSeconds: uptimeSeconds(context, tracked.record),
    conditions: conditions.map((condition) => redacted(context, formatCondition(condition), factsOf(context, tracked))),
    notifyOnComplete: tracked.record.notifyOnComplete,
  });
  return {
    status: "timeout",
    ...stillRunning(context, tracked, maxChars),
    timeoutNote: note ? `${note}. ${base}` : base,
  };
}
