import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOutputLog } from "../../src/adapters/output/output-log.ts";
import type { LogExtent } from "../../src/ports/output-log.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { createLogFiles, segmentPath } from "./log-files.ts";
import type { LogFiles } from "./log-files.ts";

const whole: LogExtent = { head: 0, size: 0, lostBytes: 0, lostExact: true, drained: false };

const cases: readonly [string, (log: LogFiles) => void, Partial<LogExtent>][] = [
  ["[LOG-1] nothing yet", () => undefined, {}],
  ["[LOG-1] an empty segment", (log) => log.begin(), {}],
  ["[LOG-1] bytes, not characters", (log) => log.append("€"), { size: 3 }],
  ["[LOG-1] several segments, one of them empty", (log) => steps(log, "abc", 0, "", 0, "de"), { size: 5 }],
  ["[LOG-1] the oldest was dropped", (log) => (steps(log, "abc", 0, "de"), log.dropOldest()), { head: 3, size: 5 }],
  ["[LOG-1] a gap", (log) => steps(log, "abc", 10, "de"), { size: 15, lostBytes: 10 }],
  [
    "[LOG-1] a gap before what is kept counts no more",
    (log) => (steps(log, "abc", 10, "de"), log.dropOldest()),
    { head: 13, size: 15 },
  ],
  ["[LOG-1] lost from the first byte on", (log) => steps(log, "", 7, "de"), { size: 9, lostBytes: 7 }],
  ["[LOG-2] a loss at the end", (log) => (log.append("abc"), log.noteLoss(9)), { size: 9, lostBytes: 6 }],
  [
    "[LOG-2] a loss that nobody counted",
    (log) => (log.append("abc"), log.noteLoss(9, ".about")),
    { size: 9, lostBytes: 6, lostExact: false },
  ],
  [
    "[LOG-2] an old mark says nothing about the end",
    (log) => (steps(log, "abc", 2, "defg"), log.noteLoss(5)),
    { size: 9, lostBytes: 2 },
  ],
  ["[LOG-2] nothing could be stored", (log) => log.noteLoss(9), { size: 9, lostBytes: 9 }],
  ["[LOG-3] drained", (log) => (log.append("abc"), log.drain()), { size: 3, drained: true }],
  [
    "[LOG-3] drained, whatever is called pipe",
    (log) => writeFileSync(join(log.directory, "drained"), ""),
    { drained: true },
  ],
  ["[LOG-3] the pipe is gone", (log) => rmSync(join(log.directory, "pipe")), { drained: true }],
  [
    "[LOG-5] the directory is gone",
    (log) => (log.append("abc"), rmSync(log.directory, { recursive: true })),
    { drained: true },
  ],
  [
    "[LOG-1] files of other names are not the log's",
    (log) => (log.append("abc"), strangers(log.directory)),
    { size: 3 },
  ],
  [
    "[LOG-1] a petabyte",
    (log) => writeFileSync(segmentPath(log.directory, 999_999_999_999_990), "abc"),
    { head: 999_999_999_999_990, size: 999_999_999_999_993 },
  ],
];

test.each(cases)("%s", (_, write, extent) => {
  const files = createLogFiles();
  write(files);
  expect(openOutputLog(files.directory).extent()).toEqual({ ...whole, ...extent });
});

test("[LOG-5] a directory that cannot be read is an error, not an empty log", () => {
  const path = join(temporaryDirectory(), "file");
  writeFileSync(path, "");
  expect(() => openOutputLog(path).extent()).toThrow("ENOTDIR");
});

/** Texts to append, and between them how much is lost before the next segment. */
function steps(log: LogFiles, ...list: readonly (string | number)[]): void {
  for (const step of list) {
    if (typeof step === "string") log.append(step);
    else log.begin(step);
  }
}

function strangers(directory: string): void {
  for (const name of [
    "log.1",
    "log.0000000000000009",
    "log.00000000000000x",
    "xlog.000000000000009",
    "lost.x",
    "record.json",
  ]) {
    writeFileSync(join(directory, name), "12345678901234567890");
  }
}
