import { isObject, parseJson } from "../../base/json.ts";
import type { BellhopEvent } from "../../core/notify/event.ts";
import { faultOf } from "../../core/notify/shape.ts";
import type { QueuedEvent } from "../../ports/store.ts";
import { parseProgress } from "./progress-file.ts";

/** The text of the file of an event: how far its process was told stands beside its own keys. */
export function queueText({ event, notices }: QueuedEvent): string {
  return `${JSON.stringify(notices === undefined ? event : { ...event, notices })}\n`;
}

/** The event in `text`, which an earlier run has written; null when it is not one. */
export function parseQueued(eventId: string, text: string): QueuedEvent | null {
  const value = parseJson(text);
  if (!isObject(value) || faultOf(value) !== null) return null;
  if (value["type"] === "async_delegation")
    return { eventId, event: eventOf({ ...value, restored: true }), isRestored: true };
  const { notices, ...event } = value;
  const progress = parseProgress(notices);
  return { eventId, event: eventOf(event), isRestored: true, ...(progress === null ? {} : { notices: progress }) };
}

/** Its keys were checked. */
function eventOf(value: unknown): BellhopEvent {
  return value as BellhopEvent;
}
