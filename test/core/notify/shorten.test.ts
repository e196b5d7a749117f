import { expect, test } from "vitest";
import { exactLastChars, firstChars, oneLine, shorten } from "../../../src/core/notify/shorten.ts";

test("[NOTICE-23] on one line", () => {
  expect(oneLine("  make \\\n\t all ")).toBe("make \\ all");
});

test.each([
  ["abcdefgh", 8, "abcdefgh"],
  ["abcdefghi", 8, "abcde..."],
  ["a   b c", 5, "a b c"],
  ["abcd🎉fgh", 8, "abcd..."],
])("[NOTICE-23] %s in %d characters", (text, maxChars, expected) => {
  expect(shorten(text, maxChars)).toBe(expected);
});

test("[NOTICE-23] the first and the last, in whole characters", () => {
  const text = "🎉ab🎉";
  expect([1, 2, 5, 6].map((count) => [firstChars(text, count), exactLastChars(text, count)])).toEqual([
    ["", ""],
    ["🎉", "🎉"],
    ["🎉ab", "ab🎉"],
    [text, text],
  ]);
});
