import type { StartedProcess } from "../../core/results.ts";
import { startHint } from "../../core/shell/hints.ts";
import type { TerminalCall } from "./terminal-call.ts";
import { notStarted } from "./terminal-errors.ts";
import type { TerminalMeans } from "./terminal-means.ts";
import { promiseOf } from "./terminal-promise.ts";
import { plannedStart } from "./terminal-start.ts";
import type { ToolCaller } from "./tool.ts";

const WHAT = "background process";

/** Starts it and answers at once, with the original's keys (behaviour 10.4) and what ours adds. */
export async function startInBackground(means: TerminalMeans, call: TerminalCall): Promise<object> {
  const { bellhop, caller } = means;
  const promise = promiseOf(call, caller);
  const { options, ptyNote } = plannedStart(call, caller, promise);
  try {
    const started = await bellhop.start(options);
    if (await hasFailed(means, started)) return await notStarted(means, NEVER_RAN, WHAT);
    return {
      output: "Background process started",
      session_id: started.sessionId,
      pid: started.pid,
      exit_code: 0,
      error: null,
      ...askedFields(call, ptyNote),
      ...promise.told,
      ...startedFields(started),
      ...hintOf(call, caller),
    };
  } catch (error) {
    return notStarted(means, error, WHAT);
  }
}

const NEVER_RAN = new Error("the command never ran, and nothing of it is left. Look at its directory and its command.");

/** Where the command runs elsewhere, its start can fail after the shim was there. */
async function hasFailed({ bellhop }: TerminalMeans, { id, status }: StartedProcess): Promise<boolean> {
  return status === "exited" && (await bellhop.get(id))?.completionReason === "failed_start";
}

function askedFields({ persistOnRelease, ready, timeoutSeconds }: TerminalCall, ptyNote: string): object {
  return {
    ...(persistOnRelease && { persist_on_release: true }),
    ...(ptyNote !== "" && { pty_note: ptyNote }),
    ...(ready !== undefined && { ready: "pending" }),
    ...(timeoutSeconds !== undefined && { timeout_ignored: TIMEOUT_IGNORED }),
  };
}

const TIMEOUT_IGNORED = "timeout counts only in the foreground: this process runs until it ends or is ended.";

function startedFields(started: StartedProcess): object {
  const { name, pty, heartbeatSeconds, watchPatterns, watchPatternsIgnored, alreadyRunning, note } = started;
  return {
    ...(name && { name }),
    ...(pty && { pty }),
    ...(heartbeatSeconds && { heartbeat_seconds: heartbeatSeconds }),
    ...(watchPatterns && { watch_patterns: watchPatterns }),
    ...(watchPatternsIgnored && { watch_patterns_ignored: watchPatternsIgnored }),
    ...(alreadyRunning && { already_running: alreadyRunning }),
    ...(note && { note }),
  };
}

/** Who cannot be told anything is not advised to ask for it. */
function hintOf({ command, notify, watchPatterns, ready }: TerminalCall, caller: ToolCaller): object {
  const watches = watchPatterns.length > 0 || ready !== undefined || caller.canReceiveEvents === false;
  const hint = startHint({ command, notifies: notify, watches });
  return hint === "" ? {} : { hint };
}
