import { COMPLETION_OUTPUT_CHARS } from "../core/limits.ts";
import type { BellhopEvent } from "../core/notify/event.ts";
import { completionEventId } from "../core/notify/event-id.ts";
import { formatEvent } from "../core/notify/format.ts";
import type { DrainOptions, EventFilter, EventsOptions, SubscribedEvent, ToldEvent } from "../core/contract.ts";
import type { QueuedEvent } from "../ports/store.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context, Tracked } from "./context.ts";
import { exitFields, leftoverFields, outputTail } from "./tell.ts";

/** Queues the completion of an ended process, if one is due. Idempotent: its id follows from the ending. */
export function enqueueCompletion(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  const { store } = context.ports;
  if (record.state.phase !== "ended" || !record.notifyOnComplete || record.consumed || store.wasTold(record.id)) return;
  const eventId = completionEventId(record.id, record.state.endedAtMs);
  store.enqueue({ eventId, event: completionOf(context, tracked) });
  context.bell.ring(QUEUE_TOPIC);
}

function completionOf(context: Context, tracked: Tracked): BellhopEvent {
  const { record } = tracked;
  const { exitedAt: _, ...exit } = exitFields(record);
  return {
    type: "completion",
    sessionId: record.id,
    sessionKey: record.sessionKey,
    taskId: record.taskId,
    ownerTaskId: record.ownerTaskId,
    command: record.command,
    ...exit,
    ...outputTail(context, tracked, record.completionOutputChars || COMPLETION_OUTPUT_CHARS),
    ...leftoverFields(context, tracked),
    startedAt: record.startedAtMs / 1000,
  };
}

/** An answer has told how the process ended: no completion is due any more. */
export function consume(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  if (record.state.phase !== "ended" || record.consumed) return;
  context.ports.store.dequeue(completionEventId(record.id, record.state.endedAtMs));
  tracked.record = { ...record, consumed: true };
  context.ports.store.saveRecord(tracked.record);
}

/** Takes the events that the filter lets through; the others stay for their owners. */
export function drain(context: Context, options: DrainOptions): readonly ToldEvent[] {
  const told: ToldEvent[] = [];
  for (const queued of context.ports.store.queued()) {
    if (!matches(queued.event, options) || !owns(queued.event, options)) continue;
    context.ports.store.dequeue(queued.eventId);
    if (!isObserved(context, queued.event, options)) told.push(tell(queued));
  }
  return told;
}

/** The events of `drain`, left where they are. */
export function pending(context: Context, options: DrainOptions): readonly ToldEvent[] {
  return context.ports.store
    .queued()
    .filter(({ event }) => matches(event, options) && owns(event, options) && !isObserved(context, event, options))
    .map(tell);
}

/** What waits, then each new event; all stay queued until acknowledged. Ends when `signal` aborts or the registry lets go. */
export async function* events(context: Context, options: EventsOptions): AsyncGenerator<SubscribedEvent> {
  const signal = options.signal ? AbortSignal.any([options.signal, context.closing]) : context.closing;
  const letGo = context.ports.clock.hold();
  signal.addEventListener("abort", letGo, { once: true });
  try {
    yield* eachEvent(context, options, signal);
  } finally {
    letGo();
  }
}

async function* eachEvent(
  context: Context,
  options: EventsOptions,
  signal: AbortSignal,
): AsyncGenerator<SubscribedEvent> {
  const given = new Set<string>();
  while (!signal.aborted) {
    const next = context.bell.next(QUEUE_TOPIC, signal);
    const waiting = context.ports.store.queued();
    for (const eventId of given) if (!waiting.some((one) => one.eventId === eventId)) given.delete(eventId);
    for (const queued of waiting) {
      if (signal.aborted) return;
      if (given.has(queued.eventId) || !matches(queued.event, options)) continue;
      given.add(queued.eventId);
      yield { ...tell(queued), acknowledge: async () => context.ports.store.dequeue(queued.eventId) };
    }
    await next;
  }
}

export function acknowledge(context: Context, eventIds: readonly string[]): number {
  return eventIds.filter((eventId) => context.ports.store.dequeue(eventId)).length;
}

function tell({ eventId, event }: QueuedEvent): ToldEvent {
  return { eventId, event, text: formatEvent(event) };
}

function matches(event: BellhopEvent, filter: EventFilter): boolean {
  return (
    (filter.sessionKey === undefined || event.sessionKey === filter.sessionKey) &&
    (filter.ownerTaskId === undefined || event.ownerTaskId === filter.ownerTaskId) &&
    (filter.type === undefined || event.type === filter.type)
  );
}

/** Only a `true` takes the event; a callback that throws has not proved that it owns it. */
function owns(event: BellhopEvent, { ownsEvent }: DrainOptions): boolean {
  if (ownsEvent === undefined) return true;
  try {
    return ownsEvent(event) === true;
  } catch {
    return false;
  }
}

function isObserved(context: Context, event: BellhopEvent, { skipPollObserved = true }: DrainOptions): boolean {
  return skipPollObserved && context.tracked.get(event.sessionId)?.record.pollObserved === true;
}
