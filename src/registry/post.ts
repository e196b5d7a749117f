import { isObject, parseJson } from "../base/json.ts";
import { invalidArgument } from "../core/errors.ts";
import { POSTED_EVENT_MAX_BYTES, SHORT_TEXT_MAX_CHARS } from "../core/limits.ts";
import type { AsyncDelegationEvent } from "../core/notify/delegation.ts";
import { faultOf } from "../core/notify/shape.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context } from "./context.ts";
import { nextFlowId, saveFlow } from "./flow.ts";
import { redacted } from "./tell.ts";

/** Names, not texts: a masked one would reach nobody. */
const NAMES: ReadonlySet<string> = new Set([
  "type",
  "delegationId",
  "sessionKey",
  "sessionId",
  "taskId",
  "ownerTaskId",
]);

/**
 * Puts the result of a delegation into the queue and answers its id. Posting the same again while it waits gives the same id:
 * a host that did not get the answer may ask once more.
 */
export function post(context: Context, given: AsyncDelegationEvent): string {
  const event = clean(context, checked(given)) as AsyncDelegationEvent;
  const waiting = sameAs(context, event);
  if (waiting !== undefined) return waiting;
  const eventId = nextFlowId(context, context.ports.clock.wall(), event.type);
  saveFlow(context);
  context.ports.store.enqueue({ eventId, event });
  context.bell.ring(QUEUE_TOPIC);
  return eventId;
}

function checked(given: unknown): Readonly<Record<string, unknown>> {
  const text = jsonOf(given);
  const bytes = Buffer.byteLength(text);
  if (bytes > POSTED_EVENT_MAX_BYTES)
    throw invalidArgument("event", `at most ${POSTED_EVENT_MAX_BYTES} bytes of JSON; shorten its texts`, bytes);
  const event = parseJson(text);
  if (!isObject(event) || event["type"] !== "async_delegation")
    throw invalidArgument("event", 'an object with type "async_delegation"', isObject(event) ? event["type"] : event);
  const fault = faultOf(event);
  if (fault !== null) throw invalidArgument(fault.key, WORDS[fault.kind] ?? fault.kind, event[fault.key]);
  const { delegationId } = event as { readonly delegationId: string };
  if (delegationId === "" || delegationId.length > SHORT_TEXT_MAX_CHARS)
    throw invalidArgument(
      "delegationId",
      `a text of 1 to ${SHORT_TEXT_MAX_CHARS} characters`,
      delegationId.slice(0, 80),
    );
  return event;
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    throw invalidArgument("event", "plain data, as JSON has it", typeof value);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  text: "a text",
  number: "a number",
  flag: "true or false",
  texts: "a list of texts",
  object: "an object",
  objects: "a list of objects",
};

/** Masks every text in it, however deep. That it was posted in this run only the queue can say. */
function clean(context: Context, event: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(withoutMark(event)).map(([key, value]) => [key, NAMES.has(key) ? value : masked(context, value)]),
  );
}

function withoutMark<Event extends object>(event: Event): Omit<Event, "restored"> {
  const { restored: _, ...rest } = event as Event & { readonly restored?: unknown };
  return rest;
}

function masked(context: Context, value: unknown): unknown {
  if (typeof value === "string") return redacted(context, value);
  if (Array.isArray(value)) return value.map((item) => masked(context, item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "sessionId" ? item : masked(context, item)]),
  );
}

function sameAs(context: Context, event: AsyncDelegationEvent): string | undefined {
  const text = JSON.stringify(event);
  return context.ports.store.queued().find(({ event: other }) => {
    if (other.type !== "async_delegation" || other.delegationId !== event.delegationId) return false;
    return JSON.stringify(withoutMark(other)) === text;
  })?.eventId;
}
