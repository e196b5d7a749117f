import type { ProcessRecord } from "../core/record.ts";
import { type ProcessEvent, transition } from "../core/state.ts";
import type { Context, Tracked } from "./context.ts";
import { scheduleCallbacks } from "./callbacks.ts";
import { completionId, completionOf, enqueueCompletion } from "./outbox.ts";

/**
 * The one place where a process changes its state. An ending has consequences in a fixed order: the event is queued,
 * then the record says that it ended, then whoever waits is woken. A crash in between is repeated by recovery,
 * and gives the same event id: nothing is lost, and nothing is told twice.
 */
export function observe(context: Context, tracked: Tracked, event: ProcessEvent): void {
  const before = tracked.record.state;
  const state = transition(before, event);
  if (state === before) return;
  const ends = state.phase === "ended" && before.phase !== "ended";
  const isFound = state.phase !== "ended" && before.phase === "ended";
  // Whoever was told of an ending that was none is told of the true one, too.
  const untold = isFound ? { consumed: false, pollObserved: false } : {};
  const record: ProcessRecord = { ...tracked.record, state, ...untold };
  tracked.record = record;
  if (ends) for (const say of tracked.lastWords.splice(0)) say();
  if (ends) enqueueCompletion(context, tracked);
  if (ends && record.hasCallbacks)
    scheduleCallbacks(context, tracked, {
      eventId: completionId(tracked.record),
      event: completionOf(context, tracked),
    });
  if (event.type === "started") context.ports.store.saveRecordSoon(tracked.record);
  else context.ports.store.saveRecord(tracked.record);
  if (!ends) return;
  tracked.attending.abort();
  tracked.unwatch();
  context.bell.ring(record.id);
}

/** Changes facts of the record that are not its state. */
export function amend(context: Context, tracked: Tracked, change: Partial<Omit<ProcessRecord, "id" | "state">>): void {
  tracked.record = { ...tracked.record, ...change };
  context.ports.store.saveRecord(tracked.record);
}

export function hasEnded(tracked: Tracked): boolean {
  return tracked.record.state.phase === "ended";
}
