import {
  SCREEN_ASKED_MAX,
  SCREEN_FEED_BYTES,
  SCREEN_LOOKBACK_BYTES,
  SCREEN_MODES_BYTES,
  TERMINAL_COLUMNS,
  TERMINAL_ROWS,
} from "../core/limits.ts";
import type { TerminalSize } from "../core/record.ts";
import { asksForCursor, queryReader } from "../core/terminal/queries.ts";
import { firstWhole, lastClear, preludeOf } from "../core/terminal/screen-start.ts";
import type { LogSlice, OutputLog } from "../ports/output-log.ts";
import type { Emulator } from "../ports/screen.ts";
import type { Context, Tracked } from "./context.ts";
import type { Kept } from "./screens.ts";
import { readAll } from "./tell.ts";

interface Feeding {
  readonly tracked: Tracked;
  readonly kept: Kept;
  /** Offset in the log. Default: its end. */
  readonly upTo?: number | undefined;
}

/**
 * Brings the emulator of a process up to date, and gives it. A new one takes the place of
 * one that is too far behind: carrying out what lies between would take longer than beginning near the end.
 */
export async function feed(context: Context, { tracked, kept, upTo }: Feeding): Promise<Emulator> {
  const { head, size } = tracked.log.extent();
  const to = Math.min(upTo ?? size, size);
  const isBehind = kept.fedTo < head || to - kept.fedTo > SCREEN_LOOKBACK_BYTES;
  const emulator =
    kept.emulator === null || isBehind ? await begin(context, tracked, { kept, head, to }) : kept.emulator;
  fit(emulator, sizeOf(tracked));
  for (const { from, bytes } of readAll(tracked.log, kept.fedTo, to)) {
    if (from > kept.fedTo) {
      await emulator.write(CANCEL);
      kept.asking = queryReader();
    }
    await carryOut(emulator, kept, { from, bytes });
    kept.fedTo = from + bytes.length;
  }
  return emulator;
}

/** Remembers where the cursor stands when the program asks for it. */
async function carryOut(emulator: Emulator, kept: Kept, { from, bytes }: LogSlice): Promise<void> {
  let done = 0;
  for (const { end } of kept.asking.read(bytes).filter(asksForCursor)) {
    await emulator.write(bytes.subarray(done, end));
    done = end;
    kept.asked.set(from + end, emulator.cursor());
    const [oldest] = kept.asked.keys();
    if (kept.asked.size > SCREEN_ASKED_MAX && oldest !== undefined) kept.asked.delete(oldest);
  }
  await emulator.write(bytes.subarray(done));
}

/** Ends a sequence whose rest is lost in a gap (ECMA-48). */
const CANCEL: Uint8Array = Uint8Array.of(0x18);

function sizeOf({ record }: Tracked): TerminalSize {
  return record.pty ?? { rows: TERMINAL_ROWS, cols: TERMINAL_COLUMNS };
}

/** A record from before there were terminals does not say. */
function hasTerminal({ record }: Tracked): boolean {
  return Boolean(record.pty);
}

function fit(emulator: Emulator, { rows, cols }: TerminalSize): void {
  if (emulator.size.rows !== rows || emulator.size.cols !== cols) emulator.resize({ rows, cols });
}

interface Beginning {
  readonly kept: Kept;
  readonly head: number;
  readonly to: number;
}

async function begin(context: Context, tracked: Tracked, { kept, head, to }: Beginning): Promise<Emulator> {
  const emulator = await context.ports.openEmulator({
    size: sizeOf(tracked),
    newlineReturns: !hasTerminal(tracked),
  });
  const start = startOf(tracked.log, head, to);
  const modes = Buffer.from(modesBefore(tracked.log, Math.max(head, start - SCREEN_MODES_BYTES), start), "latin1");
  await emulator.write(modes);
  kept.emulator = emulator;
  kept.asking = queryReader();
  kept.fedTo = start;
  return emulator;
}

/** The whole log when it is short. Else its end, or from the last clear on when there is none in that and one a little before. */
function startOf(log: OutputLog, head: number, to: number): number {
  if (head === 0 && to <= SCREEN_FEED_BYTES) return 0;
  const from = Math.max(head, to - SCREEN_FEED_BYTES);
  const end = textOf(log, from, to);
  const before = Math.max(head, to - SCREEN_LOOKBACK_BYTES);
  const clear = lastClear(end) === -1 ? lastClear(textOf(log, before, from)) : -1;
  return clear === -1 ? from + firstWhole(end) : before + clear;
}

/** Piece by piece: nothing of the log is held. A sequence that a cut goes through is overlooked. */
function modesBefore(log: OutputLog, from: number, to: number): string {
  let modes = "";
  for (const { bytes } of readAll(log, from, to)) modes = preludeOf(modes + bytes.toString("latin1"));
  return modes;
}

/** Bytes as characters. A gap is no place to begin in. */
function textOf(log: OutputLog, from: number, to: number): string {
  return Array.from(readAll(log, from, to), ({ bytes }) => bytes.toString("latin1")).join("");
}
