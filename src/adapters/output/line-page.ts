import { PAGE_MAX_BYTES } from "../../core/limits.ts";
import type { LinePage } from "../../ports/output-log.ts";
import { lineEnds } from "./line-index.ts";
import type { CountedSegment } from "./line-index.ts";
import { endOf, storedEnd } from "./listing.ts";
import { NEWLINE, newlinesIn } from "./newlines.ts";
import { readRange, runEnd } from "./read-bytes.ts";
import { placeBehindNewline } from "./segment-index.ts";

/**
 * Lines `[first, first + count)` of counted segments. Undefined when a segment that is needed has been dropped meanwhile.
 * A page is one run of bytes of at most {@link PAGE_MAX_BYTES}: one that reaches back from the end of the log (`first`
 * negative) keeps its end, any other its beginning.
 */
export function linePage(segments: readonly CountedSegment[], first: number, count: number): LinePage | undefined {
  const totalLines = segments.reduce((sum, _, place) => sum + lineEnds(segments, place), 0);
  const asked = askedLines(first, count, totalLines);
  const start = lineStart(segments, asked.first);
  const end = lineStart(segments, asked.end);
  if (start === undefined || end === undefined) return undefined;
  const keepsEnd = first < 0 && asked.end === totalLines;
  const part = (keepsEnd ? lastPart : firstPart)(segments, start, end);
  return part && pageOf({ segments, asked, totalLines, start, end, keepsEnd }, part);
}

interface Lines {
  readonly first: number;
  /** Behind the last. */
  readonly end: number;
}

/** What was asked for, in lines and in offsets. */
interface Asked {
  readonly segments: readonly CountedSegment[];
  readonly asked: Lines;
  readonly totalLines: number;
  readonly start: number;
  readonly end: number;
  readonly keepsEnd: boolean;
}

interface Part {
  readonly from: number;
  readonly bytes: Buffer;
}

function askedLines(first: number, count: number, totalLines: number): Lines {
  const begin = first < 0 ? totalLines + first : first;
  const end = Math.min(totalLines, Math.max(0, begin + Math.max(0, count)));
  return { first: Math.min(Math.max(0, begin), end), end };
}

function pageOf({ segments, asked, totalLines, start, end, keepsEnd }: Asked, { from, bytes }: Part): LinePage {
  const lineCount = lineCountOf(bytes);
  const cutBefore = storedBetween(segments, start, from);
  const cutAfter = storedBetween(segments, from + bytes.length, end);
  return {
    from,
    bytes,
    firstLine: keepsEnd ? asked.end - lineCount : asked.first,
    lineCount,
    totalLines,
    ...(cutBefore > 0 && { cutBefore }),
    ...(cutAfter > 0 && { cutAfter }),
  };
}

/** Offset of the first byte of line `line`, or the end of the log behind the last. Undefined when its segment has been dropped. */
function lineStart(segments: readonly CountedSegment[], line: number): number | undefined {
  if (line === 0) return segments[0]?.offset ?? 0;
  let left = line;
  for (const place of segments.keys()) {
    const ends = lineEnds(segments, place);
    if (left <= ends) return startBehind(segments, place, left);
    left -= ends;
  }
  return storedEnd(segments);
}

/** Offset behind the `nth` line end of the segment at `place`. Behind its last byte that is where the next segment begins. */
function startBehind(segments: readonly CountedSegment[], place: number, nth: number): number | undefined {
  const segment = segments[place];
  if (!segment) return undefined;
  const behind = nth > segment.index.newlines ? segment.size : placeBehindNewline(segment.index, segment, nth);
  if (behind === undefined) return undefined;
  return behind === segment.size ? (segments[place + 1]?.offset ?? endOf(segment)) : segment.offset + behind;
}

/** The beginning of `[start, end)`: up to a gap, up to a line end if it must be cut. */
function firstPart(segments: readonly CountedSegment[], start: number, end: number): Part | undefined {
  const place = segments.findIndex((segment) => endOf(segment) > start);
  const to = place === -1 ? start : Math.min(end, runEnd(segments, place));
  const bytes = readRange(segments, start, Math.min(to, start + PAGE_MAX_BYTES));
  if (!bytes || to - start <= PAGE_MAX_BYTES) return bytes && { from: start, bytes };
  const lastEnd = bytes.lastIndexOf(NEWLINE) + 1;
  return { from: start, bytes: lastEnd === 0 ? bytes : bytes.subarray(0, lastEnd) };
}

/** The end of `[start, end)`: from a gap on, from a line start if it must be cut. */
function lastPart(segments: readonly CountedSegment[], start: number, end: number): Part | undefined {
  const from = Math.max(start, lastRunStart(segments));
  const cut = Math.max(from, end - PAGE_MAX_BYTES);
  const bytes = readRange(segments, cut, end);
  if (!bytes || cut === from) return bytes && { from, bytes };
  // One byte short: a newline that is the very last byte begins no line.
  const firstEnd = bytes.subarray(0, -1).indexOf(NEWLINE) + 1;
  return { from: cut + firstEnd, bytes: bytes.subarray(firstEnd) };
}

function lastRunStart(segments: readonly CountedSegment[]): number {
  const place = segments.findLastIndex(
    (segment, at) => at > 0 && segment.offset !== endOf(segments[at - 1] ?? segment),
  );
  return segments[Math.max(0, place)]?.offset ?? 0;
}

function storedBetween(segments: readonly CountedSegment[], from: number, to: number): number {
  return segments
    .map((segment) => Math.min(to, endOf(segment)) - Math.max(from, segment.offset))
    .reduce((sum, bytes) => sum + Math.max(0, bytes), 0);
}

function lineCountOf(bytes: Buffer): number {
  if (bytes.length === 0) return 0;
  const unfinished = bytes[bytes.length - 1] === NEWLINE ? 0 : 1;
  return newlinesIn(bytes) + unfinished;
}
