import type { EventType } from "./event.ts";
import { formatCompletion } from "./format-completion.ts";
import type { FormatContext } from "./format-context.ts";
import { formatDelegation } from "./format-delegation.ts";
import { formatAwaitingInput } from "./format-input.ts";
import { formatHeartbeat, formatMerged, formatMessage, formatWatchMatch } from "./format-process.ts";
import { formatNotReady, formatReady } from "./format-ready.ts";
import { eventOf, type LooseEvent, textOf } from "./loose.ts";

type Format = (event: LooseEvent, context: FormatContext) => string;

/** Each kind of event has a text of its own; the compiler sees to it. */
const FORMATS: Readonly<Record<EventType, Format>> = {
  completion: formatCompletion,
  watch_match: formatWatchMatch,
  watch_disabled: formatMessage,
  watch_overflow_tripped: formatMessage,
  watch_overflow_released: formatMessage,
  heartbeat: formatHeartbeat,
  ready: formatReady,
  not_ready: formatNotReady,
  awaiting_input: formatAwaitingInput,
  events_merged: formatMerged,
  async_delegation: formatDelegation,
};

/**
 * What a model reads. The templates are the original's wire format. Anything may be missing from the event, and there is still
 * a text; one of no known type is told as a completion (original).
 */
export function formatEvent(event: LooseEvent, context: FormatContext = {}): string {
  const known = eventOf(event);
  const type = textOf(known.type);
  return (isEventType(type) ? FORMATS[type] : formatCompletion)(known, context);
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(FORMATS, type);
}
