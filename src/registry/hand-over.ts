import { invalidArgument } from "../core/errors.ts";
import { HANDOFF_NOTE_MAX_CHARS } from "../core/limits.ts";
import type { BellhopEvent, ProcessNotice } from "../core/notify/event.ts";
import { ownerOf } from "../core/notify/owns.ts";
import type { TransferOptions } from "../core/owner.ts";
import type { ProcessRecord } from "../core/record.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context, Tracked } from "./context.ts";
import { amend, hasEnded } from "./observe.ts";
import { checkAlive } from "./sweep.ts";
import { factsOf, redacted } from "./tell.ts";

/**
 * Hands a running process over to another task, with the events of it that wait. False, and nothing is changed, when it has
 * ended or is not of `fromOwner`: a handover that did not happen must not be told as one (original).
 */
export function transferOwnership(context: Context, tracked: Tracked, options: TransferOptions): boolean {
  const { fromOwner, toOwner, toTaskId, toSessionKey, toParentSessionId, note = "" } = checked(options);
  checkAlive(context, tracked);
  const { record } = tracked;
  if (hasEnded(tracked) || record.ownerTaskId !== fromOwner) return false;
  amend(context, tracked, {
    ownerTaskId: toOwner,
    taskId: toTaskId ?? record.taskId,
    sessionKey: toSessionKey ?? record.sessionKey,
    parentSessionId: toParentSessionId ?? record.parentSessionId,
    handoffNote: redacted(context, note, { ...factsOf(context, tracked), force: true }),
  });
  takeEventsAlong(context);
  return true;
}

function checked(options: TransferOptions): TransferOptions {
  const { fromOwner, toOwner, note } = options;
  if (typeof fromOwner !== "string") throw invalidArgument("fromOwner", "the task that owns it", fromOwner);
  if (typeof toOwner !== "string" || toOwner === "") throw invalidArgument("toOwner", "a task", toOwner);
  for (const key of ["toTaskId", "toSessionKey", "toParentSessionId", "note"] as const) {
    if (options[key] !== undefined && typeof options[key] !== "string")
      throw invalidArgument(key, "a text", options[key]);
  }
  if (note !== undefined && note.length > HANDOFF_NOTE_MAX_CHARS)
    throw invalidArgument("note", `at most ${HANDOFF_NOTE_MAX_CHARS} characters long`, note.length);
  return options;
}

/**
 * Gives the events that wait to those who own their processes now. Recovery does so, too: a crash may have come between the
 * record and the events. A record that was rebuilt knows no owner, and takes nothing from anybody.
 */
export function takeEventsAlong(context: Context): void {
  const { store } = context.ports;
  for (const { eventId, event } of store.queued()) {
    const record = isOfProcess(event) ? context.tracked.get(event.sessionId)?.record : undefined;
    if (record === undefined || record.ownerTaskId === "" || isOwnedAs(event, record)) continue;
    const { sessionKey, taskId, ownerTaskId } = record;
    store.replaceQueued(eventId, { ...(event as ProcessNotice), sessionKey, taskId, ownerTaskId });
    context.bell.ring(QUEUE_TOPIC);
  }
}

function isOfProcess(event: BellhopEvent): event is ProcessNotice {
  return event.type !== "async_delegation" && event.type !== "events_merged" && event.sessionId !== "";
}

function isOwnedAs(event: BellhopEvent, record: ProcessRecord): boolean {
  const { sessionKey, taskId, ownerTaskId } = ownerOf(event);
  return sessionKey === record.sessionKey && taskId === record.taskId && ownerTaskId === record.ownerTaskId;
}
