import { signal } from "@preact/signals";

import { shown } from "./filter.ts";

/** The line of the list that keys act on; empty when there is none. It stays the same process when the order changes. */
export const selectedId = signal("");

/** Counts the moves: also one that ends where it began brings the line into view. */
export const moves = signal(0);

export function select(id: string): void {
  selectedId.value = id;
}

/** Up or down by so many lines; infinities lead to the ends. */
export function moveSelection(by: number): void {
  const rows = shown.value;
  if (rows.length === 0) return;
  moves.value += 1;
  const at = rows.findIndex(({ session_id }) => session_id === selectedId.value);
  const next = at < 0 ? (by > 0 && Number.isFinite(by) ? 0 : by) : at + by;
  selectedId.value = rows[Math.max(0, Math.min(rows.length - 1, next))]?.session_id ?? "";
}
