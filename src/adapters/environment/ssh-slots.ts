/** A number of places, and a queue before them. */
export interface Slots {
  /** Resolves with what gives the place back; doing that twice is harmless. Rejects when `signal` aborts before. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function slotsOf(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const given = (): (() => void) => {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(given());
      }
      return new Promise((resolve, reject) => {
        const next = (): void => {
          signal.removeEventListener("abort", leave);
          resolve(given());
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(next), 1);
          reject(signal.reason as Error);
        };
        waiting.push(next);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
