import { INDEX_STRIDE_BYTES } from "../../core/limits.ts";
import type { Segment } from "./listing.ts";
import { countNewlines, NEWLINE, newlinePlace } from "./newlines.ts";
import { fill, readSegment, withSegment } from "./read-bytes.ts";

/** Where the lines of one segment are, as far as it has been counted. */
export interface SegmentIndex {
  /** Bytes counted. */
  counted: number;
  /** Newlines in them. */
  newlines: number;
  /** The last byte counted is not a newline. */
  endsOpen: boolean;
  /** Newlines before each multiple of {@link INDEX_STRIDE_BYTES}. */
  readonly marks: number[];
}

export function createSegmentIndex(): SegmentIndex {
  return { counted: 0, newlines: 0, endsOpen: false, marks: [0] };
}

/** Counts on, at most `maxBytes`. Returns the bytes counted: none at the end, or when the segment is gone. */
export function countOn(index: SegmentIndex, segment: Segment, maxBytes: number): number {
  const before = index.counted;
  const end = Math.min(segment.size, before + maxBytes);
  withSegment(segment, (file) => {
    while (index.counted < end && countStride(index, file, end));
  });
  return index.counted - before;
}

/** Place behind the `nth` newline (from 1) of a segment; undefined when it is gone. */
export function placeBehindNewline(index: SegmentIndex, segment: Segment, nth: number): number | undefined {
  const mark = lastMarkBelow(index.marks, nth);
  const start = mark * INDEX_STRIDE_BYTES;
  const bytes = BYTES.subarray(0, Math.min(INDEX_STRIDE_BYTES, index.counted - start));
  const length = readSegment(segment, start, bytes);
  if (length === undefined) return undefined;
  const place = newlinePlace(bytes.subarray(0, length), nth - (index.marks[mark] ?? 0));
  return place === -1 ? undefined : start + place + 1;
}

/** One buffer for all: it is filled and looked through without a pause in between. */
const WORDS = new Uint32Array(INDEX_STRIDE_BYTES / Uint32Array.BYTES_PER_ELEMENT);
const BYTES = new Uint8Array(WORDS.buffer);

/** Counts up to `end` or to the end of the stride. False when the file has nothing more. */
function countStride(index: SegmentIndex, file: number, end: number): boolean {
  const left = INDEX_STRIDE_BYTES - (index.counted % INDEX_STRIDE_BYTES);
  const length = fill(file, index.counted, BYTES.subarray(0, Math.min(left, end - index.counted)));
  if (length === 0) return false;
  index.newlines += countNewlines(WORDS, length);
  index.counted += length;
  index.endsOpen = BYTES[length - 1] !== NEWLINE;
  if (length === left) index.marks.push(index.newlines);
  return true;
}

function lastMarkBelow(marks: readonly number[], nth: number): number {
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((marks[middle] ?? 0) < nth) low = middle;
    else high = middle - 1;
  }
  return low;
}
