import { invalidArgument } from "./errors.ts";
import { WAIT_TIMEOUT_MAX_SECONDS, WATCH_PATTERN_MAX_CHARS } from "./limits.ts";

/**
 * What a wait may wait for. As text (`bellhop wait --for`): `exit`, `ready`, `input`, `event`, `pattern:P`, `port:N`,
 * `idle:S` (no output for S seconds), `bytes:N` (N more bytes of output).
 */
export type WaitCondition =
  | { readonly kind: "exit" }
  | { readonly kind: "ready" }
  | { readonly kind: "input" }
  /** The next event of this process. */
  | { readonly kind: "event" }
  /** A line with this text, or that `/REGEX/` matches; what was printed before the wait counts, unless `since` says from where. */
  | { readonly kind: "pattern"; readonly pattern: string }
  /** Its tree listens on this port. */
  | { readonly kind: "port"; readonly port: number }
  /** No output for so many seconds, counted from the beginning of the wait. */
  | { readonly kind: "idle"; readonly seconds: number }
  | { readonly kind: "bytes"; readonly bytes: number };

const FORMS = "exit, ready, input, event, pattern:TEXT, port:NUMBER, idle:SECONDS or bytes:COUNT";
/** Ports are 16 bits. */
const PORT_MAX = 65_535;
/** A timer counts milliseconds. */
const IDLE_MIN_SECONDS = 0.001;
/** A comma in front of something that reads as a condition of its own. Every other comma is part of a pattern. */
const SEPARATOR = /,(?=\s*(?:(?:exit|ready|input|event)\s*(?:,|$)|(?:pattern|port|idle|bytes):))/;

/** The condition that `text` means. Throws `invalid_argument` with what it must be. */
export function parseCondition(text: string): WaitCondition {
  const written = text.trimStart();
  const colon = written.indexOf(":");
  const kind = (colon === -1 ? written : written.slice(0, colon)).trim();
  return checkCondition(fieldsOf(kind, colon === -1 ? undefined : written.slice(colon + 1)), text);
}

/** The conditions of a list with commas: `exit,port:3000`. A comma that no condition follows belongs to the pattern before it. */
export function parseConditions(text: string): readonly WaitCondition[] {
  return text.split(SEPARATOR).map(parseCondition);
}

/** The way back from {@link parseCondition}. */
export function formatCondition(condition: WaitCondition): string {
  switch (condition.kind) {
    case "pattern":
      return `pattern:${condition.pattern}`;
    case "port":
      return `port:${condition.port}`;
    case "idle":
      return `idle:${condition.seconds}`;
    case "bytes":
      return `bytes:${condition.bytes}`;
    default:
      return condition.kind;
  }
}

/** `condition` as it is, when it is one. Otherwise throws `invalid_argument`, which says that `given` was given. */
export function checkCondition(condition: WaitCondition, given: unknown = condition): WaitCondition {
  const expected = flaw(condition);
  if (expected === "") return condition;
  throw invalidArgument("for", expected, given);
}

/** What it must be, when it is not that. Callers without types may pass anything. */
function flaw(condition: WaitCondition | null | undefined): string {
  switch (condition?.kind) {
    case "exit":
    case "ready":
    case "input":
    case "event":
      return "";
    case "pattern":
      return isPattern(condition.pattern) ? "" : PATTERN_EXPECTED;
    case "port":
      return isWhole(condition.port, PORT_MAX) ? "" : PORT_EXPECTED;
    case "idle":
      return isSeconds(condition.seconds) ? "" : IDLE_EXPECTED;
    case "bytes":
      return isWhole(condition.bytes, Number.MAX_SAFE_INTEGER) ? "" : BYTES_EXPECTED;
    default:
      return FORMS;
  }
}

const PATTERN_EXPECTED = `pattern: with a text of 1 to ${WATCH_PATTERN_MAX_CHARS} characters behind it, or with /REGEX/`;
const PORT_EXPECTED = `port: with a whole number from 1 to ${PORT_MAX} behind it`;
const IDLE_EXPECTED = `idle: with seconds behind it, from ${IDLE_MIN_SECONDS} to ${WAIT_TIMEOUT_MAX_SECONDS}`;
const BYTES_EXPECTED = "bytes: with a whole number behind it, 1 or more";

/** What was written, with values that may not fit; `checkCondition` says so. */
function fieldsOf(kind: string, value: string | undefined): WaitCondition {
  switch (kind) {
    case "pattern":
      return { kind, pattern: value ?? "" };
    case "port":
      return { kind, port: numberOf(value) };
    case "idle":
      return { kind, seconds: numberOf(value) };
    case "bytes":
      return { kind, bytes: numberOf(value) };
    default:
      return { kind: value === undefined ? kind : "" } as WaitCondition;
  }
}

/** Not a number for what is not written as one (`0x10`, `1e3`, nothing). */
function numberOf(text = ""): number {
  return /^\s*\d{1,16}(\.\d{1,20})?\s*$/.test(text) ? Number(text) : Number.NaN;
}

function isPattern(pattern: unknown): boolean {
  return typeof pattern === "string" && pattern !== "" && pattern.length <= WATCH_PATTERN_MAX_CHARS;
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most;
}

function isSeconds(value: unknown): boolean {
  return typeof value === "number" && value >= IDLE_MIN_SECONDS && value <= WAIT_TIMEOUT_MAX_SECONDS;
}
