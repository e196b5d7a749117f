import { SECOND_MS, type Ms, type WallMs } from "../base/time.ts";
import { TIME_LIMIT_RETRY_MS, TIMER_MAX_MS } from "../core/limits.ts";
import type { Context, Tracked } from "./context.ts";
import { kill } from "./kill.ts";
import { hasEnded } from "./observe.ts";

/**
 * Ends a process at its own limits: so long after its start, or so long after it has printed something for the last time.
 * Both go on over a restart of ours, where the wall clock and the files say what has passed; while we run the monotonic clock
 * does, so that nothing is ended because the wall clock was set. One timer a process, none where nothing was asked for.
 */
export function keepWithinTime(context: Context, tracked: Tracked): void {
  const { timeoutSeconds, idleTimeoutSeconds } = tracked.record;
  if (timeoutSeconds <= 0 && idleTimeoutSeconds <= 0) return;
  arm(beginCount(context, tracked), 0);
}

/** How long it has run, and how long it has been quiet. Moments of the monotonic clock, also before it began. */
interface Count {
  readonly context: Context;
  readonly tracked: Tracked;
  readonly startedMs: Ms;
  quietSinceMs: Ms;
  /** When it was looked at last, and what was seen. */
  lookedMs: Ms;
  size: number;
  writtenAtMs: WallMs | null;
}

function beginCount(context: Context, tracked: Tracked): Count {
  const { clock } = context.ports;
  const { record, log } = tracked;
  const lookedMs = clock.now();
  const momentOf = (wallMs: WallMs): Ms => lookedMs - Math.max(0, clock.wall() - wallMs);
  const startedMs = momentOf(record.startedAtMs);
  const { size } = log.extent();
  const writtenAtMs = size > 0 ? log.writtenAtMs() : null;
  const quietSinceMs = writtenAtMs === null ? startedMs : Math.max(startedMs, momentOf(writtenAtMs));
  return { context, tracked, startedMs, quietSinceMs, lookedMs, size, writtenAtMs };
}

/** Rings when the next limit is due, but not before `leastMs`. A timer counts no more than some weeks; then it is set again. */
function arm(count: Count, leastMs: Ms): void {
  const { context, tracked } = count;
  const { clock } = context.ports;
  const { signal } = tracked.attending;
  const inMs = Math.max(1, leastMs, Math.min(...dueMs(count)) - clock.now());
  const ring = (): void => {
    signal.removeEventListener("abort", stop);
    stop();
    if (!signal.aborted) check(count);
  };
  const stop = clock.every(Math.min(inMs, TIMER_MAX_MS), ring);
  signal.addEventListener("abort", stop, { once: true });
}

/** When it has run for too long, and when it has been quiet for too long. */
function dueMs({ tracked: { record }, startedMs, quietSinceMs }: Count): readonly [time: Ms, idle: Ms] {
  const { timeoutSeconds, idleTimeoutSeconds } = record;
  return [
    timeoutSeconds > 0 ? startedMs + timeoutSeconds * SECOND_MS : Number.POSITIVE_INFINITY,
    idleTimeoutSeconds > 0 ? quietSinceMs + idleTimeoutSeconds * SECOND_MS : Number.POSITIVE_INFINITY,
  ];
}

function check(count: Count): void {
  const nowMs = count.context.ports.clock.now();
  if (count.tracked.record.idleTimeoutSeconds > 0) lookAtOutput(count, nowMs);
  const [time, idle] = dueMs(count);
  if (nowMs >= time) void end(count, "time_limit");
  else if (nowMs >= idle) void end(count, "idle_limit");
  else arm(count, 0);
}

/** When it was last written to follows from the file; it cannot be before the last look, since it was shorter then. */
function lookAtOutput(count: Count, nowMs: Ms): void {
  const { log } = count.tracked;
  const { size } = log.extent();
  if (size !== count.size) {
    const writtenAtMs = log.writtenAtMs();
    const isTold = writtenAtMs !== null && writtenAtMs !== count.writtenAtMs;
    const agoMs = isTold ? Math.max(0, count.context.ports.clock.wall() - writtenAtMs) : 0;
    count.quietSinceMs = Math.max(count.lookedMs, nowMs - agoMs);
    count.size = size;
    count.writtenAtMs = writtenAtMs;
  }
  count.lookedMs = nowMs;
}

/** Nobody has asked, so its completion is told. One that outlives the kill is killed again. */
async function end(count: Count, source: "time_limit" | "idle_limit"): Promise<void> {
  const { context, tracked } = count;
  const { error = "it still runs" } = await kill(context, tracked, { source, consumeOutput: false }).catch(
    (thrown: unknown) => ({ error: String(thrown) }),
  );
  if (hasEnded(tracked) || tracked.attending.signal.aborted) return;
  context.ports.logger.warn(`${tracked.record.id} is over its ${source}, and could not be ended: ${error}`);
  arm(count, TIME_LIMIT_RETRY_MS);
}
