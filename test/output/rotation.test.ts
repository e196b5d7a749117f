import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import type { LogSlice, OutputLog } from "../../src/ports/output-log.ts";
import { createLogFiles } from "./log-files.ts";

const KIB = 1024;
const LINE_BYTES = 16;

/** The writer replaces the whole log again and again while it is read: every byte that comes must be the one of its place. */
test.each([
  ["the smallest log", 16 * KIB, 48 * KIB * KIB],
  ["a log of some size", 999_999, 96 * KIB * KIB],
])("[LOG-4] [LOG-5] reading %s while it is written and dropped", async (_, segmentBytes, totalBytes) => {
  const files = createLogFiles();
  const log = openOutputLog(files.directory);
  const writer = spawn(
    process.execPath,
    [
      fileURLToPath(new URL("rotating-writer.mjs", import.meta.url)),
      files.directory,
      String(segmentBytes),
      String(totalBytes),
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const ended = once(writer, "exit");
  const seen = { follow: 0, tail: 0, page: 0 };

  let at = 0;
  while (!log.extent().drained) {
    at = Math.max(at, checkExtent(log, totalBytes, segmentBytes));
    const next = check(log.read(at, 64 * KIB));
    seen.follow += next.bytes.length;
    at = next.from + next.bytes.length;
    seen.tail += check(log.read(log.extent().size - 2_000, 1_000)).bytes.length;
    for (const first of [0, -50]) {
      const page = await log.lines(first, 50);
      check(page);
      expect(page.lineCount).toBe(
        page.bytes
          .toString()
          .split(/(?<=\n)/)
          .filter((line) => line !== "").length,
      );
      seen.page += page.bytes.length;
    }
  }
  expect(await ended).toEqual([0, null]);
  expect(Object.values(seen).every((bytes) => bytes > 0)).toBe(true);
  const { head, size } = log.extent();
  expect([size >= totalBytes, check(log.read(0, 1)).from]).toEqual([true, head]);
});

/** Returns the head. */
function checkExtent(log: OutputLog, totalBytes: number, segmentBytes: number): number {
  const { head, size, lostBytes, lostExact } = log.extent();
  expect(head).toBeLessThanOrEqual(size);
  expect(size).toBeLessThanOrEqual(totalBytes + segmentBytes + 100);
  expect([lostBytes % 100, lostExact]).toEqual([0, true]);
  return head;
}

function check(slice: LogSlice): LogSlice {
  const first = Math.floor(slice.from / LINE_BYTES);
  const count = Math.ceil(slice.bytes.length / LINE_BYTES) + 1;
  const lines = Array.from({ length: count }, (_, n) => `${String(first + n).padStart(15, "0")}\n`).join("");
  const start = slice.from % LINE_BYTES;
  expect(slice.bytes.toString()).toBe(lines.slice(start, start + slice.bytes.length));
  return slice;
}
