import { signal } from "@preact/signals";

/** Now, in milliseconds since the epoch, as of the last second. Ages are counted from it. */
export const now = signal(Date.now());

const SECOND_MS = 1_000;

export function beginClock(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, SECOND_MS);
}
