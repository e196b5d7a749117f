import type { BellhopEvent } from "./notify/event.ts";

export interface EventFilter {
  /** Only events of this conversation, and those that are of none. */
  readonly sessionKey?: string;
  /** Only events of this task. */
  readonly ownerTaskId?: string;
  readonly type?: string;
}

export interface DrainOptions extends EventFilter {
  /** Only a `true` keeps the event; an exception counts as false. Not over the socket. */
  readonly ownsEvent?: (event: BellhopEvent) => boolean;
  /** Skip completions whose ending `poll` already showed. @default true */
  readonly skipPollObserved?: boolean;
}

/** An event and the text that a model reads. */
export interface ToldEvent {
  readonly eventId: string;
  readonly event: BellhopEvent;
  readonly text: string;
}

/** A told event of a subscription; it stays queued until `acknowledge` resolves. */
export interface SubscribedEvent extends ToldEvent {
  acknowledge(): Promise<boolean>;
}

/** An event that waits, or was taken. */
export interface PastEvent extends ToldEvent {
  /** ISO 8601 with zone; for one of an earlier run, when it was found. */
  readonly queuedAt: string;
  /** When its owner took it, or an answer told the same. Absent while it waits. */
  readonly takenAt?: string;
}

export interface EventsOptions extends EventFilter {
  readonly signal?: AbortSignal;
}
