import { messageOf, systemCode } from "../core/errors.ts";
import { TERMINAL_LINE_MAX_BYTES, TYPE_LOOK_MS, TYPE_PATIENCE_MS } from "../core/limits.ts";
import type { WriteResult } from "../core/results.ts";
import { lineLengths } from "../core/terminal/line-length.ts";
import type { Context, Tracked } from "./context.ts";
import { placeOf } from "./place.ts";
import { redacted } from "./tell.ts";
import { noteTyped } from "./typed.ts";

/** The last job of each process. */
const turns = new WeakMap<Tracked, Promise<unknown>>();
/** Bytes of the line that was begun in a terminal and not ended. Forgotten with the registry. */
const begun = new WeakMap<Tracked, number>();

/** Runs `job` when what was to be typed to the process before has been typed: two texts never mix. */
export function inTurn<T>(tracked: Tracked, job: () => Promise<T>): Promise<T> {
  const result = (turns.get(tracked) ?? Promise.resolve()).then(job);
  turns.set(
    tracked,
    result.catch(() => undefined),
  );
  return result;
}

/**
 * Types bytes as given. In a terminal it waits a moment for a program that reads slowly; what is not taken then is told, not
 * kept: the caller decides what to do with it. Only in turn.
 */
export async function type(context: Context, tracked: Tracked, bytes: Uint8Array): Promise<WriteResult> {
  const refused = refusal(tracked) ?? (await lineRefusal(context, tracked, bytes));
  if (refused !== null) return refused;
  noteTyped(tracked);
  const done = await put(context, tracked, bytes);
  const { bytesWritten } = done;
  begun.set(tracked, lineLengths(bytes.subarray(0, bytesWritten), begun.get(tracked) ?? 0).unfinished);
  if (done.error !== undefined) return failed(context, tracked, done);
  return bytesWritten === bytes.length ? { status: "ok", bytesWritten } : full(tracked, bytesWritten, bytes.length);
}

/** Whether a line was begun in its terminal: end of file only ends that line then. */
export function isInLine(tracked: Tracked): boolean {
  return (begun.get(tracked) ?? 0) > 0;
}

interface Put {
  readonly bytesWritten: number;
  readonly error?: unknown;
}

/** Writes to its input, here or elsewhere. Gives the bytes that it took. */
export function putOnce(context: Context, tracked: Tracked, bytes: Uint8Array): number | Promise<number> {
  const { elsewhere, launcher, store } = context.ports;
  const place = placeOf(context, tracked);
  return place === null ? launcher.write(store.directory(tracked.record.id), bytes) : elsewhere.write(place, bytes);
}

async function put(context: Context, tracked: Tracked, bytes: Uint8Array): Promise<Put> {
  const { clock } = context.ports;
  const patienceMs = tracked.record.pty ? TYPE_PATIENCE_MS : 0;
  const { signal } = tracked.attending;
  let bytesWritten = 0;
  for (let tookAtMs = clock.now(); ;) {
    try {
      const taken = await putOnce(context, tracked, bytes.subarray(bytesWritten));
      bytesWritten += taken;
      if (taken > 0) tookAtMs = clock.now();
    } catch (error) {
      return { bytesWritten, error };
    }
    if (bytesWritten === bytes.length || signal.aborted || clock.now() - tookAtMs >= patienceMs)
      return { bytesWritten };
    await clock.sleep(TYPE_LOOK_MS, signal);
  }
}

/** Why nothing can be typed to it; null when it can. */
export function refusal({ record }: Tracked): WriteResult | null {
  if (record.state.phase === "ended") return { status: "already_exited", error: `${record.id} has already ended.` };
  if (record.stdin === "pipe" || record.pty) return null;
  return {
    status: "error",
    reason: "no_input",
    error: `${record.id} was started without an input. Start it again with an input (stdin: \`bellhop run --stdin\`) or in a terminal (pty: \`--pty\`) to write to it.`,
  };
}

/**
 * A terminal that edits lines drops the end of a long one and says nothing (case B103): it is asked before. One elsewhere cannot
 * be asked.
 */
async function lineRefusal(context: Context, tracked: Tracked, bytes: Uint8Array): Promise<WriteResult | null> {
  if (!tracked.record.pty || tracked.record.elsewhere !== undefined) return null;
  const { longest } = lineLengths(bytes, begun.get(tracked) ?? 0);
  if (longest <= TERMINAL_LINE_MAX_BYTES) return null;
  const { inputProbe, launcher, store } = context.ports;
  const modes = await inputProbe.modes(launcher.terminal(store.directory(tracked.record.id)));
  if (modes?.canonical !== true) {
    begun.delete(tracked);
    return null;
  }
  return {
    status: "error",
    bytesWritten: 0,
    reason: "line_too_long",
    error: `A line of ${longest} bytes is longer than the terminal of ${tracked.record.id} takes while it edits lines: it would drop all behind byte ${TERMINAL_LINE_MAX_BYTES}. Nothing was typed. Send shorter lines, put the text into a file, or start it with stdin "pipe" instead of a terminal.`,
  };
}

function full({ record }: Tracked, bytesWritten: number, length: number): WriteResult {
  return {
    status: "error",
    bytesWritten,
    reason: "full",
    error: `${record.id} does not read its input: its ${record.pty ? "terminal" : "pipe"} took ${bytesWritten} of ${length} bytes. Send the rest when it reads again.`,
  };
}

function failed(context: Context, { record }: Tracked, { bytesWritten, error }: Put): WriteResult {
  const isClosed = systemCode(error) === "ENXIO" || systemCode(error) === "EPIPE";
  return {
    status: "error",
    bytesWritten,
    ...(isClosed ? { reason: "closed" as const } : {}),
    error: isClosed ? `${record.id} has closed its input; it reads no more.` : redacted(context, messageOf(error)),
  };
}
