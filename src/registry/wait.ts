import { invalidArgument } from "../core/errors.ts";
import type { WaitOptions } from "../core/contract.ts";
import { COMPLETION_OUTPUT_CHARS, WAIT_OUTPUT_CHARS, WAIT_TIMEOUT_MAX_SECONDS } from "../core/limits.ts";
import type { WaitResult } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { consume } from "./outbox.ts";
import { checkAlive } from "./sweep.ts";
import { exitFieldsOrNone, leftoverFields, outputTail, uptimeSeconds } from "./tell.ts";

/**
 * Blocks until the process has ended, the time is up, or `signal` aborts. Only an answer that reaches its caller consumes
 * the completion: a caller that left meanwhile gets the event instead. A timeout is no error, and says so.
 */
export async function wait(context: Context, tracked: Tracked, options: WaitOptions): Promise<WaitResult> {
  const limit = timeLimit(context, options);
  checkAlive(context, tracked);
  await endOrTimeout(context, tracked, { seconds: limit.seconds, outer: options.signal });
  if (options.signal?.aborted) return interrupted(context, tracked);
  if (!hasEnded(tracked)) return timedOut(context, tracked, limit);
  consume(context, tracked);
  return { ...ended(context, tracked), ...(limit.note ? { timeoutNote: limit.note } : {}) };
}

interface TimeLimit {
  readonly seconds: number;
  /** Said when the caller asked for more. */
  readonly note: string;
}

function timeLimit(context: Context, { timeoutSeconds, unbounded }: WaitOptions): TimeLimit {
  const most = unbounded ? WAIT_TIMEOUT_MAX_SECONDS : context.settings.waitTimeoutSeconds;
  if (timeoutSeconds === undefined) return { seconds: most, note: "" };
  if (typeof timeoutSeconds !== "number" || !Number.isFinite(timeoutSeconds) || timeoutSeconds <= 0) {
    throw invalidArgument("timeout", "a positive number of seconds", timeoutSeconds);
  }
  if (timeoutSeconds <= most) return { seconds: timeoutSeconds, note: "" };
  return {
    seconds: most,
    note: `The requested ${timeoutSeconds} s were shortened to the configured limit of ${most} s`,
  };
}

async function endOrTimeout(
  context: Context,
  tracked: Tracked,
  { seconds, outer }: { readonly seconds: number; readonly outer: AbortSignal | undefined },
): Promise<void> {
  const over = new AbortController();
  const signals = [over.signal, context.closing, ...(outer ? [outer] : [])];
  const signal = AbortSignal.any(signals);
  void context.ports.clock.sleep(seconds * 1000, signal).then(() => over.abort());
  while (!hasEnded(tracked) && !signal.aborted) await context.bell.next(tracked.record.id, signal);
  over.abort();
}

export function ended(context: Context, tracked: Tracked): WaitResult {
  const { record } = tracked;
  return {
    status: "exited",
    sessionId: record.id,
    command: record.command,
    ...exitFieldsOrNone(record),
    ...outputTail(context, tracked, record.completionOutputChars || COMPLETION_OUTPUT_CHARS),
    cursor: tracked.log.extent().size,
    ...leftoverFields(context, tracked),
  };
}

function stillRunning(context: Context, tracked: Tracked): Omit<WaitResult, "status"> {
  return {
    sessionId: tracked.record.id,
    command: tracked.record.command,
    output: outputTail(context, tracked, WAIT_OUTPUT_CHARS).output,
    cursor: tracked.log.extent().size,
    processRunning: true,
  };
}

function interrupted(context: Context, tracked: Tracked): WaitResult {
  return {
    status: "interrupted",
    ...stillRunning(context, tracked),
    note: "The wait was given up; the process was not touched.",
  };
}

function timedOut(context: Context, tracked: Tracked, limit: TimeLimit): WaitResult {
  const advice = tracked.record.notifyOnComplete
    ? "You will be notified when it ends: do something else instead of waiting again."
    : "Poll it later, or start the next one with notify_on_complete.";
  const base = `The wait of ${limit.seconds} s is over and the process is still running, after ${uptimeSeconds(context, tracked.record)} s. This is not an error. ${advice}`;
  return {
    status: "timeout",
    ...stillRunning(context, tracked),
    timeoutNote: limit.note ? `${limit.note}. ${base}` : base,
  };
}
