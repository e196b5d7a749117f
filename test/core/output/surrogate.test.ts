import { expect, test } from "vitest";

import { isHighSurrogate, isLowSurrogate } from "../../../src/core/output/surrogate.ts";

test("[VIEW-2] the halves of a character are told apart", () => {
  const [high, low] = ["😀".charCodeAt(0), "😀".charCodeAt(1)];
  expect([isHighSurrogate(high), isLowSurrogate(high), isHighSurrogate(low), isLowSurrogate(low)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([isHighSurrogate(Number.NaN), isLowSurrogate(0x61)]).toEqual([false, false]);
});
