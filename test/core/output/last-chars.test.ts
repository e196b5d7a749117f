import fc from "fast-check";
import { expect, test } from "vitest";
import { LINE_SNAP_CHARS } from "../../../src/core/limits.ts";
import { lastChars } from "../../../src/core/output/last-chars.ts";

const words = "word ".repeat(100);

test.each([
  ["a short text is whole", "abc", 3, { text: "abc", cutChars: 0 }],
  ["nothing asked, nothing shown", "abc", 0, { text: "", cutChars: 3 }],
  ["nor for less than nothing", "abc", -1, { text: "", cutChars: 3 }],
  ["no line start near", "abcdefgh", 4, { text: "efgh", cutChars: 4 }],
  ["exactly at a line start", "abc\ndefgh", 5, { text: "defgh", cutChars: 4 }],
  ["forward to the next line", `${words}\nin the middle\n${words}`, 507, { text: words, cutChars: 515 }],
  ["not when that costs a quarter", `${words}\nin the middle\n${words}`, 20, { text: words.slice(-20), cutChars: 995 }],
  ["a newline at the end begins no line", "abcdefghi\n", 4, { text: "ghi\n", cutChars: 6 }],
  ["half a pair is no character", "a😀bcd", 4, { text: "bcd", cutChars: 3 }],
])("[TEXT-9] %s", (_, text, maxChars, cut) => {
  expect(lastChars(text, maxChars)).toEqual(cut);
});

test("[TEXT-9] the text and what is missing add up, and hardly more than asked is missing", () => {
  const text = fc.array(fc.constantFrom("a", "é", "😀", "\n", words), { maxLength: 30 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat({ max: 600 }), (whole, maxChars) => {
      const { text: shown, cutChars } = lastChars(whole, maxChars);
      expect(whole.slice(cutChars)).toBe(shown);
      expect(new TextDecoder().decode(new TextEncoder().encode(shown))).toBe(shown);
      expect(shown.length).toBeLessThanOrEqual(maxChars);
      const slack = Math.min(LINE_SNAP_CHARS, maxChars / 4) + 1;
      expect(shown.length).toBeGreaterThanOrEqual(Math.min(whole.length, maxChars - slack));
    }),
  );
});
