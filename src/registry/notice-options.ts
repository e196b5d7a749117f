import { isObject } from "../base/json.ts";
import type { StartOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import {
  COMMAND_MAX_BYTES,
  HEARTBEAT_MAX_SECONDS,
  READY_TIMEOUT_MAX_SECONDS,
  SHORT_TEXT_MAX_CHARS,
} from "../core/limits.ts";
import { NO_ROUTE } from "../core/notify/route.ts";
import { parsePatterns } from "../core/watch/pattern.ts";

type IsThisHost = (hostname: string) => boolean;

const PORT_MAX = 65_535;

/** The options that say what the owner is told while it runs and when it has ended. Throws `invalid_argument`. */
export function checkNoticeOptions(options: StartOptions, isThisHost: IsThisHost): void {
  if (options.watchPatterns !== undefined) parsePatterns(options.watchPatterns);
  checkSeconds("heartbeatSeconds", options.heartbeatSeconds, [0, HEARTBEAT_MAX_SECONDS]);
  checkReady(options.ready, isThisHost);
  checkSeconds("readyTimeoutSeconds", options.readyTimeoutSeconds, [0.001, READY_TIMEOUT_MAX_SECONDS]);
  checkWatcher(options.watcher);
  checkShortText("onExit", options.onExit, COMMAND_MAX_BYTES);
  checkShortText("notifySecret", options.notifySecret, SHORT_TEXT_MAX_CHARS);
  if (options.notifyUrl !== undefined && options.notifyUrl !== "") webAddress("notifyUrl", options.notifyUrl);
}

function checkSeconds(key: string, value: unknown, [least, most]: readonly [number, number]): void {
  if (value === undefined) return;
  if (typeof value !== "number" || !(value >= least && value <= most)) {
    throw invalidArgument(key, `a number of seconds from ${least} to ${most}`, value);
  }
}

function checkReady(ready: unknown, isThisHost: IsThisHost): void {
  if (ready === undefined) return;
  const [entry, ...more] = isObject(ready) ? Object.entries(ready).filter(([, value]) => value !== undefined) : [];
  if (entry === undefined || more.length > 0) throw invalidArgument("ready", "one of {port}, {pattern}, {http}", ready);
  const [key, value] = entry;
  if (key === "port") return checkPort(value);
  if (key === "pattern") return void parsePatterns([value as string]);
  if (key === "http") return checkPage(value, isThisHost);
  throw invalidArgument("ready", "one of {port}, {pattern}, {http}", `{${key}}`);
}

function checkPort(value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > PORT_MAX)
    throw invalidArgument("ready.port", `a whole number from 1 to ${PORT_MAX}`, value);
}

function checkPage(value: unknown, isThisHost: IsThisHost): void {
  const { hostname, username, password } = webAddress("ready.http", value);
  if (username !== "" || password !== "")
    throw invalidArgument(
      "ready.http",
      "a URL without a user and a password, since it is kept and told",
      "one with them",
    );
  if (!isThisHost(hostname))
    throw invalidArgument("ready.http", "a URL of this host, such as http://localhost:3000/", value);
}

function webAddress(key: string, value: unknown): URL {
  const expected = "an http:// or https:// URL";
  if (typeof value !== "string" || !URL.canParse(value)) throw invalidArgument(key, expected, value);
  const url = new URL(value);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw invalidArgument(key, expected, value);
  return url;
}

function checkWatcher(watcher: unknown): void {
  if (watcher === undefined) return;
  if (!isObject(watcher)) throw invalidArgument("watcher", "an object", watcher);
  for (const [key, value] of Object.entries(watcher)) {
    if (key === "interval") checkSeconds("watcher.interval", value, [0, HEARTBEAT_MAX_SECONDS]);
    else if (key in NO_ROUTE) checkShortText(`watcher.${key}`, value, SHORT_TEXT_MAX_CHARS);
    else
      throw invalidArgument(
        "watcher",
        `an object with ${[...Object.keys(NO_ROUTE), "interval"].join(", ")}`,
        `{${key}}`,
      );
  }
}

function checkShortText(key: string, value: unknown, maxBytes: number): void {
  if (value === undefined) return;
  if (typeof value !== "string" || value.includes("\0")) throw invalidArgument(key, "a text without NUL bytes", value);
  const bytes = Buffer.byteLength(value);
  if (bytes > maxBytes) throw invalidArgument(key, `at most ${maxBytes} bytes long`, bytes);
}
