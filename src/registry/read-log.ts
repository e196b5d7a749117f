import { invalidArgument } from "../core/errors.ts";
import type { LogOptions } from "../core/contract.ts";
import { LOG_ANSWER_MAX_CHARS, LOG_LINES, LOG_LINES_MAX } from "../core/limits.ts";
import { completeUtf8Length } from "../core/output/decode.ts";
import { withoutLogout } from "../core/output/noise.ts";
import { presentText } from "../core/output/present.ts";
import type { LogResult } from "../core/results.ts";
import type { LogSlice } from "../ports/output-log.ts";
import type { Context, Tracked } from "./context.ts";
import { leadOf } from "./lead.ts";
import { hasEnded } from "./observe.ts";
import { consume } from "./outbox.ts";
import { checkAlive } from "./sweep.ts";
import { exitFieldsOrNone, outputFacts, readAll, redacted, saysLogout, statusOf } from "./tell.ts";

/** A part of the log. One that reaches the end of an ended process has told its ending, so its completion is consumed. */
export async function readLog(context: Context, tracked: Tracked, options: LogOptions): Promise<LogResult> {
  checkLogOptions(options);
  checkAlive(context, tracked);
  const part =
    options.since === undefined ? await page(tracked, options) : behind(tracked, options.since, options.maxBytes);
  const { size, lostBytes, drained } = tracked.log.extent();
  const atEnd = drained && part.cursor === size;
  const { record } = tracked;
  const raw = options.raw ?? false;
  const said = presentText(part.bytes, { raw, atHead: part.from === 0, atEnd, columns: record.pty?.cols });
  const clean = atEnd && !raw && saysLogout(record) ? withoutLogout(said) : said;
  const about = { ...outputFacts(context, tracked), lead: leadOf(tracked, part.from, raw) };
  const shown = grep(redacted(context, clean, about), options.grep);
  const more = part.cursor < size;
  if (hasEnded(tracked) && !more && (options.consumeOutput ?? true)) consume(context, tracked);
  return {
    sessionId: record.id,
    command: record.command,
    status: statusOf(record),
    output: shown.text,
    ...(part.totalLines === undefined ? {} : { totalLines: part.totalLines }),
    showing: `${shown.lines} lines`,
    cursor: part.cursor,
    ...(part.droppedBytes > 0 ? { droppedBytes: part.droppedBytes } : {}),
    ...(lostBytes > 0 ? { lostBytes } : {}),
    ...(more ? { more } : {}),
    ...(part.cutBefore
      ? {
          note: `${part.cutBefore} bytes of these lines stand before what is shown, and do not fit into one answer. Read them with since.`,
        }
      : {}),
    ...exitFieldsOrNone(record),
  };
}

interface Part {
  readonly from: number;
  readonly bytes: Buffer;
  readonly cursor: number;
  readonly totalLines?: number;
  readonly droppedBytes: number;
  /** Bytes of the lines in front that do not fit into one answer. */
  readonly cutBefore?: number;
}

function checkLogOptions({ offset, limit, since, maxBytes, grep: pattern }: LogOptions): void {
  checkWhole("offset", offset, 0);
  checkWhole("limit", limit, 1);
  checkWhole("since", since, 0);
  checkWhole("maxBytes", maxBytes, 1);
  if (since !== undefined && offset !== undefined) throw invalidArgument("since", "given without offset", since);
  if (pattern !== undefined && typeof pattern !== "string") throw invalidArgument("grep", "a text", pattern);
}

function checkWhole(key: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (!Number.isSafeInteger(value) || (value as number) < least)
    throw invalidArgument(key, `a whole number, ${least} or more`, value);
}

async function page(tracked: Tracked, { offset, limit }: LogOptions): Promise<Part> {
  const count = Math.min(limit ?? LOG_LINES, LOG_LINES_MAX);
  const { from, bytes, totalLines, cutBefore = 0 } = await tracked.log.lines(offset ?? -count, count);
  const { head } = tracked.log.extent();
  return {
    from,
    bytes,
    totalLines,
    cursor: from + bytes.length,
    droppedBytes: offset === undefined ? 0 : head,
    cutBefore,
  };
}

/** What came behind a cursor. What does not fit is cut at a line end; a character whose rest is still to come waits for it. */
function behind(tracked: Tracked, since: number, maxBytes?: number): Part {
  const { size, drained } = tracked.log.extent();
  const wanted = Math.min(since, size);
  const slices = upTo(LOG_ANSWER_MAX_CHARS, readAll(tracked.log, wanted, size));
  const from = slices[0]?.from ?? wanted;
  const last = slices.at(-1);
  const all = Buffer.concat(slices.map((slice) => slice.bytes));
  const gapBytes = last === undefined ? 0 : last.from + last.bytes.length - from - all.length;
  const isWhole = from + gapBytes + all.length >= size;
  const bytes = isWhole && drained ? all : all.subarray(0, isWhole ? completeUtf8Length(all) : endOfLines(all));
  if (gapBytes === 0 && maxBytes !== undefined && bytes.length > maxBytes) {
    const shorter = bytes.subarray(0, lineEndNear(bytes, maxBytes));
    return { from, bytes: shorter, cursor: from + shorter.length, droppedBytes: from - wanted };
  }
  return { from, bytes, cursor: from + gapBytes + bytes.length, droppedBytes: from - wanted + gapBytes };
}

/** The first slices, together at most `maxBytes`. */
function upTo(maxBytes: number, slices: Iterable<LogSlice>): LogSlice[] {
  const taken: LogSlice[] = [];
  let room = maxBytes;
  for (const { from, bytes } of slices) {
    taken.push({ from, bytes: bytes.subarray(0, room) });
    room -= bytes.length;
    if (room <= 0) break;
  }
  return taken;
}

/** Behind the last line end within `maxBytes`; where a line is longer, behind that line, since half a secret is not recognised. */
function lineEndNear(bytes: Buffer, maxBytes: number): number {
  return bytes.lastIndexOf(0x0a, maxBytes - 1) + 1 || bytes.indexOf(0x0a) + 1 || bytes.length;
}

/** Behind the last line end; where a line is longer than an answer, behind its last whole character. */
function endOfLines(bytes: Buffer): number {
  return bytes.lastIndexOf(0x0a) + 1 || completeUtf8Length(bytes);
}

function grep(text: string, pattern: string | undefined): { readonly text: string; readonly lines: number } {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  const kept = pattern === undefined ? lines : lines.filter((line) => line.includes(pattern));
  return { text: pattern === undefined ? text : kept.map((line) => `${line}\n`).join(""), lines: kept.length };
}
