import { toSnakeCase } from "../../base/case.ts";
import type { KillResult, StartedProcess, WaitResult } from "../../core/results.ts";
import { redactedError } from "./terminal-errors.ts";
import type { TerminalMeans } from "./terminal-means.ts";
import { readOutput } from "./terminal-output.ts";
import type { NoticePromise } from "./terminal-promise.ts";

/** A command that a caller waits for. */
export interface ForegroundRun {
  readonly means: TerminalMeans;
  readonly process: StartedProcess;
  /** What holds when it goes on in the background. */
  readonly promise: NoticePromise;
  /** Its time in the foreground. */
  readonly seconds: number;
}

const INTERRUPTED = "[Command interrupted]";
/** As a shell tells an interrupt (original). */
const INTERRUPTED_CODE = 130;

/** It has ended in time. This answer tells it, so no completion is due. */
export async function finished({ means, process }: ForegroundRun, waited: WaitResult): Promise<object> {
  const { text, isCut } = await readOutput(means.bellhop, process.id, waited.cursor);
  const { exitCode = null, signal, leftoverPids, leftovers, completionReason, terminationSource } = waited;
  const isOdd = completionReason !== "exited" && completionReason !== undefined;
  return {
    output: text,
    exit_code: exitCode,
    error: completionReason === "lost" ? lostSentence(terminationSource) : null,
    ...(signal && { signal }),
    ...(isOdd && { completion_reason: completionReason, termination_source: terminationSource }),
    ...(waited.killedBy && { killed_by: waited.killedBy }),
    ...((isCut || leftoverPids || isOdd) && { session_id: process.id }),
    ...(leftoverPids && { leftover_pids: leftoverPids, leftovers: toSnakeCase(leftovers) }),
    ...noteOf(process),
  };
}

function lostSentence(why = ""): string {
  return `The command has ended, but nobody can know how${why === "" ? "" : ` (${why})`}. Check what it has done before you run it again.`;
}

/** Why a command is let go. */
export interface LetGo {
  /** The user has sent a message. */
  readonly isYielded: boolean;
  readonly isTimeUp: boolean;
  /** Behind the output that it had printed. It may print faster than anybody reads. */
  readonly cursor?: number | undefined;
}

/** It runs on in the background, where it is like any other process there (behaviour 7.2). */
export async function goesOn({ means, process, promise, seconds }: ForegroundRun, why: LetGo): Promise<object> {
  const { text } = await readOutput(means.bellhop, process.id, why.cursor);
  const note = [reasonOf(why, process.id, seconds), adviceOf(promise), process.note ?? ""].filter((one) => one !== "");
  return {
    output: text,
    exit_code: null,
    error: null,
    status: "yielded_to_background",
    session_id: process.id,
    pid: process.pid,
    ...(process.name && { name: process.name }),
    ...promise.told,
    note: note.join(" "),
  };
}

function reasonOf({ isYielded, isTimeUp }: LetGo, id: string, seconds: number): string {
  if (isYielded)
    return `The user has sent a message, so the command was not waited for any longer: it goes on in the background as ${id}. Respond to the user now, before anything else.`;
  const why = isTimeUp ? `It has not ended within ${seconds} s` : "It could not be waited for any longer";
  return `${why}, and goes on in the background as ${id}. It was not stopped, and its output goes on being kept.`;
}

function adviceOf({ notifyOnComplete, told }: NoticePromise): string {
  const isPromised = notifyOnComplete && told["notify_on_complete"] === true;
  return isPromised
    ? "You will be notified when it ends: do something else meanwhile, and do not start it again."
    : "Look after it with process_manage (wait, poll, log, kill), and do not start it again.";
}

/** The call was taken back before anything ran. */
export function notRun(): object {
  return { output: INTERRUPTED, exit_code: INTERRUPTED_CODE, error: null };
}

/** The call was taken back: it is ended, with all that it has started. */
export async function interrupted({ means, process }: ForegroundRun): Promise<object> {
  const { bellhop, caller } = means;
  const ownerTaskId = caller.ownerTaskId || caller.taskId;
  const asker = { ...(ownerTaskId && { ownerTaskId }), ...(caller.sessionKey && { sessionKey: caller.sessionKey }) };
  // As Ctrl-C does: a login shell ignores SIGTERM, and would go on with the next command of its line.
  const killed = await bellhop.kill(process.id, { source: "terminal.interrupt", signal: "SIGINT", asker });
  const { text } = await readOutput(bellhop, process.id);
  if (killed.status === "already_exited") return { output: text, exit_code: killed.exitCode ?? null, error: null };
  const output = text === "" || text.endsWith("\n") ? text + INTERRUPTED : `${text}\n${INTERRUPTED}`;
  if (killed.status === "killed") return { output, exit_code: INTERRUPTED_CODE, error: null };
  return { output, exit_code: null, error: survivorsSentence(killed, process.id), session_id: process.id };
}

function survivorsSentence({ error = "", survivors = [] }: KillResult, id: string): string {
  const who = survivors.length > 0 ? ` Still alive: ${survivors.join(", ")}.` : "";
  return `${id} was to be ended, and was not: ${error || "something of it runs on."}${who}`;
}

/** It was started, and how it is cannot be seen. */
export function outOfSight({ means, process }: ForegroundRun, error: string): object {
  return {
    output: "",
    exit_code: null,
    error: redactedError(
      `The command was started as ${process.id} and could not be waited for: ${error} It may still run; look at it with process_manage before you start it again.`,
      means.caller,
    ),
    session_id: process.id,
    pid: process.pid,
  };
}

function noteOf({ note }: StartedProcess): object {
  return note ? { note } : {};
}
