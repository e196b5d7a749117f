import { checkLimitOptions } from "./limit-options.ts";
import { checkNoticeOptions } from "./notice-options.ts";
import { checkPty } from "./terminal-size.ts";
import { invalidArgument } from "../core/errors.ts";
import type { StartOptions } from "../core/contract.ts";
import { isValidName } from "../core/ids.ts";
import {
  COMMAND_MAX_BYTES,
  COMPLETION_OUTPUT_CHARS_MAX,
  LOG_MAX_BYTES_CEILING,
  LOG_MAX_BYTES_FLOOR,
  NAME_MAX_CHARS,
} from "../core/limits.ts";

const SHELL_MODES: readonly unknown[] = ["login", "cached", "plain", undefined];
const STDIN_MODES: readonly unknown[] = ["null", "pipe", undefined];
const TEXTS = ["cwd", "name", "taskId", "ownerTaskId", "sessionKey", "parentSessionId"] as const;
const SWITCHES = ["notifyOnComplete", "persistOnRelease"] as const;

/**
 * Throws `invalid_argument`, naming the argument, what it must be and what it was, before anything is started.
 * `isThisHost` says whether the host of a URL is this one.
 */
export function checkStartOptions(options: StartOptions, isThisHost: (hostname: string) => boolean): void {
  checkCommand(options.command);
  for (const key of TEXTS) checkText(key, options[key]);
  for (const key of SWITCHES) {
    if (options[key] !== undefined && typeof options[key] !== "boolean")
      throw invalidArgument(key, "true or false", options[key]);
  }
  if (!SHELL_MODES.includes(options.shell))
    throw invalidArgument("shell", '"login", "cached" or "plain"', options.shell);
  if (!STDIN_MODES.includes(options.stdin)) throw invalidArgument("stdin", '"null" or "pipe"', options.stdin);
  if (options.name !== undefined && options.name !== "" && !isValidName(options.name)) {
    throw invalidArgument(
      "name",
      `at most ${NAME_MAX_CHARS} letters, digits, ".", "_" or "-", beginning with a letter, digit or "_", and not like an id`,
      options.name,
    );
  }
  checkNumber("completionOutputChars", options.completionOutputChars, [1, COMPLETION_OUTPUT_CHARS_MAX]);
  checkNumber("logMaxBytes", options.logMaxBytes, [LOG_MAX_BYTES_FLOOR, LOG_MAX_BYTES_CEILING]);
  checkLimitOptions(options);
  checkPty(options.pty);
  checkNoticeOptions(options, isThisHost);
}

function checkCommand(command: unknown): void {
  if (typeof command !== "string") throw invalidArgument("command", "a text", command);
  if (command.trim() === "") throw invalidArgument("command", "a shell command, not an empty text", command);
  if (command.includes("\0")) throw invalidArgument("command", "a text without NUL bytes", command);
  const bytes = Buffer.byteLength(command);
  if (bytes > COMMAND_MAX_BYTES) {
    throw invalidArgument(
      "command",
      `at most ${COMMAND_MAX_BYTES} bytes long, which is what the kernel takes in one argument; write it to a file and run that`,
      bytes,
    );
  }
}

function checkText(key: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "string" || value.includes("\0")) throw invalidArgument(key, "a text without NUL bytes", value);
}

function checkNumber(key: string, value: number | undefined, [least, most]: readonly [number, number]): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || value < least || value > most) {
    throw invalidArgument(key, `a whole number from ${least} to ${most}`, value);
  }
}
