import type { Clock } from "../../ports/clock.ts";

/** Resolves after `delayMs`, or at once when `signal` aborts. Unlike `sleep` it does not keep the program alive: whoever looks at an environment again and again is no reason to stay. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const stop = clock.every(delayMs, done);
    signal.addEventListener("abort", done, { once: true });
  });
}
