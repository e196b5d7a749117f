import { isObject } from "../../base/json.ts";
import { invalidArgument } from "../../core/errors.ts";
import { HEARTBEAT_MAX_SECONDS } from "../../core/limits.ts";
import type { ReadyCondition } from "../../core/record.ts";
import { parsePatterns } from "../../core/watch/pattern.ts";
import { asNumber, flag, isGiven, truth, unpacked } from "./lenient.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What the caller wants to be told of. */
export interface AskedNotices {
  /** Its end. */
  readonly notify: boolean;
  /** Lines of its output. */
  readonly watchPatterns: readonly string[];
  /** What it has printed, every so many seconds; 0: never. */
  readonly heartbeatSeconds: number;
  readonly ready?: ReadyCondition;
}

/** An explicit `notify` wins over the older names (behaviour 10.1). A heartbeat implies that the end is told. Throws `invalid_argument`. */
export function noticesOf(args: Arguments): AskedNotices {
  const heartbeatSeconds = heartbeatOf(args["heartbeat"]);
  const { notify, watchPatterns } = isGiven(args["notify"]) ? notifyOf(args["notify"]) : olderNames(args);
  parsePatterns(watchPatterns);
  return { notify: notify || heartbeatSeconds > 0, watchPatterns, heartbeatSeconds, ...readyOf(args["ready"]) };
}

type Notify = Pick<AskedNotices, "notify" | "watchPatterns">;

function notifyOf(value: unknown): Notify {
  const known = value === "" ? false : truth(value);
  if (known !== undefined) return { notify: known, watchPatterns: [] };
  if (typeof value !== "string" && !Array.isArray(value))
    throw invalidArgument("notify", "true, false or a list of texts", value);
  return { notify: false, watchPatterns: textsOf("notify", value) };
}

function olderNames(args: Arguments): Notify {
  const patterns = args["watch_patterns"];
  return {
    notify: flag("notify_on_complete", args),
    watchPatterns: isGiven(patterns) ? textsOf("watch_patterns", patterns) : [],
  };
}

/** A list, a list as JSON, or one text. */
function textsOf(name: string, value: unknown): readonly string[] {
  const plain = unpacked(value);
  const list: unknown = typeof value === "string" && !Array.isArray(plain) ? [value] : plain;
  if (Array.isArray(list) && list.every((one) => typeof one === "string")) return list;
  throw invalidArgument(name, "a list of texts", value);
}

function heartbeatOf(value: unknown): number {
  if (!isGiven(value)) return 0;
  const seconds = asNumber(value);
  if (Number.isInteger(seconds) && Number(seconds) >= 0 && Number(seconds) <= HEARTBEAT_MAX_SECONDS)
    return Number(seconds);
  throw invalidArgument("heartbeat", `a whole number of seconds from 0 to ${HEARTBEAT_MAX_SECONDS}`, value);
}

const PORT_MAX = 65_535;
const READY =
  "one of {port: 3000}, {http: an address that begins with http:// or https://} and {pattern: a text that it prints}";

/** Also a bare port, address or text. */
function readyOf(value: unknown): { readonly ready?: ReadyCondition } {
  if (!isGiven(value) || value === "") return {};
  const plain = asNumber(unpacked(value));
  if (typeof plain === "number") return { ready: { port: portOf(plain) } };
  if (typeof plain === "string") return { ready: textCondition(plain) };
  const [entry, ...more] = isObject(plain) ? Object.entries(plain).filter(([, one]) => isGiven(one)) : [];
  if (entry === undefined || more.length > 0) throw invalidArgument("ready", READY, value);
  const [kind, condition] = entry;
  if (kind === "port") return { ready: { port: portOf(asNumber(condition)) } };
  if (typeof condition !== "string" || (kind !== "http" && kind !== "pattern"))
    throw invalidArgument("ready", READY, `{${kind}}`);
  return { ready: kind === "http" ? { http: addressOf(condition) } : { pattern: patternOf(condition) } };
}

function textCondition(text: string): ReadyCondition {
  return isAddress(text) ? { http: addressOf(text) } : { pattern: patternOf(text) };
}

function portOf(port: unknown): number {
  if (typeof port === "number" && Number.isInteger(port) && port >= 1 && port <= PORT_MAX) return port;
  throw invalidArgument("ready.port", `a whole number from 1 to ${PORT_MAX}`, port);
}

function addressOf(address: string): string {
  if (isAddress(address)) return address;
  throw invalidArgument("ready.http", "an http:// or https:// URL", address);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/./i.test(text) && URL.canParse(text);
}

function patternOf(pattern: string): string {
  parsePatterns([pattern]);
  return pattern;
}
