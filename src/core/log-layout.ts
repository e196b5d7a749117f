import { COPY_BLOCK_MAX_BYTES, COPY_BLOCK_MIN_BYTES, LOG_SEGMENTS } from "./limits.ts";

/** How the log of one process is cut. */
export interface LogLayout {
  /** Bytes of one read of the copier. */
  readonly blockBytes: number;
  /** Bytes at which a segment is full. */
  readonly segmentBytes: number;
  readonly segments: number;
}

/**
 * A segment may overshoot by a fifteenth (the copier looks at its size after so many reads),
 * so a segment is full at 15/16 of its share: together they never exceed `logMaxBytes`.
 */
export function logLayout(logMaxBytes: number): LogLayout {
  const share = Math.floor(logMaxBytes / LOG_SEGMENTS);
  const block = Math.floor(share / 256);
  return {
    blockBytes: Math.min(COPY_BLOCK_MAX_BYTES, Math.max(COPY_BLOCK_MIN_BYTES, block)),
    segmentBytes: Math.floor((share * 15) / 16),
    segments: LOG_SEGMENTS,
  };
}
