import fc from "fast-check";
import { expect, test } from "vitest";

import { USAGE_POINTS_MAX } from "../../src/core/limits.ts";
import { type Counted, usageBetween, type UsagePoint, withPoint } from "../../src/core/usage.ts";

const BEGAN: Counted = { atMs: 1_000, cpuSeconds: 2, memoryBytes: 5, outputBytes: 100 };

test.each<[string, Counted, UsagePoint | null]>([
  [
    "two seconds, three seconds of processor",
    { atMs: 3_000, cpuSeconds: 5, memoryBytes: 7, outputBytes: 300 },
    { atMs: 3_000, cpuPercent: 150, memoryBytes: 7, outputBytesPerSecond: 100 },
  ],
  [
    "a member that ended unseen took its processor time with it",
    { atMs: 2_000, cpuSeconds: 1, memoryBytes: 7, outputBytes: 100 },
    { atMs: 2_000, cpuPercent: 0, memoryBytes: 7, outputBytesPerSecond: 0 },
  ],
  ["no time between", { ...BEGAN }, null],
  ["a clock that was set back", { ...BEGAN, atMs: 0 }, null],
])("[USAGE-1] %s", (_, now, expected) => {
  expect(usageBetween(BEGAN, now)).toEqual(expected);
});

test("[USAGE-2] a life of any length has at most so many points, its total and its peak, and its end", () => {
  const steps = fc.array(
    fc.record({
      ms: fc.integer({ min: 1, max: 90_000 }),
      cpu: fc.integer({ min: 0, max: 400 }),
      memory: fc.integer({ min: 0, max: 1e9 }),
    }),
    { minLength: 1, maxLength: 1_500 },
  );
  fc.assert(
    fc.property(steps, (life) => {
      let points: readonly UsagePoint[] = [];
      let atMs = 0;
      for (const { ms, cpu, memory } of life) {
        atMs += ms;
        points = withPoint(points, { atMs, cpuPercent: cpu, memoryBytes: memory, outputBytesPerSecond: 0 }, 0);
      }
      const total = life.reduce((sum, { ms, cpu }) => sum + ms * cpu, 0) / atMs;
      const kept = points.reduce(
        (sum, point, at) => sum + point.cpuPercent * (point.atMs - (points[at - 1]?.atMs ?? 0)),
        0,
      );
      expect(points.length).toBeLessThanOrEqual(USAGE_POINTS_MAX);
      expect(points.at(-1)?.atMs).toBe(atMs);
      expect(Math.max(...points.map(({ memoryBytes }) => memoryBytes))).toBe(
        Math.max(...life.map(({ memory }) => memory)),
      );
      expect(Math.abs(kept / atMs - total)).toBeLessThan(0.5); // Rates are rounded to a tenth at each merge.
    }),
    { numRuns: 60 },
  );
});
