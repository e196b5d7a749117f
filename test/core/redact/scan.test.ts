import { expect, test } from "vitest";
import { SIGN, linesWith, signsOf } from "../../../src/core/redact/scan.ts";

test.each<readonly [line: string, signs: number]>([
  ["plain words of a build, 12 modules (3.4 s)", 0],
  ["a ghp_0123456789 b", SIGN.key],
  ["sk-or.v1", SIGN.key],
  ["task-ghp_012345678", 0],
  ["a eyJhbGciOiJIUzI1NiJ9", SIGN.key],
  ['"Authorization" : x', SIGN.named],
  ["X-API-KEY: x", SIGN.named],
  ["keyboard: us", 0],
  ["https://example.com", SIGN.url],
  ["a@b", SIGN.at],
  ["bot12345678:A", SIGN.telegram],
  ["at 12:30:11", 0],
  ["+1", SIGN.phone],
  ["\u001b[1m", SIGN.control],
  ["a\u200bb", SIGN.control],
  ["a\0b", SIGN.separator],
  ["a\rb", SIGN.separator],
  ["a\r", 0],
  ["E   assert", SIGN.diagnostic],
  ["ValueError: x", SIGN.diagnostic],
  ["é 中 x", 0],
])("[REDACT-10] the signs of %j", (line, signs) => {
  expect(signsOf(line)).toBe(signs);
});

test("[REDACT-10] only lines with a wanted sign, and a key that the line end breaks", () => {
  expect(linesWith(SIGN.at | SIGN.broken, "a\na@b\r\n+1 ghp_\r\nx\n\nc@")).toEqual([
    { from: 2, to: 6, signs: SIGN.at },
    { from: 7, to: 15, signs: SIGN.phone | SIGN.broken },
    { from: 19, to: 21, signs: SIGN.at },
  ]);
  expect(linesWith(null, "a\n\nb").map(({ from, to }) => [from, to])).toEqual([
    [0, 1],
    [2, 2],
    [3, 4],
  ]);
});
