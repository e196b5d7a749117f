import type { WallMs } from "../base/time.ts";

/** What of a log is there. All numbers are byte offsets from the first byte that the process ever wrote. */
export interface LogExtent {
  /** Offset of the oldest byte kept. */
  readonly head: number;
  /** Bytes ever written: the offset of the next byte. */
  readonly size: number;
  /** Bytes after `head` that could not be stored, because the disk was full. */
  readonly lostBytes: number;
  /** Whether the count of lost bytes is exact (the disk filled up while they were counted), or the least that it can be. */
  readonly lostExact: boolean;
  /** No process holds the output open any more: nothing can be added. */
  readonly drained: boolean;
}

/** Consecutive bytes of a log. */
export interface LogSlice {
  /** Offset of the first byte of `bytes`. More than what was asked for when bytes before it are gone. */
  readonly from: number;
  readonly bytes: Buffer;
}

export interface LinePage extends LogSlice {
  /** Number of the first line, counted from the oldest line kept. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** Lines in the whole log; an unfinished last line counts. */
  readonly totalLines: number;
  /** Bytes of the asked lines that are left out in front of `bytes`: there are too many, or a gap lies between. Absent when none. */
  readonly cutBefore?: number;
  /** The same behind `bytes`. */
  readonly cutAfter?: number;
}

/** The log of one process. Reads never block on the process and never change anything. */
export interface OutputLog {
  extent(): LogExtent;
  /** When something was last written to it, by the wall clock; null when nothing ever was. */
  writtenAtMs(): WallMs | null;
  /** At most `maxBytes` from offset `from`; stops before a gap. Empty at the end. */
  read(from: number, maxBytes: number): LogSlice;
  /**
   * Lines `[first, first + count)`; a negative `first` counts from the end. Builds the line index as far as needed, in
   * steps that let others run. A page is one run of bytes, with a bound: one that reaches back from the end of the log
   * keeps its end, any other its beginning, and the page says what is left out. A gap ends a line.
   */
  lines(first: number, count: number): Promise<LinePage>;
  /**
   * Resolves when there may be something new after offset `from`, when nothing can follow any more (drained), or when
   * `signal` aborts.
   * Quiet: woken by the kernel. Busy: paced, so that a torrent costs few wake-ups.
   */
  grown(from: number, signal: AbortSignal): Promise<void>;
}
