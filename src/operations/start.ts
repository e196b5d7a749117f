import { z } from "zod";

import type { NotFound, StartedProcess, StartResult } from "../core/results.ts";
import { isValidName } from "../core/ids.ts";
import {
  COMMAND_MAX_BYTES,
  COMPLETION_OUTPUT_CHARS_MAX,
  ENVIRONMENT_NAME_MAX_CHARS,
  HEARTBEAT_MAX_SECONDS,
  LOG_MAX_BYTES_CEILING,
  LOG_MAX_BYTES_FLOOR,
  MEMORY_MAX_FLOOR_MB,
  NAME_MAX_CHARS,
  NICE_MAX,
  PATH_MAX_CHARS,
  READY_TIMEOUT_MAX_SECONDS,
  RESOURCE_LIMIT_MAX,
  TIME_LIMIT_MAX_SECONDS,
  TERMINAL_SIDE_MAX,
  WATCH_PATTERN_MAX_CHARS,
  WATCH_PATTERNS_MAX,
} from "../core/limits.ts";
import { callerContext, environment, path } from "./caller-context.ts";
import { camel } from "./camel.ts";
import { optionalChoice, optionalCount, optionalFlag, optionalText, sessionId, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

const command = field(
  z.string().refine(isCommand),
  `a shell command of 1 to ${COMMAND_MAX_BYTES} bytes without NUL`,
  "A shell command.",
);

const ready = z.union([
  z.strictObject({ port: z.int().min(1).max(65_535) }),
  z.strictObject({ pattern: text(WATCH_PATTERN_MAX_CHARS).min(1) }),
  z.strictObject({ http: text(PATH_MAX_CHARS).refine(isAddress) }),
]);

const side = z.int().min(1).max(TERMINAL_SIDE_MAX).exactOptional();

const watcher = z.strictObject({
  platform: optionalText("Which chat program."),
  chat_id: optionalText("Which chat."),
  user_id: optionalText("Whose."),
  user_name: optionalText("Whose, in words."),
  thread_id: optionalText("Which thread of the chat."),
  message_id: optionalText("Which message began it."),
  interval: optionalCount(0, HEARTBEAT_MAX_SECONDS, "Seconds between two looks; 0: none."),
});

const input = z.strictObject({
  command,
  environment: field(
    text(ENVIRONMENT_NAME_MAX_CHARS).min(1).exactOptional(),
    "host, docker:NAME, docker-image:IMAGE, ssh://USER@HOST, exec:PRESET:TARGET or a name from the configuration",
    "Where it runs: host, docker:NAME, docker-image:IMAGE, ssh://USER@HOST, exec:PRESET:TARGET or a name from the configuration. There it gets only the variables in env. Default host.",
  ),
  cwd: field(
    path.exactOptional(),
    "a directory",
    "The directory that it runs in. Default: the caller's; elsewhere, that in which the environment begins.",
  ),
  env: field(
    environment.exactOptional(),
    "an object of names and texts",
    "Variables on top of the caller's environment.",
  ),
  stdin: optionalChoice(["null", "pipe"], "What it reads: nothing, or what `write` and `submit` send. Default null."),
  pty: field(
    z.union([z.boolean(), z.strictObject({ rows: side, cols: side })]).exactOptional(),
    `true, false or an object of rows and cols (1 to ${TERMINAL_SIDE_MAX})`,
    "Run it in a terminal: for programs that draw or ask. true: 30 rows, 120 columns. Default false.",
  ),
  shell: optionalChoice(
    ["login", "cached", "plain"],
    "login: with the user's login files. cached: the variables of a login shell captured once. plain: neither. Default login.",
  ),
  name: field(
    z.string().refine(isValidName).exactOptional(),
    `a name of 1 to ${NAME_MAX_CHARS} letters, digits, ".", "_" or "-", beginning with a letter, digit or "_", and not like an id`,
    "A name to call it by; unique among the running ones.",
  ),
  task_id: optionalText("The sandbox key of the task."),
  owner_task_id: optionalText("The task that starts it. Default: task_id."),
  session_key: optionalText("The conversation that is told."),
  parent_session_id: optionalText("The conversation that may read the result later."),
  notify_on_complete: optionalFlag("Queue an event when it ends. Default false."),
  completion_output_chars: optionalCount(
    1,
    COMPLETION_OUTPUT_CHARS_MAX,
    "Characters of output in that event. Default 2000.",
  ),
  persist_on_release: optionalFlag("Spare it when its task is swept. Default false."),
  watch_patterns: field(
    z.array(text(WATCH_PATTERN_MAX_CHARS).min(1)).max(WATCH_PATTERNS_MAX).exactOptional(),
    `a list of at most ${WATCH_PATTERNS_MAX} texts of 1 to ${WATCH_PATTERN_MAX_CHARS} characters without NUL`,
    "Queue an event for each line that contains one of these texts, or that one written as /regex/ or /regex/i matches. For rare signals: at most one event in 15 s, eight in all. Not together with notify_on_complete.",
  ),
  heartbeat_seconds: field(
    z.number().min(0).max(HEARTBEAT_MAX_SECONDS).exactOptional(),
    `a number of seconds from 0 to ${HEARTBEAT_MAX_SECONDS}`,
    "Queue an event with new output every so many seconds; less than 60 counts as 60. Default 0: never.",
  ),
  ready: field(
    ready.exactOptional(),
    "an object with one of port (1 to 65535), pattern (a text) and http (an address that begins with http:// or https://)",
    "Queue an event once it is ready (its port or its page answers, its line was printed), or when it will not be.",
  ),
  ready_timeout_seconds: field(
    z.number().positive().max(READY_TIMEOUT_MAX_SECONDS).exactOptional(),
    `a number of seconds above 0, at most ${READY_TIMEOUT_MAX_SECONDS}`,
    "How long it may take to be ready. Default 120.",
  ),
  watcher: field(
    watcher.exactOptional(),
    "an object of platform, chat_id, user_id, user_name, thread_id, message_id (texts) and interval (seconds)",
    "The chat that a gateway shows its events in, and how often it wants to look.",
  ),
  on_exit: field(
    z.string().refine(isCommand).exactOptional(),
    `a shell command of 1 to ${COMMAND_MAX_BYTES} bytes without NUL`,
    "A shell command that is run once it has ended, with the completion event as JSON on its standard input.",
  ),
  notify_url: field(
    text(PATH_MAX_CHARS).refine(isAddress).exactOptional(),
    "an address that begins with http:// or https://",
    "Its events are posted there as JSON, again and again until it answers 2xx.",
  ),
  notify_secret: optionalText("Signs each post (HMAC-SHA256)."),
  timeout_seconds: optionalLimit("Kill it after so many seconds; what it has printed is kept. Default 0: never."),
  idle_timeout_seconds: optionalLimit("Kill it when it has printed nothing for so many seconds. Default 0: never."),
  memory_max_mb: optionalCount(
    MEMORY_MAX_FLOOR_MB,
    RESOURCE_LIMIT_MAX,
    "Memory of all its processes together, in MiB; above it the kernel ends it.",
  ),
  max_processes: optionalCount(1, RESOURCE_LIMIT_MAX, "Processes and threads that it may have at the same time."),
  cpu_percent: optionalCount(1, RESOURCE_LIMIT_MAX, "CPU time of all its processes together, in percent of one core."),
  nice: optionalCount(0, NICE_MAX, "How far it steps back behind others."),
  log_max_bytes: optionalCount(
    LOG_MAX_BYTES_FLOOR,
    LOG_MAX_BYTES_CEILING,
    "Bytes of output kept; the oldest go first. Default 64 MiB.",
  ),
  caller: field(
    callerContext,
    "an object {env, cwd, umask} of the one who asks, since a job takes over his and not the daemon's",
    "The environment, directory and umask of the one who asks.",
  ),
});

export const start: CallOperation = defineOperation({
  name: "start",
  kind: "act",
  description:
    "Starts a shell command in the background and answers at once with its session_id. Its output, exit code and completion event outlive every crash.",
  input,
  run: async ({ bellhop }, options) => withoutId(await bellhop.start(camel(options))),
});

export const restart: CallOperation = defineOperation({
  name: "restart",
  kind: "act",
  description:
    "Ends a process if it still runs, and starts the same command in the same directory and environment again, under a new session_id.",
  input: z.strictObject({ session_id: sessionId }),
  run: async ({ bellhop }, { session_id }) => withoutId(await bellhop.restart(session_id)),
});

function optionalLimit(meaning: string): z.ZodExactOptional<z.ZodNumber> {
  return field(
    z.number().min(0).max(TIME_LIMIT_MAX_SECONDS).exactOptional(),
    `a number of seconds from 0 (no limit) to ${TIME_LIMIT_MAX_SECONDS}`,
    meaning,
  );
}

function isCommand(value: string): boolean {
  return value.trim() !== "" && !value.includes("\0") && Buffer.byteLength(value) <= COMMAND_MAX_BYTES;
}

function isAddress(value: string): boolean {
  return /^https?:\/\/./i.test(value) && URL.canParse(value);
}

/** On the wire the id has one name: `session_id`. */
function withoutId(started: StartedProcess | NotFound): StartResult | NotFound {
  if (!("id" in started)) return started;
  const { id: _, ...answer } = started;
  return answer;
}
