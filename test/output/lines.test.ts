import { statSync, truncateSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import { INDEX_STRIDE_BYTES, INDEXED_LOGS_MAX, PAGE_MAX_BYTES } from "../../src/core/limits.ts";
import type { LinePage } from "../../src/ports/output-log.ts";
import { createLogFiles, segmentPath } from "./log-files.ts";
import { NaiveLog } from "./naive-log.ts";

const MIB = 1024 * 1024;

test.each([
  ["the first line", 0, 1, { firstLine: 0, text: "one\n" }],
  ["a page", 1, 2, { firstLine: 1, text: "two\nthree\n" }],
  ["an unfinished last line", 3, 5, { firstLine: 3, text: "four" }],
  ["the last lines", -2, 2, { firstLine: 2, text: "three\nfour" }],
  ["some lines near the end", -3, 1, { firstLine: 1, text: "two\n" }],
  ["more of the last lines than there are", -100, 100, { firstLine: 0, text: "one\ntwo\nthree\nfour" }],
  ["lines before the first", -100, 2, { firstLine: 0, text: "" }],
  ["lines behind the last", 4, 2, { firstLine: 4, text: "" }],
  ["no lines", 1, 0, { firstLine: 1, text: "" }],
  ["fewer than no lines", 1, -1, { firstLine: 1, text: "" }],
])("[LOG-6] %s", async (_, first, count, { firstLine, text }) => {
  const files = createLogFiles();
  files.append("one\ntw");
  files.begin();
  files.append("o\nthree\n");
  files.begin();
  files.append("four");
  const page = await openOutputLog(files.directory).lines(first, count);
  const whole = "one\ntwo\nthree\nfour";
  const lineCount = text === "" ? 0 : text.trimEnd().split("\n").length;
  expect({ ...page, bytes: page.bytes.toString() }).toEqual({
    from: text === "" ? (expect.any(Number) as number) : whole.indexOf(text),
    bytes: text,
    firstLine,
    lineCount,
    totalLines: 4,
  });
});

test("[LOG-6] a log without a byte has no lines", async () => {
  const files = createLogFiles();
  const log = openOutputLog(files.directory);
  const empty = { from: 0, bytes: Buffer.alloc(0), firstLine: 0, lineCount: 0, totalLines: 0 };
  expect(await log.lines(-200, 200)).toEqual(empty);
  files.begin();
  expect(await log.lines(0, 200)).toEqual(empty);
});

/** Steps in the life of a log, each followed by a look at a page. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom("a", "\n", "bc\n", "é", "\n\n"), { maxLength: 6 })
      .map((parts) => ({ append: parts.join("") })),
  },
  // Pages and segments larger than the stride of the index.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("a line of thirty characters..\n", `${"long".repeat(500)}\n`)
      .map((unit) => ({ append: unit.repeat(Math.ceil((INDEX_STRIDE_BYTES * 1.3) / unit.length)) })),
  },
  { weight: 2, arbitrary: fc.constantFrom({ lost: 0 }, { lost: 0 }, { lost: 3 }) },
  { weight: 1, arbitrary: fc.constant({ drop: true }) },
);
const look = fc.record({
  first: fc.integer({ min: -12, max: 12 }),
  count: fc.integer({ min: 0, max: 12 }),
  far: fc.boolean(),
});

test("[LOG-6] [LOG-8] pages are those of a naive split, while the log grows, has gaps and loses its head", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, look), { maxLength: 14 }), async (steps) => {
      const files = createLogFiles();
      const log = openOutputLog(files.directory);
      const naive = new NaiveLog(files);
      for (const [change, { first, count, far }] of steps) {
        naive.change(change);
        const begin = far ? Math.trunc((naive.lineCount() * first) / 12) : first;
        expect(readable(await log.lines(begin, count))).toEqual(readable(naive.page(begin, count)));
      }
    }),
    { numRuns: 200 },
  );
});

test("[LOG-6] several callers at once count together", async () => {
  const files = createLogFiles();
  files.append("0123456789abcde\n".repeat(MIB));
  const log = openOutputLog(files.directory);
  const pages = await Promise.all([0, 1_000_000, -1].map((first) => log.lines(first, 1)));
  expect(pages.map((page) => [page.from, page.lineCount, page.totalLines])).toEqual([
    [0, 1, MIB],
    [16_000_000, 1, MIB],
    [16 * (MIB - 1), 1, MIB],
  ]);
});

test("[LOG-6] a log whose index was given up is counted anew", async () => {
  const logs = Array.from({ length: INDEXED_LOGS_MAX + 3 }, (_, n) => {
    const files = createLogFiles();
    files.append("line\n".repeat(n));
    return openOutputLog(files.directory);
  });
  for (const round of [1, 2]) {
    const totals = await Promise.all(logs.map(async (log) => (await log.lines(0, 1)).totalLines));
    expect([round, totals]).toEqual([round, logs.map((_, n) => n)]);
  }
});

test("[LOG-7] a page of long lines ends with the last whole one, and the next begins behind it", async () => {
  const files = createLogFiles();
  const line = `${"x".repeat(74_999)}\n`;
  files.append(line.repeat(10));
  const log = openOutputLog(files.directory);
  expect([await summary(log.lines(1, 8)), await summary(log.lines(-8, 8)), await summary(log.lines(-8, 3))]).toEqual([
    { from: 75_000, length: 150_000, firstLine: 1, lineCount: 2, totalLines: 10, cutAfter: 6 * 75_000 },
    { from: 600_000, length: 150_000, firstLine: 8, lineCount: 2, totalLines: 10, cutBefore: 6 * 75_000 },
    { from: 150_000, length: 150_000, firstLine: 2, lineCount: 2, totalLines: 10, cutAfter: 75_000 },
  ]);
});

test("[LOG-7] one line of 1 GiB is shown from either end, in little memory", async () => {
  const files = createLogFiles();
  const gibibyte = 1024 * MIB;
  files.stretch(gibibyte);
  const log = openOutputLog(files.directory);
  const before = process.memoryUsage().rss;
  const pages = [await summary(log.lines(0, 200)), await summary(log.lines(-200, 200))];
  const line = { length: PAGE_MAX_BYTES, firstLine: 0, lineCount: 1, totalLines: 1 };
  expect(pages).toEqual([
    { ...line, from: 0, cutAfter: gibibyte - PAGE_MAX_BYTES },
    { ...line, from: gibibyte - PAGE_MAX_BYTES, cutBefore: gibibyte - PAGE_MAX_BYTES },
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * MIB);
});

test("[LOG-7] an unfinished line at the end of a long one is all of the page's lines", async () => {
  const files = createLogFiles();
  files.append(`a\n${"x".repeat(PAGE_MAX_BYTES)}\n`);
  const page = await summary(openOutputLog(files.directory).lines(-2, 2));
  expect(page).toEqual({ from: 3, length: PAGE_MAX_BYTES, firstLine: 1, lineCount: 1, totalLines: 2, cutBefore: 3 });
});

test("[LOG-9] others get their turn while lines are counted", async () => {
  const files = createLogFiles();
  files.stretch(64 * MIB);
  let turns = 0;
  let isCounting = true;
  const others = (async () => {
    for (; isCounting; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  })();
  await openOutputLog(files.directory).lines(0, 1);
  isCounting = false;
  await others;
  expect(turns).toBeGreaterThanOrEqual(15);
});

test("[LOG-5] a log that was written anew while it was counted is counted again", async () => {
  const files = createLogFiles();
  files.stretch(64 * MIB);
  const pending = openOutputLog(files.directory).lines(0, 9);
  files.begin();
  files.append("a\nb\n");
  files.dropOldest();
  expect(await summary(pending)).toEqual({ from: 64 * MIB, length: 4, firstLine: 0, lineCount: 2, totalLines: 2 });
});

test("[LOG-5] a segment that became shorter is counted anew", async () => {
  const files = createLogFiles();
  files.append("a\nb\nc\n");
  const log = openOutputLog(files.directory);
  await log.lines(0, 1);
  truncateSync(segmentPath(files.directory, 0), 2);
  expect(statSync(segmentPath(files.directory, 0)).size).toBe(2);
  expect((await log.lines(0, 9)).totalLines).toBe(1);
});

function readable(page: LinePage): unknown {
  return { ...page, bytes: page.bytes.toString("latin1") };
}

async function summary(pending: Promise<LinePage>): Promise<unknown> {
  const { bytes, ...page } = await pending;
  return { ...page, length: bytes.length };
}
