import { WATCH_LINES_MAX } from "../limits.ts";
import { decodeUtf8 } from "../output/decode.ts";
import { collapse } from "../output/collapse.ts";
import { cutLongLines, wholeLinesLength } from "./lines.ts";
import type { Pattern } from "./pattern.ts";
import { withoutEscapes } from "./plain.ts";
import { createSeekers, seeker } from "./seek.ts";
import type { Seek } from "./seek.ts";

/** What was found in some bytes. */
export interface Found {
  /** Bytes that were looked at: whole lines. What is behind them is looked at when more of it is there. */
  readonly length: number;
  /** Lines that match. */
  readonly count: number;
  /** The first of them, as a terminal shows them, without blanks at their ends: at most {@link WATCH_LINES_MAX}. Not redacted. */
  readonly lines: readonly string[];
  /** The first pattern that the first line matches; empty when none does. */
  readonly pattern: string;
}

export interface MatchOptions {
  /** Nothing follows for now: an unfinished last line counts as a line. */
  readonly atEnd: boolean;
}

/** Looks through bytes that begin with a line. Remembers nothing: the log does. */
export type Matcher = (bytes: Buffer, options: MatchOptions) => Found;

/**
 * Finds the lines that match one of `patterns`. A line is matched as it is shown, without escape codes; a carriage return
 * ends it as well, so each state of a progress bar is a line. An empty line matches nothing. Text is searched for in the
 * bytes, and only a line that holds what a pattern needs is decoded.
 */
export function createMatcher(patterns: readonly Pattern[]): Matcher {
  const candidates = candidateSeek(patterns);
  return (bytes, { atEnd }) => {
    const length = atEnd ? bytes.length : wholeLinesLength(bytes);
    const block = withoutEscapes(cutLongLines(bytes.subarray(0, length)));
    return { length, ...matchesIn(block, { patterns, candidate: candidates(block) }) };
  };
}

/** The first place of a line that may match. Where a pattern tells nothing about its lines, every line may. */
function candidateSeek(patterns: readonly Pattern[]): (block: Buffer) => Seek {
  const hints = patterns.map((pattern) => pattern.hints);
  return hints.includes(null) ? () => (from) => from : createSeekers(hints.flatMap((one) => one ?? []));
}

interface Wanted {
  readonly patterns: readonly Pattern[];
  readonly candidate: Seek;
}

function matchesIn(block: Buffer, { patterns, candidate }: Wanted): Omit<Found, "length"> {
  const lineEnd = lineEnds(block);
  const lines: string[] = [];
  let count = 0;
  let first = "";
  for (let from = 0, at = candidate(0); at < block.length; at = candidate(from)) {
    const end = lineEnd(at);
    const line = new Line(block.subarray(lineStart(block, from, at), end));
    from = end + 1;
    const pattern = patterns.find((one) => line.matches(one));
    if (pattern === undefined) continue;
    if (count === 0) first = pattern.source;
    if (lines.length < WATCH_LINES_MAX) lines.push(line.shown());
    count += 1;
  }
  return { count, lines, pattern: first };
}

class Line {
  readonly #bytes: Buffer;
  #text: string | null = null;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  matches({ hints, expression }: Pattern): boolean {
    if (this.#bytes.length === 0) return false;
    if (hints !== null && !hints.some((hint) => this.#bytes.includes(hint))) return false;
    return expression === null || expression.test(this.#decoded());
  }

  shown(): string {
    return collapse(this.#decoded()).trimEnd();
  }

  /** Most lines are never decoded, and none twice. */
  #decoded(): string {
    return (this.#text ??= decodeUtf8(this.#bytes));
  }
}

/** Place behind the last line end before `at`; `from` begins a line, too. */
function lineStart(block: Buffer, from: number, at: number): number {
  const before = block.subarray(from, at);
  const newline = before.lastIndexOf(NEWLINE) + 1;
  return from + newline + before.subarray(newline).lastIndexOf(RETURN) + 1;
}

function lineEnds(block: Buffer): Seek {
  const newline = seeker(block, NEWLINE);
  const carriageReturn = seeker(block, RETURN);
  return (at) => Math.min(newline(at), carriageReturn(at), block.length);
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
