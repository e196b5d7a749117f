import { isObject, parseJson } from "../../base/json.ts";
import type { BellhopEvent } from "../../core/notify/event.ts";

/** The event in `text`; null when it is not one. */
export function parseEvent(text: string): BellhopEvent | null {
  const value = parseJson(text);
  if (!isObject(value) || value["type"] !== "completion") return null;
  const texts = [
    "sessionId",
    "sessionKey",
    "taskId",
    "ownerTaskId",
    "command",
    "completionReason",
    "terminationSource",
    "output",
  ];
  const sound =
    texts.every((key) => typeof value[key] === "string") &&
    typeof value["startedAt"] === "number" &&
    (value["exitCode"] === null || typeof value["exitCode"] === "number");
  return sound ? (value as unknown as BellhopEvent) : null;
}
