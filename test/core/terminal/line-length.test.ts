import { expect, test } from "vitest";

import { lineLengths } from "../../../src/core/terminal/line-length.ts";

const CASES: readonly (readonly [string, number, number, number])[] = [
  ["", 3, 0, 3],
  ["abc", 0, 3, 3],
  ["abc", 3, 6, 6],
  ["abc\rde\nf", 2, 5, 1],
  ["abc\u0003de", 0, 3, 2],
  ["\r\r", 9, 0, 0],
];

test("[TERM-11] the longest line, and what is unfinished", () => {
  const seen = CASES.map(([text, before]) => {
    const { longest, unfinished } = lineLengths(Buffer.from(text), before);
    return [text, before, longest, unfinished];
  });
  expect(seen).toEqual(CASES);
});
