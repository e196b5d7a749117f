import { FOLLOW_POLL_MS } from "../core/limits.ts";
import type { WaitStatus } from "../core/results.ts";
import type { WaitCondition } from "../core/wait-condition.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";

/** One wait on one process. */
export interface Waiting {
  readonly context: Context;
  readonly tracked: Tracked;
  /** Output in front of it does not count. */
  readonly since: number | undefined;
  /** Aborts when the wait has its answer, or is over. */
  readonly signal: AbortSignal;
}

/** A condition that has come true; with `not_ready` one that never will. */
export interface Fulfilled {
  readonly status: WaitStatus;
  readonly condition: WaitCondition;
  readonly detail?: string;
}

/** Looks again at each ring of the process, and a last time when it has ended. Null: not before that, or the signal has aborted. */
export async function untilTrue(waiting: Waiting, isTrue: () => Fulfilled | null): Promise<Fulfilled | null> {
  const { context, tracked, signal } = waiting;
  for (;;) {
    const found = isTrue();
    if (found !== null || hasEnded(tracked) || signal.aborted) return found;
    await context.bell.next(tracked.record.id, signal);
  }
}

/** The same for what nobody rings for: looks a few times a second, too. */
export async function untilSeen(waiting: Waiting, isTrue: () => Fulfilled | null): Promise<Fulfilled | null> {
  const { context, tracked, signal } = waiting;
  for (;;) {
    const found = isTrue();
    if (found !== null || hasEnded(tracked) || signal.aborted) return found;
    await context.ports.clock.sleep(FOLLOW_POLL_MS, AbortSignal.any([signal, tracked.attending.signal]));
  }
}

export async function untilEnded(waiting: Waiting): Promise<null> {
  await untilTrue(waiting, () => null);
  return null;
}

/** Until there may be output behind `from`, the process rings (it has ended, perhaps), or the signal aborts. */
export async function untilGrown({ context, tracked, signal }: Waiting, from: number): Promise<void> {
  const done = new AbortController();
  const inner = AbortSignal.any([signal, done.signal]);
  const waits = [context.bell.next(tracked.record.id, inner)];
  if (!tracked.log.extent().drained) waits.push(tracked.log.grown(from, inner));
  await Promise.race(waits);
  done.abort();
}
