import type { DrainOptions, EventFilter, KillOptions } from "../contract.ts";
import type { Ownership } from "../record.ts";
import type { BellhopEvent } from "./event.ts";

/** What tasks of subagents begin with (original). */
const SUBAGENT_PREFIX = "sa-";

/** Whose an event is. */
export type EventOwner = Pick<Ownership, "sessionKey" | "taskId" | "ownerTaskId">;

/** Whose an event is; empty texts where it does not say. */
export function ownerOf(event: BellhopEvent): EventOwner {
  const { sessionKey = "", taskId = "", ownerTaskId = "" } = event as Partial<EventOwner>;
  return { sessionKey, taskId, ownerTaskId };
}

/**
 * Whether a consumer gets the event (original: `drain_notifications`). An event of a conversation, and each delegation, needs
 * a proof: the callback's, which wins, or the same conversation. Without either everything is its, but for a delegation of an
 * earlier run: that its owner asks cannot be known then.
 */
export function isRoutedTo(event: BellhopEvent, options: DrainOptions): boolean {
  return isAskedFor(event, options) && isOwned(event, options);
}

function isAskedFor(event: BellhopEvent, { ownerTaskId, type }: EventFilter): boolean {
  return (
    (ownerTaskId === undefined || ownerOf(event).ownerTaskId === ownerTaskId) &&
    (type === undefined || event.type === type)
  );
}

function isOwned(event: BellhopEvent, options: DrainOptions): boolean {
  const { sessionKey } = ownerOf(event);
  const isDelegation = event.type === "async_delegation";
  if (isDelegation || sessionKey !== "") {
    if (options.ownsEvent !== undefined) return isProved(options.ownsEvent, event);
    if (options.sessionKey) return sessionKey === options.sessionKey;
  }
  return !(isDelegation && event.restored === true) || Boolean(options.ownerTaskId);
}

/** Only a `true` takes the event; a callback that throws has not proved that it owns it. */
function isProved(ownsEvent: NonNullable<DrainOptions["ownsEvent"]>, event: BellhopEvent): boolean {
  try {
    const owned: unknown = ownsEvent(event);
    return owned === true;
  } catch {
    return false;
  }
}

/** Whether it is about a subagent's process: the result of the delegation tells what came of it, so that nobody else is told. */
export function isOfSubagent(event: BellhopEvent): boolean {
  return event.type !== "async_delegation" && isSubagents(ownerOf(event));
}

/** Whether a process is a subagent's. */
export function isSubagents({ ownerTaskId, taskId }: Pick<Ownership, "ownerTaskId" | "taskId">): boolean {
  return isSubagentId(ownerTaskId || taskId);
}

/** Whether a task is a subagent. */
export function isSubagentId(taskId: string): boolean {
  return taskId.startsWith(SUBAGENT_PREFIX);
}

/** Whether who asks for a kill is told its end by the answer: the owner is, and so is somebody unknown. */
export function isOwnKill(
  { ownerTaskId, sessionKey }: Pick<Ownership, "ownerTaskId" | "sessionKey">,
  asker: KillOptions["asker"],
): boolean {
  if (asker?.ownerTaskId && ownerTaskId) return asker.ownerTaskId === ownerTaskId;
  if (asker?.sessionKey) return asker.sessionKey === sessionKey;
  return !asker?.ownerTaskId;
}
