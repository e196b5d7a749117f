import { expect, test } from "vitest";
import { eventOf, listOf, numberOf, objectsOf, textOf } from "../../../src/core/notify/loose.ts";

test.each([
  ["a", "a"],
  [0, "0"],
  [-15, "-15"],
  [1.5, "1.5"],
  ["", "?"],
  [Number.NaN, "?"],
  [null, "?"],
  [undefined, "?"],
  [{}, "?"],
  [true, "?"],
])("[NOTICE-4] %o as text", (value, expected) => {
  expect(textOf(value, "?")).toBe(expected);
});

test("[NOTICE-4] numbers, lists and objects of anything", () => {
  expect({
    numbers: [3, "3", Number.NaN].map(numberOf),
    lists: [[1], "text", null].map(listOf),
    objects: objectsOf([{ a: 1 }, null, "text", [2]]),
    events: [{ type: "ready" }, null, 7].map(eventOf),
  }).toEqual({
    numbers: [3, undefined, undefined],
    lists: [[1], [], []],
    objects: [{ a: 1 }],
    events: [{ type: "ready" }, {}, {}],
  });
});
