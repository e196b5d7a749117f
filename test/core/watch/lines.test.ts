import { expect, test } from "vitest";
import { WATCH_LINE_MAX_BYTES } from "../../../src/core/limits.ts";
import { cutLongLines, endsLine, restOfLine, wholeLinesLength } from "../../../src/core/watch/lines.ts";

const LONG = "x".repeat(WATCH_LINE_MAX_BYTES);

test.each<readonly [text: string, whole: number, rest: number, ends: boolean]>([
  ["", 0, 0, false],
  ["a", 0, 1, false],
  ["a\n", 2, 2, true],
  ["a\nb", 2, 2, false],
  ["a\rb", 2, 2, false],
  ["a\nb\rc", 4, 2, false],
  ["a\rb\nc", 4, 2, false],
  ["\n", 1, 1, true],
])("[WATCH-3] %j has %d bytes of whole lines, and its first line ends at %d", (text, whole, rest, ends) => {
  const bytes = Buffer.from(text);
  expect([wholeLinesLength(bytes), restOfLine(bytes), endsLine(bytes)]).toEqual([whole, rest, ends]);
});

test.each<readonly [what: string, text: string, cut: string]>([
  ["short lines", "a\nb\rc", "a\nb\rc"],
  ["one of the longest kind", `${LONG}\na`, `${LONG}\na`],
  ["one byte more", `${LONG}x\na`, `${LONG}\nx\na`],
  ["twice as long", `a\n${LONG}${LONG}`, `a\n${LONG}\n${LONG}`],
  ["behind a carriage return", `a\r${LONG}x`, `a\r${LONG}\nx`],
  ["many lines in front of it", `${"ab\n".repeat(50_000)}${LONG}x`, `${"ab\n".repeat(50_000)}${LONG}\nx`],
])("[WATCH-19] lines are cut: %s", (_, text, cut) => {
  expect(cutLongLines(Buffer.from(text)).toString() === cut).toBe(true);
});

test("[WATCH-19] of an unfinished long line whole pieces count", () => {
  expect(wholeLinesLength(Buffer.from(`a\n${LONG}${LONG}xyz`))).toBe(2 + 2 * WATCH_LINE_MAX_BYTES);
});
