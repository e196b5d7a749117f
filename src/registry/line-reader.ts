import type { Found, Matcher } from "../core/watch/match.ts";
import { endsLine, restOfLine, wholeLinesLength } from "../core/watch/lines.ts";
import type { LogSlice, OutputLog } from "../ports/output-log.ts";

/** Where a reader goes, and whom it tells. */
export interface Reading {
  readonly log: OutputLog;
  readonly match: Matcher;
  /** Bytes of one read: more than the longest line that is matched. */
  readonly readBytes: number;
  /** Everything before `cursor` was looked through; `found` is what was in the last part of it. */
  readonly onRead: (found: Found, cursor: number) => void;
}

/**
 * Looks through a log line by line, from a cursor on. It holds no bytes: an unfinished line is read again when more of it is
 * there. Bytes that are gone are passed over; a gap ends a line.
 */
export class LineReader {
  readonly #reading: Reading;
  /** Behind the last byte that was looked through: a line begins here. */
  #cursor: number;
  /** Behind the last byte that was seen: an unfinished line stands between the cursor and this. */
  #seenTo: number;
  /** Where the unfinished line ended when it was last matched. */
  #triedTo = -1;
  /** The line at the cursor has matched before it was finished: its rest is passed over. */
  #isLineTold = false;

  constructor(cursor: number, reading: Reading) {
    this.#cursor = cursor;
    this.#seenTo = cursor;
    this.#reading = reading;
  }

  get seenTo(): number {
    return this.#seenTo;
  }

  /** There is an unfinished line that was not matched as it is now. */
  get isInLine(): boolean {
    return this.#seenTo > this.#cursor && this.#seenTo !== this.#triedTo;
  }

  /** Looks through the whole lines of the next bytes. True when there is more to look through at once. */
  readLines(): boolean {
    const { from, bytes, isFull } = this.#next();
    const end = from + bytes.length;
    const isCut = wholeLinesLength(bytes) === 0 && end === this.#seenTo && this.#isGapAt(end);
    const found = this.#reading.match(bytes, { atEnd: isCut });
    this.#seenTo = end;
    this.#moveTo(from + found.length, found);
    return isFull;
  }

  /** Looks at the unfinished line behind the cursor. One that does not match is looked at again when it is finished. */
  readUnfinished(): void {
    const { from, bytes } = this.#next();
    if (wholeLinesLength(bytes) > 0) return; // It is finished by now.
    const end = from + bytes.length;
    this.#seenTo = end;
    this.#triedTo = end;
    const found = this.#reading.match(bytes, { atEnd: true });
    if (found.count === 0) return;
    this.#isLineTold = true;
    this.#moveTo(end, found);
  }

  /** Looks through everything that is there, for the last time. */
  finish(): void {
    for (let before = -1; before !== this.#cursor;) {
      before = this.#cursor;
      this.readLines();
    }
    this.readUnfinished();
  }

  /** The next bytes that begin with a line. */
  #next(): LogSlice & { readonly isFull: boolean } {
    const { log, readBytes } = this.#reading;
    const { from, bytes } = log.read(this.#cursor, readBytes);
    const isFull = bytes.length >= readBytes;
    const told = this.#isLineTold && from === this.#cursor ? restOfLine(bytes) : 0;
    if (from > this.#cursor || endsLine(bytes.subarray(0, told))) this.#isLineTold = false;
    this.#moveTo(from + told, NOTHING);
    return { from: from + told, bytes: bytes.subarray(told), isFull };
  }

  #moveTo(cursor: number, found: Found): void {
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    this.#reading.onRead(found, cursor);
  }

  #isGapAt(end: number): boolean {
    return this.#reading.log.read(end, 1).from > end;
  }
}

const NOTHING: Found = { length: 0, count: 0, lines: [], pattern: "" };
