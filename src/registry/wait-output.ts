import { FOLLOW_PACE_MS } from "../core/limits.ts";
import type { WaitCondition } from "../core/wait-condition.ts";
import { hasEnded } from "./observe.ts";
import { untilEnded, untilGrown, type Fulfilled, type Waiting } from "./wait-look.ts";

/** It has printed nothing for so many seconds. What was before the wait does not count: nobody knows how long that was. */
export async function idle(
  waiting: Waiting,
  condition: WaitCondition & { readonly kind: "idle" },
): Promise<Fulfilled | null> {
  const { tracked, signal } = waiting;
  while (!hasEnded(tracked) && !signal.aborted) {
    if (await isQuiet(waiting, condition.seconds * 1000)) return { status: "idle", condition };
    await waiting.context.ports.clock.sleep(FOLLOW_PACE_MS, signal); // A torrent would wake us for every read of it.
  }
  return null;
}

/** False as soon as there is output, or the process has ended, or the signal aborts. */
async function isQuiet({ context, tracked, signal }: Waiting, quietMs: number): Promise<boolean> {
  const { size } = tracked.log.extent();
  const done = new AbortController();
  const inner = AbortSignal.any([signal, done.signal]);
  const slept = context.ports.clock.sleep(quietMs, inner).then(() => !inner.aborted);
  const stirred = stir({ context, tracked, since: undefined, signal: inner }, size).then(() => false);
  const quiet = await Promise.race([slept, stirred]);
  done.abort();
  return quiet && !hasEnded(tracked) && tracked.log.extent().size === size;
}

/** Until it has printed more than `size` bytes, or has ended. */
async function stir(waiting: Waiting, size: number): Promise<void> {
  const { tracked, signal } = waiting;
  while (!signal.aborted && !hasEnded(tracked) && tracked.log.extent().size === size) await untilGrown(waiting, size);
}

/** It has printed so many bytes more than when the wait began, or than `since`. */
export async function bytes(
  waiting: Waiting,
  condition: WaitCondition & { readonly kind: "bytes" },
): Promise<Fulfilled | null> {
  const { tracked, since, signal } = waiting;
  const target = (since ?? tracked.log.extent().size) + condition.bytes;
  for (;;) {
    if (tracked.log.extent().size >= target) return { status: "bytes", condition };
    if (hasEnded(tracked) || signal.aborted) return null;
    if (tracked.log.extent().drained) return untilEnded(waiting);
    await untilGrown(waiting, target - 1);
  }
}
