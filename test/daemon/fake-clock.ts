import type { Clock } from "../../src/ports/clock.ts";

interface Timer {
  at: number;
  readonly everyMs: number | null;
  readonly ring: () => void;
}

/** Time stands still until the test moves it. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  wall(): number {
    return Date.UTC(2026, 0, 1) + this.#now;
  }

  async sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const timer: Timer = { at: this.#now + delayMs, everyMs: null, ring: () => resolve() };
      this.#timers.add(timer);
      signal?.addEventListener("abort", () => {
        this.#timers.delete(timer);
        resolve();
      });
    });
  }

  every(intervalMs: number, ring: () => void): () => void {
    const timer: Timer = { at: this.#now + intervalMs, everyMs: intervalMs, ring };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  hold(): () => void {
    return () => undefined;
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves on, ringing what is due in order. */
  advance(byMs: number): void {
    const end = this.#now + byMs;
    for (;;) {
      const [due] = [...this.#timers].filter((timer) => timer.at <= end).toSorted((a, b) => a.at - b.at);
      if (due === undefined) break;
      this.#now = due.at;
      if (due.everyMs === null) this.#timers.delete(due);
      else due.at += due.everyMs;
      due.ring();
    }
    this.#now = end;
  }
}
