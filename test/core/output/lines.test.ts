import fc from "fast-check";
import { expect, test } from "vitest";
import { lastLines, splitLines } from "../../../src/core/output/lines.ts";

test.each([
  ["", []],
  ["\n", [""]],
  ["a", ["a"]],
  ["a\n", ["a"]],
  ["a\n\nb", ["a", "", "b"]],
  ["a\r\nb\u2028c\n", ["a\r", "b\u2028c"]],
])("[TEXT-11] the lines of %j", (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

test("[TEXT-11] the last lines are those of the split text", () => {
  const text = fc.array(fc.constantFrom("a", "bc", "\n"), { maxLength: 20 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat({ max: 12 }), (whole, count) => {
      const last = lastLines(whole, count);
      expect(whole.endsWith(last)).toBe(true);
      expect(splitLines(last)).toEqual(count === 0 ? [] : splitLines(whole).slice(-count));
    }),
  );
});
