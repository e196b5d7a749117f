import { isObject, parseJson } from "../../base/json.ts";
import { isProcessId } from "../../core/ids.ts";
import { initialProgress } from "../../core/notify/progress.ts";
import { NO_ROUTE } from "../../core/notify/route.ts";
import type { Identity, ProcessRecord, ProcessSpec } from "../../core/record.ts";
import type { Outcome, ProcessState } from "../../core/state.ts";
import { parseProgress } from "./progress-file.ts";

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
    isSize(value["pty"]) &&
    isState(value["state"]);
  if (!sound) return null;
  const record = { ...noNotices(), ...(value as unknown as ProcessRecord) };
  return {
    ...record,
    ownerTaskId: record.ownerTaskId || record.taskId,
    limits: isObject(record.limits) ? record.limits : {},
    confinement: isObject(record.confinement) ? record.confinement : null,
    notices: parseProgress(record.notices) ?? initialProgress(record.ready !== null),
  };
}

/** The part of a record that may be missing: it was written before there was such a thing, or by hand. */
export function noNotices(): Pick<
  ProcessRecord,
  | "timeoutSeconds"
  | "idleTimeoutSeconds"
  | "limits"
  | "confinement"
  | "pty"
  | "terminalMissing"
  | "watchPatterns"
  | "heartbeatSeconds"
  | "ready"
  | "readyTimeoutSeconds"
  | "route"
  | "watcherInterval"
  | "hasCallbacks"
  | "handoffNote"
  | "notices"
> {
  return {
    timeoutSeconds: 0,
    idleTimeoutSeconds: 0,
    limits: {},
    confinement: null,
    pty: null,
    terminalMissing: false,
    watchPatterns: [],
    heartbeatSeconds: 0,
    ready: null,
    readyTimeoutSeconds: 0,
    route: NO_ROUTE,
    watcherInterval: 0,
    hasCallbacks: false,
    handoffNote: "",
    notices: initialProgress(false),
  };
}

/** The part of a spec that may be missing, too. */
const NOTHING_ASKED = {
  pty: null,
  watchPatterns: [],
  ready: null,
  onExit: "",
  notifyUrl: "",
  notifySecret: "",
} as const;

export function parseSpec(text: string): ProcessSpec | null {
  const value = parseJson(text);
  const sound =
    isObject(value) &&
    hasTypes(value, "string", ["command", "cwd", "shell", "stdin"]) &&
    hasTypes(value, "number", ["umask", "logMaxBytes"]) &&
    isObject(value["env"]);
  return sound ? { ...NOTHING_ASKED, ...(value as Omit<ProcessSpec, keyof typeof NOTHING_ASKED>) } : null;
}

function hasTypes(value: Record<string, unknown>, type: string, keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === type);
}

function isIdentity(value: unknown): value is Identity | null {
  if (value === null) return true;
  return isObject(value) && typeof value["bootId"] === "string" && typeof value["pid"] === "number";
}

/** A record from before there were terminals says nothing. */
function isSize(value: unknown): boolean {
  return value === undefined || value === null || (isObject(value) && hasTypes(value, "number", ["rows", "cols"]));
}

function isState(value: unknown): value is ProcessState {
  if (!isObject(value)) return false;
  switch (value["phase"]) {
    case "starting":
    case "running":
      return true;
    case "stopping":
      return hasTypes(value, "string", ["source", "signal"]) && isGrace(value["graceMs"]);
    case "ended":
      return typeof value["endedAtMs"] === "number" && isOutcome(value["outcome"]);
    default:
      return false;
  }
}

/** A record of an older version has none. */
function isGrace(value: unknown): boolean {
  return value === undefined || (typeof value === "number" && value >= 0);
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
