import fc from "fast-check";
import { expect, test } from "vitest";
import { SCREEN_MARKS_MAX, SCREEN_STRING_MAX_CHARS } from "../../../src/core/limits.ts";
import { createGuard, mostCount } from "../../../src/core/terminal/screen-guard.ts";

const ESC = "\u001b";
const SIZE = { rows: 30, cols: 120 };
const long = "x".repeat(SCREEN_STRING_MAX_CHARS + 10);
const cut = "x".repeat(SCREEN_STRING_MAX_CHARS);

function passed(...texts: readonly string[]): string {
  const guard = createGuard();
  return texts.map((text) => guard.pass(text, SIZE)).join("");
}

test.each([
  ["a command, ended by a bell", `a${ESC}]${long}\u0007b`, `a${ESC}]${cut}\u0007b`],
  ["a command, ended by a terminator", `a${ESC}]${long}${ESC}\\b`, `a${ESC}]${cut}${ESC}\\b`],
  ["a bell in device control ends nothing", `${ESC}P${long}\u0007${long}${ESC}\\b`, `${ESC}P${cut}${ESC}\\b`],
  ["eight bits", `\u009d${long}\u009cb`, `\u009d${cut}\u009cb`],
  ["cancelled", `${ESC}_${long}\u0018b`, `${ESC}_${cut}\u0018b`],
  ["one behind the other", `${ESC}]${long}${ESC}]${long}\u0007b`, `${ESC}]${cut}${ESC}]${cut}\u0007b`],
  ["controls behind the escape", `${ESC}\0\r]${long}\u0007b`, `${ESC}\0\r]${cut}\u0007b`],
  ["marks", `a${"\u0301".repeat(50)}b`, `a${"\u0301".repeat(SCREEN_MARKS_MAX)}b`],
  [
    "counts",
    `${ESC}[2000000000S${ESC}[31L${ESC}[30M\u009b999I${ESC}[99999b`,
    `${ESC}[30S${ESC}[30L${ESC}[30M\u009b120I${ESC}[3600b`,
  ],
])("[SCREEN-12] %s", (_, text, expected) => {
  expect(passed(text)).toBe(expected);
  // Cut around every escape, too: nothing of it depends on where a read ends.
  const pieces = text.split(/(?<=\u001b)|(?=\u001b)|(?<=\u0000)/); // oxlint-disable-line no-control-regex
  if (!text.includes("S")) expect(passed(...pieces)).toBe(expected);
});

test("[SCREEN-12] everything else passes as it is, cut anywhere", () => {
  const part = fc.constantFrom(
    ESC,
    "[",
    "]",
    "P",
    "0;t",
    "\u0007",
    "\\",
    "m",
    "\0",
    "é",
    "日",
    "e\u0301",
    "\u009c",
    "\n",
    "1",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (texts) => {
      expect(passed(...texts)).toBe(texts.join(""));
    }),
    { numRuns: 2_000 },
  );
});

test("[SCREEN-12] a count is that of lines, tabs or places", () => {
  expect(["S", "I", "b"].map((final) => mostCount(final, SIZE))).toEqual([30, 120, 3_600]);
});
