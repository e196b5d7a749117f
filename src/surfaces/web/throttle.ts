import { WEB_REQUESTS_BURST_MAX, WEB_REQUESTS_PER_SECOND_MAX } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";

/** Lets so many requests a second through, and a burst of some more: a page that has gone mad must not keep the daemon from its jobs. */
export class Throttle {
  readonly #clock: Clock;
  #left = WEB_REQUESTS_BURST_MAX;
  #atMs: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#atMs = clock.now();
  }

  admits(): boolean {
    const nowMs = this.#clock.now();
    const grown = this.#left + ((nowMs - this.#atMs) * WEB_REQUESTS_PER_SECOND_MAX) / 1_000;
    this.#left = Math.min(WEB_REQUESTS_BURST_MAX, grown);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
