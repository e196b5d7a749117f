import { WATCH_LINE_MAX_BYTES } from "../limits.ts";

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Bytes up to the end of the last whole line. Of an unfinished last line those count that fill a line of the longest kind:
 * where a line is cut does not depend on how its bytes came.
 */
export function wholeLinesLength(bytes: Buffer): number {
  const end = lastLineEnd(bytes, 0, bytes.length);
  return end + Math.floor((bytes.length - end) / WATCH_LINE_MAX_BYTES) * WATCH_LINE_MAX_BYTES;
}

/** `bytes`, which begin with a line, with a line end put in wherever a line grows longer than the longest kind. */
export function cutLongLines(bytes: Buffer): Buffer {
  const cuts: Buffer[] = [];
  let from = 0;
  for (let at = 0; bytes.length - at > WATCH_LINE_MAX_BYTES;) {
    const end = lastLineEnd(bytes, at, at + WATCH_LINE_MAX_BYTES + 1);
    if (end > at) {
      at = end;
      continue;
    }
    at += WATCH_LINE_MAX_BYTES;
    cuts.push(bytes.subarray(from, at), LINE_END);
    from = at;
  }
  return cuts.length === 0 ? bytes : Buffer.concat([...cuts, bytes.subarray(from)]);
}

const LINE_END = Buffer.from("\n");

/** Place behind the last line end in `[from, to)`; `from` when there is none. */
function lastLineEnd(bytes: Buffer, from: number, to: number): number {
  const part = bytes.subarray(from, to);
  const newline = part.lastIndexOf(NEWLINE) + 1;
  return from + newline + part.subarray(newline).lastIndexOf(RETURN) + 1;
}

/** Bytes that belong to a line which began before, its end included; all of them when it does not end here. */
export function restOfLine(bytes: Buffer): number {
  const newline = bytes.indexOf(NEWLINE);
  const line = newline === -1 ? bytes : bytes.subarray(0, newline);
  const end = line.indexOf(RETURN);
  return end === -1 ? Math.min(bytes.length, line.length + 1) : end + 1;
}

/** Whether the last line of `bytes` is finished. */
export function endsLine(bytes: Buffer): boolean {
  const last = bytes.at(-1);
  return last === NEWLINE || last === RETURN;
}
