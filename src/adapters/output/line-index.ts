import { endOf } from "./listing.ts";
import type { Segment } from "./listing.ts";
import { countOn, createSegmentIndex } from "./segment-index.ts";
import type { SegmentIndex } from "./segment-index.ts";

/** Where the lines of a log are: one index a segment, by its offset, so that a dropped segment takes its lines along. */
export type LineIndex = Map<number, SegmentIndex>;

/** The part of a log that an answer is about. */
export interface Scope {
  /** Those that begin before `goal`. */
  readonly segments: readonly Segment[];
  /** Offset up to which the log is counted, at least. It stays, so that counting ends however fast the log grows. */
  readonly goal: number;
}

/** A segment as far as it is counted: `size` is what the index knows. Never empty. */
export interface CountedSegment extends Segment {
  readonly index: SegmentIndex;
}

/** Counts at most `maxBytes`, the newest segments first since they stay longest. Returns whether nothing is left to count. */
export function countLines(index: LineIndex, scope: Scope, maxBytes: number): boolean {
  let left = maxBytes;
  for (const segment of scope.segments.toReversed()) {
    const lines = indexOf(index, segment);
    const wanted = Math.min(endOf(segment), scope.goal) - segment.offset - lines.counted;
    if (wanted <= 0) continue;
    const done = countOn(lines, segment, Math.min(wanted, left));
    left -= done;
    if (done < wanted) return false;
  }
  return true;
}

/** The segments of a counted scope. */
export function countedSegments(index: LineIndex, { segments }: Scope): readonly CountedSegment[] {
  return segments
    .map((segment) => ({ segment, lines: indexOf(index, segment) }))
    .filter(({ lines }) => lines.counted > 0)
    .map(({ segment, lines }) => ({ ...segment, size: lines.counted, index: lines }));
}

export function forgetDropped(index: LineIndex, segments: readonly Segment[]): void {
  const head = segments[0]?.offset ?? Infinity;
  for (const offset of index.keys()) if (offset < head) index.delete(offset);
}

/** Ends of lines in the segment at `place`. Where a gap or the end of the log follows, a line without a newline ends, too. */
export function lineEnds(segments: readonly CountedSegment[], place: number): number {
  const segment = segments[place];
  if (!segment) return 0;
  const goesOn = segments[place + 1]?.offset === endOf(segment);
  return segment.index.newlines + (segment.index.endsOpen && !goesOn ? 1 : 0);
}

function indexOf(index: LineIndex, segment: Segment): SegmentIndex {
  const known = index.get(segment.offset);
  if (known && known.counted <= segment.size) return known;
  const fresh = createSegmentIndex();
  index.set(segment.offset, fresh);
  return fresh;
}
