import fc from "fast-check";
import { expect, test } from "vitest";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import { READ_MAX_BYTES } from "../../src/core/limits.ts";
import type { OutputLog } from "../../src/ports/output-log.ts";
import { createLogFiles } from "./log-files.ts";

test.each([
  ["from the start", 0, 100, 0, "abcdef"],
  ["at most so many", 0, 4, 0, "abcd"],
  ["over the end of a segment", 2, 3, 2, "cde"],
  ["to the gap", 4, 100, 4, "ef"],
  ["from inside the gap", 8, 100, 16, "ghi"],
  ["from the end of a run", 6, 2, 16, "gh"],
  ["from behind the gap", 17, 100, 17, "hi"],
  ["at the end", 19, 100, 19, ""],
  ["behind the end", 1_000, 100, 1_000, ""],
  ["nothing asked", 1, 0, 1, ""],
  ["from before the start", -5, 2, 0, "ab"],
])("[LOG-4] %s", (_, from, maxBytes, at, text) => {
  const slice = gappyLog().read(from, maxBytes);
  expect([slice.from, slice.bytes.toString()]).toEqual([at, text]);
});

test("[LOG-4] what was dropped is not there any more", () => {
  const files = createLogFiles();
  files.append("abc");
  files.begin();
  files.append("def");
  files.dropOldest();
  expect(openOutputLog(files.directory).read(1, 100)).toEqual({ from: 3, bytes: Buffer.from("def") });
});

test("[LOG-4] one read brings no more than its bound into memory", () => {
  const files = createLogFiles();
  files.stretch(3 * READ_MAX_BYTES);
  expect(openOutputLog(files.directory).read(1, Infinity).bytes).toHaveLength(READ_MAX_BYTES);
});

test("[LOG-2] a reader comes past a loss at the end", () => {
  const files = createLogFiles();
  files.append("abc");
  files.noteLoss(10);
  expect(openOutputLog(files.directory).read(3, 100)).toEqual({ from: 10, bytes: Buffer.alloc(0) });
});

test("[LOG-4] reading on from slice to slice gives every byte once, however it is cut", () => {
  const parts = fc.array(fc.record({ text: fc.string({ maxLength: 12 }), lost: fc.constantFrom(0, 0, 0, 5) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 10 }), (list, maxBytes) => {
      const files = createLogFiles();
      let lost = 0;
      for (const part of list) {
        files.append(part.text);
        files.begin(part.lost);
        lost += part.lost;
      }
      const read = [...readOn(files.directory, maxBytes)];
      expect(Buffer.concat(read.map((slice) => slice.bytes)).toString()).toBe(list.map((part) => part.text).join(""));
      expect(openOutputLog(files.directory).extent()).toMatchObject({ size: files.end(), lostBytes: lost });
    }),
    { numRuns: 200 },
  );
});

function gappyLog(): OutputLog {
  const files = createLogFiles();
  files.append("abc");
  files.begin();
  files.append("def");
  files.begin();
  files.begin(10);
  files.append("ghi");
  return openOutputLog(files.directory);
}

function* readOn(directory: string, maxBytes: number): Generator<{ readonly bytes: Buffer }> {
  const log = openOutputLog(directory);
  for (let at = 0; ;) {
    const slice = log.read(at, maxBytes);
    if (slice.bytes.length === 0) return;
    expect(slice.from).toBeGreaterThanOrEqual(at);
    yield slice;
    at = slice.from + slice.bytes.length;
  }
}
