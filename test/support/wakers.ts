/** Whoever waits for a change. */
export class Wakers {
  readonly #wakers = new Set<() => void>();

  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!holds() && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wakers.add(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  wake(): void {
    for (const wake of this.#wakers) wake();
    this.#wakers.clear();
  }
}
