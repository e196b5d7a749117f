import type { Bellhop } from "../../core/contract.ts";
import { invalidArgument } from "../../core/errors.ts";
import { HANDOFF_NOTE_MAX_CHARS, HANDOFFS_MAX } from "../../core/limits.ts";
import { releaseHandoff, reserveHandoff } from "./handoff-count.ts";
import type { OwnProcesses } from "./own-processes.ts";
import type { ToolCaller } from "./tool.ts";

export interface Handoff {
  readonly bellhop: Bellhop;
  readonly caller: ToolCaller;
  readonly own: OwnProcesses;
  /** As the model gave it. */
  readonly sessionId: string;
  /** What the process is for. */
  readonly note: unknown;
}

/**
 * Gives a running process of a subagent to its parent, which is told of the ending then. What cannot be handed over is an
 * error, never silence: the parent counts on it (original #105125).
 */
export async function handOff(handoff: Handoff): Promise<unknown> {
  const { bellhop, caller } = handoff;
  const fromOwner = caller.ownerTaskId || caller.taskId || "";
  if (!(caller.isSubagent ?? Boolean(caller.parentTaskId)) || fromOwner === "") return { error: NO_SUBAGENT };
  if (!caller.parentTaskId) return { error: NO_PARENT };
  if (!reserveHandoff(bellhop, fromOwner)) return { error: CAP_REACHED };
  const answer = await transfer(handoff, { fromOwner, toOwner: caller.parentTaskId }).catch((error: unknown) => {
    releaseHandoff(bellhop, fromOwner);
    throw error;
  });
  if ("error" in answer) releaseHandoff(bellhop, fromOwner);
  return answer;
}

async function transfer(
  { bellhop, caller, own, sessionId, note: data }: Handoff,
  { fromOwner, toOwner }: { readonly fromOwner: string; readonly toOwner: string },
): Promise<object> {
  const note = typeof data === "string" ? data.trim() : data;
  if (note === undefined || note === "") return { error: NO_PURPOSE };
  if (typeof note !== "string" || note.length > HANDOFF_NOTE_MAX_CHARS || note.includes("\0"))
    throw invalidArgument("data", `one sentence of at most ${HANDOFF_NOTE_MAX_CHARS} characters`, note);
  const id = await own.find(sessionId);
  const toSessionKey = caller.parentSessionKey || caller.sessionKey;
  const to = { toOwner, toTaskId: toOwner, ...(toSessionKey && { toSessionKey }) };
  // Whose it is is asked together with the change; what is another's answers like what is not there.
  if (id === null || !(await bellhop.transferOwnership(id, { fromOwner, ...to, note }))) return notYours(sessionId);
  const view = await bellhop.get(id);
  return { status: "handed_off", session_id: view?.sessionId ?? id, command: view?.command ?? "", note: DONE };
}

function notYours(sessionId: string): object {
  return {
    error: `cannot hand off ${sessionId}: not a running process you own (already exited? read its result with poll/log and report it instead).`,
  };
}

const NO_SUBAGENT = "handoff is only available to a running subagent with a live parent; you are not one.";
const NO_PARENT = "parent has no process owner id yet; retry after the parent's turn has started.";
const CAP_REACHED = `handoff cap reached (${HANDOFFS_MAX} per subagent); wait on or kill the rest yourself.`;
const NO_PURPOSE =
  "handoff requires `data`: one sentence saying what the process is for and what the parent should do with its result.";
const DONE =
  "Your parent now owns this process and will receive its completion; you will not. Mention the handoff in your final answer.";
