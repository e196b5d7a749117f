// Writes numbered lines of 16 bytes into a log in DIRECTORY as fast as it can, keeping four segments, and now and then loses some.
import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";

const [directory, segmentBytes, totalBytes] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const LINE_BYTES = 16;
const segments = [];
let at = 0;
let lostEnd = 0;
let begun = 0;

while (at < totalBytes) {
  segments.push(`${directory}/log.${String(at).padStart(15, "0")}`);
  const file = openSync(segments.at(-1), "a");
  for (const end = at + segmentBytes; at < end;) {
    // Never whole lines: cuts fall anywhere.
    const length = Math.min(end - at, 1 + (at % 4_001));
    at += writeSync(file, bytesFrom(at, length));
  }
  closeSync(file);
  if (segments.length > 4) rmSync(segments.shift());
  begun += 1;
  if (begun % 3 === 0) lose(100);
}
renameSync(`${directory}/pipe`, `${directory}/drained`);

function bytesFrom(offset, length) {
  const first = Math.floor(offset / LINE_BYTES);
  const lines = Array.from(
    { length: Math.ceil(length / LINE_BYTES) + 1 },
    (_, n) => `${String(first + n).padStart(15, "0")}\n`,
  );
  return Buffer.from(lines.join("")).subarray(offset % LINE_BYTES, (offset % LINE_BYTES) + length);
}

function lose(length) {
  renameSync(`${directory}/lost.${lostEnd}`, `${directory}/lost.${at + length}`);
  at += length;
  lostEnd = at;
}
