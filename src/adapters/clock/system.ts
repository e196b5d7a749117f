import type { Clock } from "../../ports/clock.ts";

/** Longest delay of a timer (2^31 - 1 ms, 24.8 days). */
const LONGEST_DELAY_MS = 2_147_483_647;

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(delayMs, LONGEST_DELAY_MS));
      signal?.addEventListener("abort", done, { once: true });
    }),
  every: (intervalMs, task) => {
    const timer = setInterval(task, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
  hold: () => {
    const timer = setInterval(() => undefined, LONGEST_DELAY_MS);
    return () => clearInterval(timer);
  },
};
