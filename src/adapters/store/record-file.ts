import { isObject, parseJson } from "../../base/json.ts";
import { isProcessId } from "../../core/ids.ts";
import type { Identity, ProcessRecord, ProcessSpec } from "../../core/record.ts";
import type { Outcome, ProcessState } from "../../core/state.ts";

/** The record in `text`; null when it is not one, whatever it holds instead. */
export function parseRecord(text: string): ProcessRecord | null {
  const value = parseJson(text);
  if (!isObject(value) || value["version"] !== 1) return null;
  const sound =
    hasTypes(value, "string", [
      "id",
      "name",
      "command",
      "cwd",
      "shell",
      "stdin",
      "taskId",
      "ownerTaskId",
      "sessionKey",
      "parentSessionId",
    ]) &&
    hasTypes(value, "number", ["startedAtMs", "completionOutputChars", "logMaxBytes"]) &&
    hasTypes(value, "boolean", ["notifyOnComplete", "persistOnRelease", "pollObserved", "consumed"]) &&
    isProcessId(value["id"] as string) &&
    isIdentity(value["shim"]) &&
    isIdentity(value["job"]) &&
    isState(value["state"]);
  return sound ? (value as unknown as ProcessRecord) : null;
}

export function parseSpec(text: string): ProcessSpec | null {
  const value = parseJson(text);
  const sound =
    isObject(value) &&
    hasTypes(value, "string", ["command", "cwd", "shell", "stdin"]) &&
    hasTypes(value, "number", ["umask", "logMaxBytes"]) &&
    isObject(value["env"]);
  return sound ? (value as unknown as ProcessSpec) : null;
}

function hasTypes(value: Record<string, unknown>, type: string, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === type);
}

function isIdentity(value: unknown): value is Identity | null {
  if (value === null) return true;
  return isObject(value) && typeof value["bootId"] === "string" && typeof value["pid"] === "number";
}

function isState(value: unknown): value is ProcessState {
  if (!isObject(value)) return false;
  switch (value["phase"]) {
    case "starting":
    case "running":
      return true;
    case "stopping":
      return hasTypes(value, "string", ["source", "signal"]);
    case "ended":
      return typeof value["endedAtMs"] === "number" && isOutcome(value["outcome"]);
    default:
      return false;
  }
}

function isOutcome(value: unknown): value is Outcome {
  if (!isObject(value)) return false;
  switch (value["kind"]) {
    case "exited":
      return typeof value["code"] === "number";
    case "signaled":
      return typeof value["signal"] === "string";
    case "killed":
      return hasTypes(value, "string", ["source", "signal"]) && (value["ending"] === null || isObject(value["ending"]));
    case "lost":
      return typeof value["why"] === "string";
    case "failed_start":
      return typeof value["message"] === "string";
    default:
      return false;
  }
}
