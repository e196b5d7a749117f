import fc from "fast-check";
import { expect, test } from "vitest";
import { WATCH_HITS_MAX, WATCH_INTERVAL_MS } from "../../../src/core/limits.ts";
import { initialProgress, type WatchProgress } from "../../../src/core/notify/progress.ts";
import { disabledMessage, disabledReason, limitWatch } from "../../../src/core/notify/watch-limit.ts";

const START_MS = 1_700_000_000_000;

/** Plays matches: a second, and how many lines. Gives what was told of each: the suppressed count, `-`, or why watching ended. */
function play(matches: readonly (readonly [second: number, lines: number])[]): readonly (number | string)[] {
  let watch: WatchProgress = initialProgress(false).watch;
  return matches.flatMap(([second, lines]) => {
    const wasDisabled = watch.disabled;
    const verdict = limitWatch(watch, lines, START_MS + second * 1_000);
    const why = disabledReason(verdict.watch);
    watch = why === null ? verdict.watch : { ...verdict.watch, disabled: true };
    const told = verdict.told?.suppressed ?? "-";
    return why === null || wasDisabled ? [told] : [told, why];
  });
}

const every = (seconds: number, count: number) =>
  Array.from({ length: count }, (_, place) => [place * seconds, 1] as const);

test.each<readonly [what: string, matches: readonly (readonly [number, number])[], told: readonly (number | string)[]]>(
  [
    [
      "[WATCH-5] one delivery in 15 s",
      [
        [0, 1],
        [14.999, 1],
        [15, 1],
      ],
      [0, "-", 1],
    ],
    [
      "[WATCH-8] dropped lines are counted once",
      [
        [0, 1],
        [1, 3],
        [2, 4],
        [15, 1],
        [30, 1],
      ],
      [0, "-", "-", 7, 0],
    ],
    [
      "[WATCH-5] many drops are one strike",
      [[0, 1], ...every(0.01, 1_000).map(([second]) => [1 + second, 1] as const), [15, 1], [30, 1]],
      [0, ...Array<string>(1_000).fill("-"), 1_000, 0],
    ],
    [
      "[WATCH-6] three strikes in a row",
      [
        [0, 1],
        [1, 1],
        [15, 1],
        [16, 1],
        [30, 1],
        [31, 1],
        [32, 1],
        [99, 1],
      ],
      [0, "-", 1, "-", 1, "-", "strikes", "-", "-"],
    ],
    [
      "[WATCH-7] a clean window forgives two",
      [
        [0, 1],
        [1, 1],
        [15, 1],
        [16, 1],
        [30, 1],
        [45, 1],
        [46, 1],
        [60, 1],
        [61, 1],
        [75, 1],
      ],
      [0, "-", 1, "-", 1, 0, "-", 1, "-", 1],
    ],
    ["[WATCH-9] eight in a lifetime, the eighth told", every(20, 10), [0, 0, 0, 0, 0, 0, 0, 0, "hits", "-", "-"]],
    [
      "[WATCH-1] no line, no match",
      [
        [0, 0],
        [1, 1],
      ],
      ["-", 0],
    ],
  ],
)("%s", (_, matches, told) => {
  expect(play(matches)).toEqual(told);
});

test("[WATCH-14] a clock that was set back does not keep a window open", () => {
  const { watch } = limitWatch(initialProgress(false).watch, 1, START_MS);
  const at = (atMs: number) => limitWatch(watch, 1, atMs).told !== null;
  expect([at(START_MS), at(START_MS - 1), at(START_MS - 3_600_000)]).toEqual([false, true, true]);
});

test("[WATCH-6, WATCH-9] the reason is said, and only while it is not said yet", () => {
  const { watch } = initialProgress(false);
  expect([
    disabledReason(watch),
    disabledReason({ ...watch, strikes: 3 }),
    disabledReason({ ...watch, hits: WATCH_HITS_MAX }),
    disabledReason({ ...watch, hits: WATCH_HITS_MAX, disabled: true }),
  ]).toEqual([null, "strikes", "hits", null]);
  expect(disabledMessage("proc_1", "hits")).toMatch(/proc_1 are disabled: 8 matches were told.*notify_on_complete/);
  expect(disabledMessage("proc_1", "strikes")).toMatch(/within 15 s of a notice, 3 notices in a row/);
});

test("[WATCH-5, WATCH-8, WATCH-9] whatever happens: bounded, spaced, and no line uncounted", () => {
  const matches = fc.array(fc.record({ afterMs: fc.nat(40_000), lines: fc.integer({ min: 1, max: 5 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(matches, (all) => {
      let watch = initialProgress(false).watch;
      let nowMs = START_MS;
      let counted = 0;
      const toldAtMs: number[] = [];
      for (const { afterMs, lines } of all) {
        nowMs += afterMs;
        const verdict = limitWatch(watch, lines, nowMs);
        watch = verdict.watch;
        if (verdict.told !== null) {
          toldAtMs.push(nowMs);
          counted += lines + verdict.told.suppressed;
        }
        if (disabledReason(watch) === null) continue;
        watch = { ...watch, disabled: true };
        break;
      }
      const gapsMs = toldAtMs.slice(1).map((atMs, place) => atMs - (toldAtMs[place] ?? 0));
      expect(toldAtMs.length).toBeLessThanOrEqual(WATCH_HITS_MAX);
      expect(gapsMs.every((gapMs) => gapMs >= WATCH_INTERVAL_MS)).toBe(true);
      if (!watch.disabled) expect(counted + watch.suppressed).toBe(all.reduce((sum, one) => sum + one.lines, 0));
    }),
    { numRuns: 500 },
  );
});
