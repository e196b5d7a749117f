import type { Clock } from "../../src/ports/clock.ts";
import { systemClock } from "../../src/adapters/clock/system.ts";

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

interface Ticker {
  readonly intervalMs: number;
  readonly task: () => void;
  nextMs: number;
}

/**
 * Real time that a test can move on: `advance` makes hours pass at once, and rings every timer that is due on the way, in
 * order. Between two jumps time goes on as always, so that real programs can be waited for. `setWall` moves the wall clock alone.
 */
export class JumpingClock implements Clock {
  #aheadMs = 0;
  #wallAheadMs = 0;
  readonly #sleepers = new Set<Sleeper>();
  readonly #tickers = new Set<Ticker>();

  now(): number {
    return systemClock.now() + this.#aheadMs;
  }

  wall(): number {
    return systemClock.wall() + this.#aheadMs + this.#wallAheadMs;
  }

  async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    const jumped = new AbortController();
    const sleeper: Sleeper = { untilMs: this.now() + delayMs, wake: () => jumped.abort() };
    this.#sleepers.add(sleeper);
    await systemClock.sleep(delayMs, signal ? AbortSignal.any([signal, jumped.signal]) : jumped.signal);
    this.#sleepers.delete(sleeper);
  }

  every(intervalMs: number, task: () => void): () => void {
    const ticker: Ticker = { intervalMs, task, nextMs: this.now() + intervalMs };
    const tick = (): void => {
      ticker.nextMs = this.now() + intervalMs;
      task();
    };
    const stop = systemClock.every(intervalMs, tick);
    this.#tickers.add(ticker);
    return () => {
      stop();
      this.#tickers.delete(ticker);
    };
  }

  hold(): () => void {
    return systemClock.hold();
  }

  /** Moves the wall clock alone, as an administrator would. */
  setWall(byMs: number): void {
    this.#wallAheadMs += byMs;
  }

  /** Moves on by `byMs`. Every timer that is due on the way rings, the earliest first. */
  advance(byMs: number): void {
    const endMs = this.now() + byMs;
    for (;;) {
      const due = [...this.#tickers].filter((one) => one.nextMs <= endMs).toSorted((a, b) => a.nextMs - b.nextMs)[0];
      if (due === undefined) break;
      this.#aheadMs += Math.max(0, due.nextMs - this.now());
      due.nextMs += due.intervalMs;
      due.task();
    }
    this.#aheadMs += Math.max(0, endMs - this.now());
    for (const sleeper of this.#sleepers) if (sleeper.untilMs <= this.now()) sleeper.wake();
  }
}
