import { z } from "zod";

import type { NotFound, StartedProcess, StartResult } from "../core/results.ts";
import { isValidName } from "../core/ids.ts";
import {
  COMMAND_MAX_BYTES,
  COMPLETION_OUTPUT_CHARS_MAX,
  LOG_MAX_BYTES_CEILING,
  LOG_MAX_BYTES_FLOOR,
  NAME_MAX_CHARS,
  PATH_MAX_CHARS,
} from "../core/limits.ts";
import { camel } from "./camel.ts";
import { optionalChoice, optionalCount, optionalFlag, optionalText, sessionId, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

const path = text(PATH_MAX_CHARS).min(1);
const environment = z.record(
  z
    .string()
    .min(1)
    .refine((name) => !/[=\0]/.test(name)),
  z.string().refine((value) => !value.includes("\0")),
);

const command = field(
  z
    .string()
    .refine((value) => value.trim() !== "" && !value.includes("\0") && Buffer.byteLength(value) <= COMMAND_MAX_BYTES),
  `a shell command of 1 to ${COMMAND_MAX_BYTES} bytes without NUL`,
  "A shell command.",
);

const input = z.strictObject({
  command,
  cwd: field(path.exactOptional(), "a directory", "Where it runs. Default: the caller's directory."),
  env: field(
    environment.exactOptional(),
    "an object of names and texts",
    "Variables on top of the caller's environment.",
  ),
  stdin: optionalChoice(["null", "pipe"], "What it reads: nothing, or what `write` and `submit` send. Default null."),
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
  log_max_bytes: optionalCount(
    LOG_MAX_BYTES_FLOOR,
    LOG_MAX_BYTES_CEILING,
    "Bytes of output kept; the oldest go first. Default 64 MiB.",
  ),
  caller: field(
    z.strictObject({ env: environment, cwd: path, umask: z.int().min(0).max(0o777) }),
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

/** On the wire the id has one name: `session_id`. */
function withoutId(started: StartedProcess | NotFound): StartResult | NotFound {
  if (!("id" in started)) return started;
  const { id: _, ...answer } = started;
  return answer;
}
