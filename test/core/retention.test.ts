import fc from "fast-check";
import { expect, test } from "vitest";
import { toPrune } from "../../src/core/retention.ts";

const NOW = 1_000_000;
const LIMITS = { keptMs: 1_000, keptMax: 3 };
const ended = (id: string, agoMs: number, queued = false) => ({ id, endedAtMs: NOW - agoMs, queued });

test.each([
  ["KEEP-1", "too old by the end", [ended("a", 1_001), ended("b", 1_000)], ["a"]],
  ["KEEP-1", "an event waits", [ended("a", 5_000, true)], []],
  ["KEEP-1", "a clock that jumped back", [ended("a", -5_000)], []],
  ["KEEP-2", "the oldest above the number", [ended("c", 30), ended("a", 10), ended("d", 40), ended("b", 20)], ["d"]],
  ["KEEP-2", "an event waits above the number", [ended("a", 1), ended("b", 2), ended("c", 3), ended("d", 4, true)], []],
  ["KEEP-2", "ties by id, the last is kept", [ended("a", 1), ended("b", 1), ended("c", 1), ended("d", 1)], ["a"]],
  ["KEEP-2", "nothing", [], []],
] as const)("[%s] %s", (_, __, records, expected) => {
  expect(toPrune(records, NOW, LIMITS)).toEqual(expected);
});

test("[KEEP-1] [KEEP-2] what is left is young, few, or waited for", () => {
  const records = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1 }),
      endedAtMs: fc.integer({ min: NOW - 2_000, max: NOW }),
      queued: fc.boolean(),
    }),
    { selector: (one) => one.id },
  );
  fc.assert(
    fc.property(records, (all) => {
      const pruned = new Set(toPrune(all, NOW, LIMITS));
      const left = all.filter((one) => !pruned.has(one.id) && !one.queued);
      expect(left.length).toBeLessThanOrEqual(LIMITS.keptMax);
      expect(left.every((one) => NOW - one.endedAtMs <= LIMITS.keptMs)).toBe(true);
      expect(all.some((one) => one.queued && pruned.has(one.id))).toBe(false);
    }),
  );
});
