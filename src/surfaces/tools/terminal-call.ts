import { isObject } from "../../base/json.ts";
import { BellhopError, invalidArgument } from "../../core/errors.ts";
import { isValidName } from "../../core/ids.ts";
import { COMMAND_MAX_BYTES, NAME_MAX_CHARS, PATH_MAX_CHARS } from "../../core/limits.ts";
import { asNumber, flag, isGiven } from "./lenient.ts";
import { noticesOf, type AskedNotices } from "./terminal-notices.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** What a model asks of `terminal`, checked. */
export interface TerminalCall extends AskedNotices {
  readonly command: string;
  readonly background: boolean;
  /** As it was asked for; only a command in the foreground has one. */
  readonly timeoutSeconds?: number;
  readonly workdir?: string;
  readonly name?: string;
  readonly stdin: boolean;
  readonly pty: boolean;
  readonly persistOnRelease: boolean;
}

/**
 * Takes what models get slightly wrong: texts for numbers and truth values, null for nothing, older names. Throws
 * `invalid_argument`; nothing runs then (behaviour 10.2).
 */
export function terminalCall(args: unknown): TerminalCall {
  if (!isObject(args)) throw flawed("The arguments of terminal must be an object with a command.");
  const call = {
    command: commandOf(args),
    background: flag("background", args),
    ...timeoutOf(args),
    ...workdirOf(args),
    ...nameOf(args),
    stdin: flag("stdin", args),
    pty: flag("pty", args),
    persistOnRelease: flag("persist_on_release", args),
    ...noticesOf(args),
  };
  if (!call.background) checkForeground(call);
  return call;
}

function commandOf({ command, code }: Arguments): string {
  if (!isGiven(command) && isGiven(code))
    throw flawed(
      "terminal takes a shell command in `command`; got `code` instead. Run code by its interpreter, such as python3 -c '…' or node -e '…', or write it to a file.",
    );
  if (typeof command !== "string" || command.trim() === "")
    throw invalidArgument("command", "a shell command", command);
  if (command.includes("\0"))
    throw flawed("command must be a text without NUL characters, since the kernel ends every argument at one.");
  const bytes = Buffer.byteLength(command);
  if (bytes > COMMAND_MAX_BYTES)
    throw flawed(
      `command must be at most ${COMMAND_MAX_BYTES} bytes long, which is what the kernel takes in one argument; got ${bytes}. Write it to a file, and run that.`,
    );
  return command;
}

function timeoutOf({ timeout }: Arguments): { readonly timeoutSeconds?: number } {
  if (!isGiven(timeout)) return {};
  const seconds = asNumber(timeout);
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0)
    throw invalidArgument("timeout", "a number of seconds above 0", timeout);
  return { timeoutSeconds: seconds };
}

/** Any name of a directory will do: it never becomes shell text. */
function workdirOf({ workdir }: Arguments): { readonly workdir?: string } {
  if (!isGiven(workdir) || workdir === "") return {};
  if (typeof workdir !== "string" || workdir.includes("\0") || workdir.length > PATH_MAX_CHARS)
    throw invalidArgument("workdir", `a directory, at most ${PATH_MAX_CHARS} characters without NUL`, workdir);
  return { workdir };
}

function nameOf({ name }: Arguments): { readonly name?: string } {
  if (!isGiven(name) || name === "") return {};
  const text = typeof name === "number" ? String(name) : name;
  if (typeof text !== "string" || !isValidName(text))
    throw invalidArgument(
      "name",
      `at most ${NAME_MAX_CHARS} letters, digits, ".", "_" or "-", beginning with a letter, digit or "_", and not like an id`,
      name,
    );
  return { name: text };
}

/** What makes sense only for a command that the caller does not wait for. */
function checkForeground(call: TerminalCall): void {
  const { notify, watchPatterns, heartbeatSeconds, ready, pty, stdin, persistOnRelease } = call;
  const isTold = notify || watchPatterns.length > 0 || heartbeatSeconds > 0 || ready !== undefined;
  if (isTold) throw flawed(TELLS_NOTHING);
  if (pty) throw needsBackground("pty", "nobody could type into its terminal while this call waits for its end");
  if (stdin) throw needsBackground("stdin", "nobody could write to its input while this call waits for its end");
  if (persistOnRelease) throw needsBackground("persist_on_release", "a command in the foreground ends with this call");
}

const TELLS_NOTHING =
  "notify, heartbeat and ready need background=true: a command in the foreground is answered when it ends, so there is nothing else to tell. Set background=true, or leave them out.";

function needsBackground(name: string, why: string): BellhopError {
  return flawed(`${name} needs background=true: ${why}. Set background=true, or leave ${name} out.`);
}

function flawed(message: string): BellhopError {
  return new BellhopError("invalid_argument", message);
}
