import { messageOf } from "../../core/errors.ts";
import type { StartedProcess } from "../../core/results.ts";
import { foregroundGuard } from "../../core/shell/guards.ts";
import { startInBackground } from "./terminal-background.ts";
import type { TerminalCall } from "./terminal-call.ts";
import { notStarted, redactedError } from "./terminal-errors.ts";
import { foregroundLimits } from "./terminal-limits.ts";
import type { TerminalMeans } from "./terminal-means.ts";
import { finished, goesOn, interrupted, notRun, outOfSight, type ForegroundRun } from "./terminal-outcome.ts";
import { promiseOf } from "./terminal-promise.ts";
import { plannedStart } from "./terminal-start.ts";
import type { ToolRunOptions } from "./tool.ts";

/**
 * Runs it, and answers with its output and exit code when it has ended. It is a process like any other, so that it can go on
 * in the background when its time is up or the user has sent a message; what was asked to run longer than may be is started
 * there. The guards come first (behaviour 10.3).
 */
export async function runInForeground(
  means: TerminalMeans,
  call: TerminalCall,
  options: ToolRunOptions,
): Promise<object> {
  const { caller } = means;
  const reason = foregroundGuard(call.command);
  if (reason !== "") return { output: "", exit_code: -1, error: redactedError(reason, caller), status: "error" };
  const { defaultSeconds, maxSeconds } = foregroundLimits(caller);
  const { timeoutSeconds = defaultSeconds } = call;
  if (call.timeoutSeconds !== undefined && timeoutSeconds > maxSeconds)
    return promoted(means, call, { askedSeconds: timeoutSeconds, maxSeconds });
  if (options.signal?.aborted) return notRun();
  return started(means, { ...call, timeoutSeconds }, options);
}

interface Promotion {
  readonly askedSeconds: number;
  readonly maxSeconds: number;
}

async function promoted(
  means: TerminalMeans,
  call: TerminalCall,
  { askedSeconds, maxSeconds }: Promotion,
): Promise<object> {
  const { timeoutSeconds: _, ...rest } = call;
  const answer = await startInBackground(means, { ...rest, background: true, notify: true });
  if (!("session_id" in answer)) return answer;
  return {
    ...answer,
    promoted_from_foreground: `A timeout of ${askedSeconds} s is above the ${maxSeconds} s that a command may have in the foreground, so it was started in the background. It has no time limit there.`,
  };
}

type TimedCall = TerminalCall & { readonly timeoutSeconds: number };

async function started(means: TerminalMeans, call: TimedCall, options: ToolRunOptions): Promise<object> {
  const promise = promiseOf({ ...call, notify: true }, means.caller);
  let process: StartedProcess;
  try {
    process = await means.bellhop.start(plannedStart(call, means.caller, promise).options);
  } catch (error) {
    return notStarted(means, error, "the command");
  }
  return attended({ means, process, promise, seconds: call.timeoutSeconds }, options);
}

async function attended(run: ForegroundRun, { signal, yieldSignal }: ToolRunOptions): Promise<object> {
  const { means, process, seconds } = run;
  try {
    const waited = await means.bellhop.wait(process.id, {
      timeoutSeconds: seconds,
      unbounded: true,
      ...(signal && { signal }),
      ...(yieldSignal && { yieldSignal }),
    });
    if (waited.status === "exited") return await finished(run, waited);
    if (signal?.aborted) return await interrupted(run);
    if (waited.error !== undefined) return outOfSight(run, waited.error);
    const isYielded = yieldSignal?.aborted === true;
    return await goesOn(run, { isYielded, isTimeUp: waited.status === "timeout", cursor: waited.cursor });
  } catch (error) {
    return outOfSight(run, messageOf(error));
  }
}
