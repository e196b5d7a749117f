import { signal } from "@preact/signals";

/** What a screen reader is told next. */
export const announcement = signal("");
/** What is shown for a moment at the lower edge. */
export const toast = signal<{ readonly text: string; readonly isBad: boolean } | null>(null);

const SHOWN_MS = 6_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string): void {
  // The same text again would not be read.
  announcement.value = announcement.value === text ? `${text}\u00a0` : text;
}

/** Says what came of something that was done. */
export function say(text: string, isBad = false): void {
  announce(text);
  toast.value = { text, isBad };
  clearTimeout(timer);
  timer = setTimeout(() => (toast.value = null), SHOWN_MS);
}
