import { connection } from "./connection.ts";

/** Resolves when the page is looked at, or `signal` aborts. */
export function untilSeen(signal: AbortSignal): Promise<void> {
  if (!document.hidden || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Resolves when the daemon answers, or `signal` aborts. */
export function untilOpen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.subscribe((state) => {
      if (state !== "open" && !signal.aborted) return;
      queueMicrotask(() => stop());
      resolve();
    });
    signal.addEventListener(
      "abort",
      () => {
        stop();
        resolve();
      },
      { once: true },
    );
  });
}
