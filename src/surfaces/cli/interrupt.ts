import { deferred } from "../../base/deferred.ts";
import type { Person } from "./context.ts";

/** What {@link untilInterrupted} gives after Ctrl-C. */
export const INTERRUPTED: unique symbol = Symbol("interrupted");

/** Runs `body` until it is done, or until Ctrl-C: then its signal is aborted, and nobody waits for it any more. */
export async function untilInterrupted<T>(
  person: Person,
  body: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof INTERRUPTED> {
  const controller = new AbortController();
  const interrupted = deferred<typeof INTERRUPTED>();
  const takeBack = person.onInterrupt(() => {
    interrupted.resolve(INTERRUPTED); // Before the abort, so that what the abort makes of `body` comes second.
    controller.abort();
  });
  try {
    return await Promise.race([interrupted.promise, body(controller.signal)]);
  } finally {
    takeBack();
    controller.abort();
  }
}
