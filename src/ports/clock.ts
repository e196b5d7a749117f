import type { Ms, WallMs } from "../base/time.ts";

/** Time is passed in, so that a rule about 24 hours is tested in a millisecond. */
export interface Clock {
  /** Monotonic. The only clock for durations and deadlines. */
  now(): Ms;
  /** Wall clock. May jump. */
  wall(): WallMs;
  /** Resolves after `delayMs`, or at once when `signal` aborts. Never rejects. Somebody waits for it, so it keeps the program alive. */
  sleep(delayMs: Ms, signal?: AbortSignal): Promise<void>;
  /** Calls `task` every `intervalMs` until the returned function is called. Does not keep the program alive. */
  every(intervalMs: Ms, task: () => void): () => void;
  /** Keeps the program alive, for a wait that has no end of its own, until the returned function is called. */
  hold(): () => void;
}
