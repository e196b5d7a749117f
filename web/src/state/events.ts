import { computed, signal } from "@preact/signals";

import type { Change, PastEvent } from "../api/types.ts";

/** By their ids, the oldest first. */
const known = signal<ReadonlyMap<string, PastEvent>>(new Map());

/** The newest first. */
export const events = computed(() => [...known.value.values()].toReversed());
export const pendingCount = computed(() => events.value.filter(({ taken_at }) => taken_at === undefined).length);

const KEPT_MAX = 1_000;

/**
 * `isWhole`: all that the daemon knows. A new daemon knows only what waits: what was seen before stays on the time line, and
 * what waited then and does not now was taken in between.
 */
export function applyEvents({ changed, gone }: Change<PastEvent>, isWhole: boolean): void {
  const next = new Map(known.value);
  for (const id of gone) next.delete(id);
  if (isWhole) for (const [id, one] of next) next.set(id, one.taken_at === undefined ? { ...one, taken_at: "" } : one);
  for (const one of changed) {
    const before = next.get(one.event_id);
    // After a restart an event counts as queued when it was found.
    next.set(one.event_id, before === undefined ? one : { ...one, queued_at: before.queued_at });
  }
  for (const id of next.keys()) {
    if (next.size <= KEPT_MAX) break;
    next.delete(id);
  }
  known.value = next;
}

export function eventsOf(id: string): readonly PastEvent[] {
  return events.value.filter(({ event }) => event.session_id === id);
}
