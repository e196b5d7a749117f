import { isObject } from "../../base/json.ts";
import type { EventType } from "./event.ts";

type Kind = "text" | "number" | "code" | "flag" | "texts" | "numbers" | "object" | "objects";
/** What each key must hold; with a `?` it may be missing. */
type Shape = Readonly<Record<string, Kind | `${Kind}?`>>;

const KINDS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  code: (value) => value === null || typeof value === "number",
  flag: (value) => typeof value === "boolean",
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
  numbers: (value) => Array.isArray(value) && value.every((item) => typeof item === "number"),
  object: isObject,
  objects: (value) => Array.isArray(value) && value.every(isObject),
};

const OWNED: Shape = { sessionId: "text", sessionKey: "text", taskId: "text", ownerTaskId: "text", command: "text" };
const CHAT: Shape = { platform: "text", chatId: "text", userId: "text", userName: "text", threadId: "text" };
const ROUTED: Shape = { ...OWNED, ...CHAT, messageId: "text" };
const OVERFLOW: Shape = { ...CHAT, sessionId: "text", sessionKey: "text", command: "text", message: "text" };
const READINESS: Shape = { ...ROUTED, condition: "text", elapsed: "number", output: "text", startedAt: "number" };

const SHAPES: Readonly<Record<EventType, Shape>> = {
  completion: {
    ...OWNED,
    handoffNote: "text?",
    exitCode: "code",
    signal: "text?",
    completionReason: "text",
    terminationSource: "text",
    output: "text",
    killedBy: "text?",
    cpuSeconds: "number?",
    peakMemoryBytes: "number?",
    outputCut: "number?",
    leftoverPids: "numbers?",
    leftovers: "objects?",
    startedAt: "number",
  },
  watch_match: { ...ROUTED, pattern: "text", output: "text", suppressed: "number" },
  watch_disabled: { ...ROUTED, suppressed: "number", message: "text" },
  heartbeat: {
    ...ROUTED,
    seq: "number",
    interval: "number",
    elapsed: "number",
    output: "text",
    startedAt: "number",
  },
  ready: { ...READINESS, ports: "numbers?" },
  not_ready: { ...READINESS, why: "text", message: "text" },
  awaiting_input: { ...ROUTED, inputClass: "text", prompt: "text", elapsed: "number", startedAt: "number" },
  events_merged: { ...OWNED, merged: "number", message: "text" },
  watch_overflow_tripped: OVERFLOW,
  watch_overflow_released: { ...OVERFLOW, suppressed: "number" },
  async_delegation: {
    delegationId: "text",
    sessionKey: "text?",
    sessionId: "text?",
    taskId: "text?",
    ownerTaskId: "text?",
    goal: "text?",
    goals: "texts?",
    group: "text?",
    nTasks: "number?",
    context: "text?",
    toolsets: "texts?",
    role: "text?",
    model: "text?",
    status: "text?",
    summary: "text?",
    error: "text?",
    exitReason: "text?",
    apiCalls: "number?",
    durationSeconds: "number?",
    totalDurationSeconds: "number?",
    dispatchedAt: "number?",
    completedAt: "number?",
    isBatch: "flag?",
    results: "objects?",
    taskFailureNotice: "flag?",
    taskIndex: "number?",
    lastKnownStatus: "text?",
    taskTranscripts: "object?",
    transcriptTails: "object?",
    gitStateHint: "text?",
    restored: "flag?",
    truncated: "flag?",
  },
};

/** What is wrong with a value as an event: the key that does not hold what it must, and what that is. Null: nothing is. */
export function faultOf(
  value: Readonly<Record<string, unknown>>,
): { readonly key: string; readonly kind: string } | null {
  const type = value["type"];
  if (typeof type !== "string" || !Object.hasOwn(SHAPES, type)) return { key: "type", kind: "type of an event" };
  for (const [key, wanted] of Object.entries(SHAPES[type as EventType])) {
    const kind = wanted.replace("?", "") as Kind;
    const isLeftOut = value[key] === undefined && wanted.endsWith("?");
    if (!isLeftOut && !KINDS[kind](value[key])) return { key, kind };
  }
  return null;
}
