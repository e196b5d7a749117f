/** What ends or throws away an unfinished line: newline, carriage return, `^C`, `^D`, `^U`, `^Z`, `^\`. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x03, 0x04, 0x15, 0x1a, 0x1c]);

export interface LineLengths {
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Bytes behind the last line end. */
  readonly unfinished: number;
}

/** The lines that `bytes` make behind `before` bytes of an unfinished one. */
export function lineLengths(bytes: Uint8Array, before: number): LineLengths {
  let longest = 0;
  let unfinished = before;
  for (const byte of bytes) {
    if (LINE_ENDS.has(byte)) unfinished = 0;
    else unfinished += 1;
    if (unfinished > longest) longest = unfinished;
  }
  return { longest, unfinished };
}
