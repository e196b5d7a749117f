import { readFileSync } from "node:fs";

import type { CallerContext } from "../../core/contract.ts";
import { BellhopError, invalidArgument } from "../../core/errors.ts";
import type { Context, Invocation, Options } from "./context.ts";
import { commandLine } from "./shell-words.ts";

/** Signs what is posted to `--notify-url`. It is for us, and no job gets it. */
const SECRET_VARIABLE = "BELLHOP_NOTIFY_SECRET";

/** The input of `start`, `snake_case`. Throws `invalid_argument` for options that contradict each other. */
export function startInput(context: Context, { operands, options }: Invocation): object {
  const command = commandLine(operands);
  if (command.trim() === "") throw invalidArgument("The command", "at least one word", command);
  checkStays(options);
  const { caller, secret } = callerOf(context);
  return {
    command,
    environment: options.text("backend"),
    cwd: options.text("cwd"),
    env: variables(options.list("env")),
    stdin: options.flag("stdin") ? "pipe" : undefined,
    pty: terminalInput(options),
    shell: options.text("shell"),
    name: options.text("name"),
    owner_task_id: options.text("owner"),
    session_key: options.text("session"),
    notify_on_complete: options.flag("notify") || undefined,
    persist_on_release: options.flag("persist") || undefined,
    log_max_bytes: options.number("log-max-bytes"),
    ...limitInput(options),
    ...noticeInput(options, secret),
    caller,
  };
}

function limitInput(options: Options): object {
  return {
    timeout_seconds: options.number("timeout"),
    idle_timeout_seconds: options.number("idle-timeout"),
    memory_max_mb: options.number("memory"),
    max_processes: options.number("max-processes"),
    cpu_percent: options.number("cpu"),
    nice: options.number("nice"),
  };
}

function terminalInput(options: Options): true | object | undefined {
  const size = { rows: options.number("rows"), cols: options.number("cols") };
  const isSized = size.rows !== undefined || size.cols !== undefined;
  if (isSized && !options.flag("pty")) throw misuse("--rows and --cols are of a terminal: give --pty, too.");
  if (!options.flag("pty")) return undefined;
  return isSized ? size : true;
}

function noticeInput(options: Options, secret: string | undefined): object {
  const patterns = options.list("watch");
  return {
    watch_patterns: patterns.length > 0 ? patterns : undefined,
    heartbeat_seconds: options.number("heartbeat"),
    ready: readyInput(options),
    ready_timeout_seconds: options.number("ready-timeout"),
    on_exit: options.text("on-exit"),
    notify_url: options.text("notify-url"),
    notify_secret: options.text("notify-url") === undefined ? undefined : (secretFrom(options) ?? secret),
  };
}

function readyInput(options: Options): object | undefined {
  const given = [
    { port: options.number("ready-port") },
    { pattern: options.text("ready-pattern") },
    { http: options.text("ready-http") },
  ].filter((one) => Object.values(one).some((value) => value !== undefined));
  if (given.length > 1) throw misuse("run takes one of --ready-port, --ready-pattern and --ready-http.");
  if (given.length === 0 && options.flag("wait-ready"))
    throw misuse("run --wait-ready needs --ready-port, --ready-pattern or --ready-http.");
  return given[0];
}

function checkStays(options: Options): void {
  const stays = ["wait", "follow", "wait-ready"].filter((name) => options.flag(name));
  if (stays.includes("wait-ready") && stays.length > 1)
    throw misuse(`run takes one of ${stays.map((name) => `--${name}`).join(" and ")}.`);
}

function secretFrom(options: Options): string | undefined {
  const path = options.text("notify-secret-file");
  if (path === undefined) return undefined;
  try {
    return readFileSync(path, "utf8").trimEnd();
  } catch (error) {
    throw new BellhopError("invalid_argument", `The file of --notify-secret-file cannot be read: ${String(error)}`);
  }
}

/** What a job takes over, and the secret that no job gets. */
export function callerOf(context: Context): { readonly caller: CallerContext; readonly secret: string | undefined } {
  const caller = context.caller();
  const { [SECRET_VARIABLE]: secret, ...env } = caller.env;
  return { caller: { ...caller, env }, secret: secret || undefined };
}

function misuse(sentence: string): BellhopError {
  return new BellhopError("invalid_argument", sentence);
}

function variables(pairs: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (pairs.length === 0) return undefined;
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]));
}
