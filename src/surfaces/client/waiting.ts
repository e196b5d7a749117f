import type { Bellhop, WaitManyOptions, WaitOptions } from "../../core/contract.ts";
import type { WaitManyResult, WaitResult } from "../../core/results.ts";
import { formatCondition } from "../../core/wait-condition.ts";
import { yieldManyNote, yieldNote } from "../../core/wait-note.ts";

/** The least that may be asked for: only an ending is told. */
const LOOK_SECONDS = 0.001;

/** The input of `wait` in the words of the wire, without what does not travel. */
export function waitInput(options: WaitOptions): object {
  return { ...options, for: options.for?.map(formatCondition), signal: undefined, yieldSignal: undefined };
}

/** What one of the two signals that end a wait early makes of both. */
export function eitherSignal({ signal, yieldSignal }: WaitOptions): AbortSignal | undefined {
  return signal && yieldSignal ? AbortSignal.any([signal, yieldSignal]) : (signal ?? yieldSignal);
}

/**
 * The answer when the user has sent a message: the daemon knows only that the wait was taken back. An ending that came at
 * the same moment is told, since this answer reaches its caller.
 */
export async function yielded(bellhop: Bellhop, id: string): Promise<WaitResult> {
  const view = await bellhop.get(id);
  if (view === null || view.status === "exited") return bellhop.wait(id, { timeoutSeconds: LOOK_SECONDS });
  return {
    status: "interrupted",
    sessionId: view.sessionId,
    command: view.command,
    output: view.outputPreview,
    cursor: view.cursor,
    processRunning: true,
    note: yieldNote(view.notifyOnComplete),
  };
}

/** The same for several. */
export async function yieldedMany(
  bellhop: Bellhop,
  ids: readonly string[],
  { all }: WaitManyOptions,
): Promise<WaitManyResult> {
  const look = await bellhop.waitMany(ids, { timeoutSeconds: LOOK_SECONDS, ...(all !== undefined && { all }) });
  if (look.status !== "timeout") return look;
  const { timeoutNote: _, ...rest } = look;
  const results = look.results.filter((one) => one.status !== "timeout");
  return { ...rest, status: "interrupted", results, note: yieldManyNote() };
}
