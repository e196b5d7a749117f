import { expect, test } from "vitest";
import { createSeekers, seeker } from "../../../src/core/watch/seek.ts";

test("[WATCH-1] places are found from front to back", () => {
  const seek = seeker(Buffer.from("a-a-a"), Buffer.from("a"));
  expect([0, 0, 1, 3, 5].map(seek)).toEqual([0, 0, 2, 4, Infinity]);
});

test.each<readonly [what: string, texts: readonly string[]]>([
  ["one", ["bb"]],
  ["a short one", ["b"]],
  ["short and long ones", ["b", "zzzzzz", "yyyyyy", "xxxxxx", "wwwwww"]],
  ["long ones", ["bb a", "zzzz", "yyyy", "xxxx"]],
])("[WATCH-1] the first of several: %s", (_, texts) => {
  const seek = createSeekers(texts.map((one) => Buffer.from(one)))(Buffer.from("a bb a bb a"));
  expect([0, 2].map(seek)).toEqual([2, 2]);
});

test("[WATCH-1] of no text nothing is found", () => {
  expect(createSeekers([])(Buffer.from("a"))(0)).toBe(Infinity);
});
