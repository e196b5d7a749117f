import fc from "fast-check";
import { expect, test } from "vitest";
import { createSieve } from "../../../src/core/watch/sieve.ts";

const text = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength, max: 3 }).map((bytes) => Buffer.from(bytes));

test("[WATCH-1] every place of every text is found, in blocks of any length", () => {
  fc.assert(
    fc.property(fc.array(text(2, 6), { minLength: 1, maxLength: 8 }), text(0, 200), (texts, block) => {
      const isPlace = (at: number) => texts.some((one) => block.subarray(at, at + one.length).equals(one));
      expect(createSieve(texts)(block)).toEqual([...block.keys()].filter(isPlace));
    }),
    { numRuns: 3_000 },
  );
});

test("[WATCH-1] a text at the very end, and one that is cut off there", () => {
  const sieve = createSieve(["abcdef", "xy"].map((one) => Buffer.from(one)));
  expect([sieve(Buffer.from("---abcdef")), sieve(Buffer.from("---abcde"))]).toEqual([[3], []]);
});
