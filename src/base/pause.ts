import type { Ms } from "./time.ts";

/** The part of a clock that does not keep a program alive. */
interface Ticking {
  every(intervalMs: Ms, task: () => void): () => void;
}

/** Resolves after `delayMs`, or at once when `signal` aborts. Unlike `sleep` it does not keep the program alive: whoever only looks again and again is no reason to stay. */
export function pause(clock: Ticking, delayMs: Ms, signal: AbortSignal): Promise<void> {
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
