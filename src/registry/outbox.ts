import { COMPLETION_OUTPUT_CHARS } from "../core/limits.ts";
import type { BellhopEvent } from "../core/notify/event.ts";
import { completionEventId, completionIdOf } from "../core/notify/event-id.ts";
import { isRoutedTo } from "../core/notify/owns.ts";
import type {
  DrainOptions,
  EventFilter,
  EventsOptions,
  PastEvent,
  SubscribedEvent,
  ToldEvent,
} from "../core/contract.ts";
import type { ProcessRecord } from "../core/record.ts";
import type { QueuedEvent } from "../ports/store.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context, Tracked } from "./context.ts";
import { isSuppressed } from "./flow.ts";
import { isHushed } from "./hush.ts";
import { leftoverFields } from "./leftovers.ts";
import { eventText, exitFields, outputTail, timeOf } from "./tell.ts";
import { environmentField } from "./place.ts";

/** Queues the completion of an ended process, if one is due. Idempotent: its id follows from the ending. */
export function enqueueCompletion(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  const { store } = context.ports;
  if (record.state.phase !== "ended" || !record.notifyOnComplete || record.consumed || store.wasTold(record.id)) return;
  const event = completionOf(context, tracked);
  if (isSuppressed(context, event) || hasCompletion(context, record.id)) return;
  store.enqueue({ eventId: completionId(record), event });
  context.bell.ring(QUEUE_TOPIC);
}

/** Takes away what an earlier run has queued that was set to tell of it. */
export function dropSuppressed(context: Context): void {
  const { store } = context.ports;
  for (const { eventId, event } of store.queued()) if (isSuppressed(context, event)) store.dequeue(eventId);
}

/** Queued before a crash, perhaps with another id: what was said last may not have been remembered. */
function hasCompletion(context: Context, id: string): boolean {
  return context.ports.store.queued().some(({ event }) => event.type === "completion" && event.sessionId === id);
}

/** Takes back what waits to be told of the end of a process that has not ended. */
export function dropCompletion(context: Context, id: string): void {
  const { store } = context.ports;
  for (const { eventId, event } of store.queued())
    if (event.type === "completion" && event.sessionId === id) store.dequeue(eventId);
}

/** What its owner is told. */
export function completionOf(context: Context, tracked: Tracked): BellhopEvent {
  const { record } = tracked;
  const { exitedAt: _, ...exit } = exitFields(record);
  return {
    type: "completion",
    sessionId: record.id,
    sessionKey: record.sessionKey,
    taskId: record.taskId,
    ownerTaskId: record.ownerTaskId,
    command: record.command,
    ...environmentField(context, record),
    ...(record.handoffNote === "" ? {} : { handoffNote: record.handoffNote }),
    ...exit,
    ...outputTail(context, tracked, record.completionOutputChars || COMPLETION_OUTPUT_CHARS),
    ...leftoverFields(context, tracked),
    startedAt: record.startedAtMs / 1000,
  };
}

/** The last of its events, whatever the clock did. It follows from the record alone. */
export function completionId({ id, state, notices }: ProcessRecord): string {
  return completionEventId(id, Math.max(state.phase === "ended" ? state.endedAtMs : 0, notices.lastAtMs));
}

/** An answer has told how the process ended: no completion is due any more, and what was said before is out of date. */
export function consume(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  if (record.state.phase !== "ended" || record.consumed) return;
  forgetNotices(context, new Set([record.id]));
  tracked.record = { ...record, consumed: true };
  context.ports.store.saveRecord(tracked.record);
}

/** Takes the events that are routed to this consumer; the others stay for their owners. */
export function drain(context: Context, options: DrainOptions): readonly ToldEvent[] {
  const mine = waitingFor(context, options);
  const taken = new Set(
    take(
      context,
      mine.map(({ eventId }) => eventId),
    ),
  );
  return mine
    .filter((one) => taken.has(one.eventId) && !isObserved(context, one.event, options))
    .map((one) => tell(context, one));
}

/** The events of `drain`, left where they are. */
export function pending(context: Context, options: DrainOptions): readonly ToldEvent[] {
  return waitingFor(context, options)
    .filter(({ event }) => !isObserved(context, event, options))
    .map((one) => tell(context, one));
}

/** The last events, with when they were queued and taken, the oldest first. */
export function eventHistory(context: Context, options: EventFilter): readonly PastEvent[] {
  return context.history
    .list()
    .filter(({ queued }) => isRoutedTo(queued.event, options))
    .map(({ queued, queuedAtMs, takenAtMs }) => {
      const { eventId, event, text } = tell(context, queued);
      const taken = takenAtMs === null ? {} : { takenAt: timeOf(takenAtMs) };
      return { eventId, event, text, queuedAt: timeOf(queuedAtMs), ...taken };
    });
}

function waitingFor(context: Context, options: DrainOptions): readonly QueuedEvent[] {
  return context.ports.store.queued().filter(({ event }) => isRoutedTo(event, options) && !isHushed(context, event));
}

/** What waits, then each new event; all stay queued until acknowledged. Ends when `signal` aborts or the registry lets go. */
export async function* events(context: Context, options: EventsOptions): AsyncGenerator<SubscribedEvent> {
  const signal = options.signal ? AbortSignal.any([options.signal, context.closing]) : context.closing;
  const letGo = context.ports.clock.hold();
  signal.addEventListener("abort", letGo, { once: true });
  try {
    yield* eachEvent(context, options, signal);
  } finally {
    signal.removeEventListener("abort", letGo);
    letGo();
  }
}

async function* eachEvent(
  context: Context,
  options: EventsOptions,
  signal: AbortSignal,
): AsyncGenerator<SubscribedEvent> {
  let given = new Set<string>();
  while (!signal.aborted) {
    const next = context.bell.next(QUEUE_TOPIC, signal);
    const ids = new Set(context.ports.store.queued().map(({ eventId }) => eventId));
    given = new Set([...given].filter((eventId) => ids.has(eventId)));
    for (const queued of waitingFor(context, options)) {
      if (signal.aborted) return;
      if (given.has(queued.eventId) || !isStillDue(context, queued)) continue;
      given.add(queued.eventId);
      yield { ...tell(context, queued), acknowledge: async () => acknowledge(context, [queued.eventId]) > 0 };
    }
    await next;
  }
}

/** While a slow reader had an earlier one in hand, somebody may have taken it, or may be about to tell it. */
function isStillDue(context: Context, { eventId, event }: QueuedEvent): boolean {
  return context.ports.store.isQueued(eventId) && !isHushed(context, event);
}

/** Takes events out of the queue, and says how many were there. */
export function acknowledge(context: Context, eventIds: readonly string[]): number {
  return take(context, eventIds).length;
}

/** Those of the events that were there. Whoever has the completion of a process needs nothing that was said before it (original #15276). */
function take(context: Context, eventIds: readonly string[]): readonly string[] {
  const taken: string[] = [];
  try {
    for (const eventId of eventIds) if (context.ports.store.dequeue(eventId)) taken.push(eventId);
  } catch (error) {
    if (taken.length === 0) throw error; // What was taken is told; what the disk did not let go stays.
  }
  forgetNotices(context, new Set(taken.flatMap(completionIdOf)));
  return taken;
}

/** Takes everything away that waits about these processes. */
function forgetNotices(context: Context, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return;
  const { store } = context.ports;
  for (const { eventId, event } of store.queued()) if (ids.has(event.sessionId ?? "")) store.dequeue(eventId);
}

/** Whether the ending was shown by a poll (original #8228). Other events are told all the same. */
function isObserved(context: Context, event: BellhopEvent, { skipPollObserved = true }: DrainOptions): boolean {
  return (
    skipPollObserved &&
    event.type === "completion" &&
    context.tracked.get(event.sessionId)?.record.pollObserved === true
  );
}

function tell(context: Context, { eventId, event }: QueuedEvent): ToldEvent {
  return { eventId, event, text: eventText(context, event) };
}
