import { isObject, parseJson } from "../../base/json.ts";
import type { Bellhop, StartOptions } from "../../core/contract.ts";
import { invalidArgument, messageOf } from "../../core/errors.ts";
import type { StartedProcess } from "../../core/results.ts";
import { TERMINAL_DESCRIPTION, TERMINAL_INPUT_SCHEMA } from "./terminal-schema.ts";
import type { Tool, ToolCaller } from "./tool.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The tool `terminal`, for commands in the background. It takes what models get slightly wrong. */
export function terminal(bellhop: Bellhop, caller: ToolCaller): Tool {
  return {
    name: "terminal",
    description: TERMINAL_DESCRIPTION,
    inputSchema: TERMINAL_INPUT_SCHEMA,
    run: async (args) => {
      try {
        if (!isObject(args))
          return JSON.stringify({ error: "The arguments of terminal must be an object with a command." });
        const options = startOptions(args, caller);
        return JSON.stringify(answerOf(await bellhop.start(options), options));
      } catch (error) {
        return JSON.stringify({ output: "", exit_code: -1, error: messageOf(error) });
      }
    },
  };
}

function startOptions(args: Arguments, { taskId, ownerTaskId, sessionKey }: ToolCaller): StartOptions {
  const { command, workdir, name } = args;
  if (typeof command !== "string" || command.trim() === "")
    throw invalidArgument("command", "a shell command", command);
  if (flag("background", args) !== true)
    throw invalidArgument(
      "background",
      "true, since this terminal runs commands in the background only",
      args["background"],
    );
  return {
    command,
    ...(isGiven(workdir) && { cwd: String(workdir) }),
    ...(isGiven(name) && { name: String(name) }),
    ...(flag("stdin", args) === true && { stdin: "pipe" as const }),
    ...(flag("persist_on_release", args) === true && { persistOnRelease: true }),
    ...noticeOptions(args),
    ...(taskId && { taskId }),
    ...(ownerTaskId && { ownerTaskId }),
    ...(sessionKey && { sessionKey }),
  };
}

/** An explicit `notify` wins over the older names (behaviour 10.1); a heartbeat implies that the end is told. */
function noticeOptions(args: Arguments): Pick<StartOptions, "notifyOnComplete" | "watchPatterns" | "heartbeatSeconds"> {
  const heartbeat = heartbeatSeconds(args["heartbeat"]);
  const notify = isGiven(args["notify"]) ? notifyOf(args["notify"]) : flag("notify_on_complete", args) === true;
  const older = isGiven(args["notify"]) ? [] : patterns("watch_patterns", args["watch_patterns"] ?? []);
  const watchPatterns = Array.isArray(notify) ? patterns("notify", notify) : older;
  return {
    ...((notify === true || heartbeat > 0) && { notifyOnComplete: true }),
    ...(watchPatterns.length > 0 && { watchPatterns }),
    ...(heartbeat > 0 && { heartbeatSeconds: heartbeat }),
  };
}

function notifyOf(value: unknown): boolean | readonly unknown[] {
  const plain = typeof value === "string" ? (parseJson(value) ?? [value]) : value;
  if (typeof plain === "boolean" || Array.isArray(plain)) return plain;
  throw invalidArgument("notify", "true, false or a list of texts", value);
}

function patterns(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw invalidArgument(name, "a list of texts", value);
}

function heartbeatSeconds(value: unknown): number {
  if (!isGiven(value)) return 0;
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (Number.isInteger(seconds) && Number(seconds) >= 0) return Number(seconds);
  throw invalidArgument("heartbeat", "a whole number of seconds, 0 or more", value);
}

function flag(name: string, args: Arguments): boolean | undefined {
  const value = args[name];
  if (!isGiven(value)) return undefined;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw invalidArgument(name, "true or false", value);
}

/** Null says "nothing" for many models. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Keys as in the original (behaviour 10.4), and what ours adds. */
function answerOf(started: StartedProcess, options: StartOptions): object {
  const isSilent = !options.notifyOnComplete && !options.watchPatterns && !options.heartbeatSeconds;
  return {
    output: "Background process started",
    session_id: started.sessionId,
    pid: started.pid,
    exit_code: 0,
    error: null,
    ...(started.name && { name: started.name }),
    ...(options.persistOnRelease && { persist_on_release: true }),
    ...(started.notifyOnComplete && { notify_on_complete: true }),
    ...(started.heartbeatSeconds && { heartbeat_seconds: started.heartbeatSeconds }),
    ...(started.watchPatterns && { watch_patterns: started.watchPatterns }),
    ...(started.watchPatternsIgnored && { watch_patterns_ignored: started.watchPatternsIgnored }),
    ...(started.alreadyRunning && { already_running: started.alreadyRunning }),
    ...(started.note && { note: started.note }),
    ...(isSilent && { hint: SILENT_HINT }),
  };
}

const SILENT_HINT =
  "Nobody is told when it ends. Unless it is a server that is to run on, start such commands with notify=true, or wait for it with process_manage.";
