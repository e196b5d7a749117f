import { isObject } from "../../base/json.ts";
import type { NoticeProgress } from "../../core/notify/progress.ts";

const READY: readonly unknown[] = ["none", "pending", "ready", "not_ready"];

/** How far telling has come, from a file; null when it does not say. */
export function parseProgress(value: unknown): NoticeProgress | null {
  if (!isObject(value)) return null;
  const { watch, heartbeat } = value;
  const sound =
    areNumbers(value, ["seq", "lastAtMs", "inputToldAt"]) &&
    isObject(watch) &&
    areNumbers(watch, ["cursor", "cooldownUntilMs", "strikes", "hits", "suppressed"]) &&
    typeof watch["struck"] === "boolean" &&
    typeof watch["disabled"] === "boolean" &&
    isObject(heartbeat) &&
    areNumbers(heartbeat, ["seq", "lastAtMs", "cursor"]) &&
    READY.includes(value["ready"]);
  return sound ? (value as unknown as NoticeProgress) : null;
}

function areNumbers(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "number");
}
