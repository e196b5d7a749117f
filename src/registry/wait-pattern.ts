import { MATCH_TURN_MS, REDACT_MARGIN_CHARS, WATCH_LINE_MAX_BYTES, WATCH_QUIET_MS } from "../core/limits.ts";
import type { WaitCondition } from "../core/wait-condition.ts";
import { collapse } from "../core/output/collapse.ts";
import { decodeUtf8 } from "../core/output/decode.ts";
import { createMatcher, type Matcher } from "../core/watch/match.ts";
import { parsePatterns } from "../core/watch/pattern.ts";
import { withoutEscapes } from "../core/watch/plain.ts";
import type { LogSlice } from "../ports/output-log.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { factsOf, redacted } from "./tell.ts";
import { untilGrown, type Fulfilled, type Waiting } from "./wait-look.ts";

/** Bytes that are matched at once. Two of the longest lines, so that each read takes at least one to its end. */
const PIECE_BYTES = 2 * WATCH_LINE_MAX_BYTES;

/**
 * It has printed a line that matches: since its beginning, or behind the cursor that was given. A last line without an end
 * counts once it has been quiet for a moment (a prompt has no end), or when nothing can follow.
 */
export async function pattern(
  waiting: Waiting,
  condition: WaitCondition & { readonly kind: "pattern" },
): Promise<Fulfilled | null> {
  const { tracked, signal } = waiting;
  const match = createMatcher(parsePatterns([condition.pattern]));
  let at = waiting.since ?? 0;
  let quietEnd = -1;
  while (!signal.aborted) {
    const isOver = hasEnded(tracked);
    const scan = await scanFrom(waiting, at, { match, isOver });
    const line = scan.line ?? (scan.end === quietEnd ? lastLine(match, waiting, scan.at) : null);
    if (line !== null) return { status: "matched", condition, ...(line.text ? { detail: line.text } : {}) };
    if (isOver) return null;
    at = scan.at;
    const isQuiet = await isQuietBehind(waiting, scan, scan.end === quietEnd);
    if (isQuiet) quietEnd = scan.end;
  }
  return null;
}

/** The last line, without its end: it may go on, so it is looked at again when it has. */
function lastLine(match: Matcher, { context, tracked }: Waiting, at: number): Line | null {
  const piece = tracked.log.read(at, PIECE_BYTES);
  const [line] = match(piece.bytes, { atEnd: true }).lines;
  return line === undefined ? null : { text: tellable(context, tracked, { line, ...piece }) };
}

interface Line {
  /** Empty when it may not be told. */
  readonly text: string;
}

interface Scan {
  /** The first line that matches. */
  readonly line: Line | null;
  /** The beginning of the last line, when that is unfinished; otherwise the end. */
  readonly at: number;
  /** The end of what was looked at. */
  readonly end: number;
}

interface Scanning {
  readonly match: Matcher;
  /** It has ended: so does its last line. */
  readonly isOver: boolean;
}

/** Looks at all that is there, in pieces, and lets others have their turn in between. */
async function scanFrom(
  { context, tracked, signal }: Waiting,
  from: number,
  { match, isOver }: Scanning,
): Promise<Scan> {
  const { clock } = context.ports;
  let at = from;
  for (let beganMs = clock.now(); ;) {
    const { size, drained } = tracked.log.extent();
    const piece = tracked.log.read(at, PIECE_BYTES);
    const end = piece.from + piece.bytes.length;
    if (piece.bytes.length === 0) return { line: null, at: Math.max(at, size), end: Math.max(at, size) };
    // In front of a gap, a line has lost its end.
    const isCut = end < size && piece.bytes.length < PIECE_BYTES;
    const found = match(piece.bytes, { atEnd: isCut || (end >= size && (isOver || drained)) });
    const [line] = found.lines;
    if (line !== undefined) return { line: { text: tellable(context, tracked, { line, ...piece }) }, at, end };
    at = piece.from + found.length;
    if (end >= size || signal.aborted) return { line: null, at, end };
    if (clock.now() - beganMs < MATCH_TURN_MS) continue;
    await clock.sleep(0);
    beganMs = clock.now();
  }
}

/** The line, redacted; empty when it is only a part of a secret, such as a line in the middle of a private key. */
function tellable(
  context: Context,
  tracked: Tracked,
  { line, from, bytes }: LogSlice & { readonly line: string },
): string {
  const { log } = tracked;
  const facts = factsOf(context, tracked);
  const before = log.read(Math.max(log.extent().head, from - REDACT_MARGIN_CHARS), REDACT_MARGIN_CHARS);
  const isAdjacent = before.from < from && before.from + before.bytes.length >= from;
  const whole = isAdjacent ? Buffer.concat([before.bytes.subarray(0, from - before.from), bytes]) : bytes;
  const told = redacted(context, line, facts);
  const text = redacted(context, decodeUtf8(withoutEscapes(whole)), facts);
  return text.split(/[\r\n]/).some((one) => collapse(one).trimEnd() === told) ? told : "";
}

/** Waits for what comes behind `end`. True: nothing has for a moment, and the last line is unfinished. */
async function isQuietBehind(waiting: Waiting, { at, end }: Scan, wasQuiet: boolean): Promise<boolean> {
  const { context, signal } = waiting;
  const done = new AbortController();
  const inner = { ...waiting, signal: AbortSignal.any([signal, done.signal]) };
  const grown = untilGrown(inner, end).then(() => false);
  if (at === end || wasQuiet) return grown.finally(() => done.abort());
  const quiet = context.ports.clock.sleep(WATCH_QUIET_MS, inner.signal).then(() => !inner.signal.aborted);
  return Promise.race([grown, quiet]).finally(() => done.abort());
}
