/** Wakes whoever waits for a change: of one process, or of the queue. It carries no data: the woken look for themselves. */
export interface Bell {
  ring(topic: string): void;
  /** Resolves at the next ring of `topic`, or when `signal` aborts. */
  next(topic: string, signal: AbortSignal): Promise<void>;
}

/** The topic of the queue; the topic of a process is its id. */
export const QUEUE_TOPIC = "queue";

export function createBell(): Bell {
  const waiting = new Map<string, Set<() => void>>();
  return {
    ring: (topic) => {
      const wake = waiting.get(topic);
      waiting.delete(topic);
      for (const one of wake ?? []) one();
    },
    next: (topic, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const group = waiting.get(topic) ?? new Set();
        const done = (): void => {
          group.delete(done);
          signal.removeEventListener("abort", done);
          resolve();
        };
        signal.addEventListener("abort", done, { once: true });
        waiting.set(topic, group.add(done));
      }),
  };
}
