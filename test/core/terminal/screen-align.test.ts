import fc from "fast-check";
import { expect, test } from "vitest";
import { replacements } from "../../../src/core/terminal/screen-align.ts";

test.each([
  ["nothing", "a b", "a b", []],
  ["one word", "key sk-abcdef end", "key *** end", [[4, 13, "***"]]],
  [
    "two in a line",
    "a=one b=two c",
    "a=*** b=*** c",
    [
      [2, 5, "***"],
      [8, 11, "***"],
    ],
  ],
  [
    "two in lines of their own",
    "x one\ny two\n",
    "x ***\ny ***\n",
    [
      [2, 5, "***"],
      [8, 11, "***"],
    ],
  ],
  ["several lines", "a\nBEGIN\nb\nEND\nc", "a\n[GONE]\nc", [[2, 13, "[GONE]"]]],
  ["what is only inserted is left out", "a b", "a x b", []],
])("[SCREEN-9] %s", (_, original, changed, expected) => {
  expect(replacements(original, changed).map(({ from, to, by }) => [from, to, by])).toEqual(expected);
});

test("[SCREEN-9] what is kept stands in both, so nothing that was masked is left", () => {
  const word = fc.constantFrom("a", "secret", "***", " ", "\n", "=", "b c");
  const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(""));
  fc.assert(
    fc.property(text, text, (original, changed) => {
      const found = replacements(original, changed);
      let kept = "";
      let at = 0;
      for (const { from, to } of found) {
        expect(from >= at && to > from && to <= original.length).toBe(true);
        kept += original.slice(at, from);
        at = to;
      }
      kept += original.slice(at);
      expect(isPartOf(kept, changed)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

/** Whether the characters of `some` stand in `all`, in their order. */
function isPartOf(some: string, all: string): boolean {
  let at = 0;
  for (const character of some) {
    at = all.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
