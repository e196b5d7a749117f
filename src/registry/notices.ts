import { noticeEventId } from "../core/notify/event-id.ts";
import type { CompletionEvent, EventRoute, ProcessEventBase, ProcessNotice } from "../core/notify/event.ts";
import type { NoticeProgress } from "../core/notify/progress.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import { scheduleCallbacks } from "./callbacks.ts";
import type { Context, Tracked } from "./context.ts";
import { admits } from "./flow.ts";
import { hasEnded } from "./observe.ts";

/** What an event changes besides being told. */
interface NoticeChange {
  readonly progress: Partial<Omit<NoticeProgress, "seq" | "lastAtMs">>;
  /** From now on its ending is told. */
  readonly notifyOnComplete?: true;
}

interface Notice extends NoticeChange {
  readonly event: Exclude<ProcessNotice, CompletionEvent>;
}

/**
 * Queues an event of a process that still runs (or is just ending). How far its owner was told is in the file of the event,
 * and then in the record; both are written in one turn, in which nobody can take the event. So a crash in between is made
 * good by {@link catchUp}, and nothing is told twice.
 */
export function raise(context: Context, tracked: Tracked, { event, ...change }: Notice): void {
  if (tracked.attending.signal.aborted) return; // Its completion is queued: nothing is said after that.
  const { clock, store } = context.ports;
  const { id, notices: before } = tracked.record;
  const atMs = Math.max(clock.wall(), before.lastAtMs);
  const seq = before.seq + 1;
  const isTold = admits(context, event);
  const lastAtMs = isTold ? atMs : before.lastAtMs;
  const notices: NoticeProgress = { ...before, ...change.progress, seq, lastAtMs };
  const eventId = noticeEventId(id, atMs, { seq, type: event.type });
  if (isTold) {
    store.enqueue({ eventId, event, notices });
    scheduleCallbacks(context, tracked, { eventId, event });
  }
  tracked.record = { ...tracked.record, notices, ...(change.notifyOnComplete ? { notifyOnComplete: true } : {}) };
  // Last words: a record that says that it has ended must not be there before its completion is queued.
  if (!hasEnded(tracked)) store.saveRecord(tracked.record);
  if (isTold) context.bell.ring(QUEUE_TOPIC);
  context.bell.ring(id);
}

/** Remembers how far its owner was told, without an event. Written after whoever waits was answered. */
export function progress(context: Context, tracked: Tracked, change: NoticeChange["progress"]): void {
  tracked.record = { ...tracked.record, notices: { ...tracked.record.notices, ...change } };
  context.ports.store.saveRecordSoon(tracked.record);
}

/** After a crash between the file of an event and the record: the further one is true. */
export function catchUp(context: Context): void {
  for (const { eventId, event, notices } of context.ports.store.queued()) {
    const tracked = context.tracked.get(event.sessionId ?? "");
    if (tracked === undefined || notices === undefined || notices.seq <= tracked.record.notices.seq) continue;
    scheduleCallbacks(context, tracked, { eventId, event });
    const isPromoted = notices.watch.disabled && !tracked.record.notices.watch.disabled;
    tracked.record = { ...tracked.record, notices, ...(isPromoted ? { notifyOnComplete: true } : {}) };
  }
}

/** The fields that all events of a process have, but for its completion. */
export function eventBase({ record }: Tracked): ProcessEventBase & EventRoute {
  return {
    sessionId: record.id,
    sessionKey: record.sessionKey,
    taskId: record.taskId,
    ownerTaskId: record.ownerTaskId,
    command: record.command,
    ...record.route,
  };
}
