import { describe, expect, test } from "vitest";

import { admitMatch, CLOSED_BREAKER, parseBreaker, releaseBreaker } from "../../../src/core/notify/breaker.ts";

/** Matches at these moments, in seconds; what is released is noted as its number of suppressed ones. */
function replay(moments: readonly number[]): readonly string[] {
  let state = CLOSED_BREAKER;
  return moments.map((second) => {
    const nowMs = 1_000_000_000_000 + second * 1_000;
    const released = releaseBreaker(state, nowMs);
    const verdict = admitMatch(released?.state ?? state, nowMs);
    state = verdict.state;
    const said = verdict.isAdmitted ? "told" : verdict.hasTripped ? "tripped" : "counted";
    return released === null ? said : `released ${released.suppressed}, ${said}`;
  });
}

const times = (count: number, second: number): readonly number[] => Array.from({ length: count }, () => second);
const said = (count: number, what: string): readonly string[] => Array.from({ length: count }, () => what);

describe("[FLOW-1, FLOW-6] matches of all processes", () => {
  const cases: readonly (readonly [string, readonly number[], readonly string[]])[] = [
    ["15 in 10 s pass, the next one trips", times(16, 0), [...said(15, "told"), "tripped"]],
    ["nothing passes in the pause", [...times(16, 0), 1, 29.9], [...said(15, "told"), "tripped", "counted", "counted"]],
    [
      "after 30 s they pass again, and the number is known",
      [...times(16, 0), 5, 30, 31],
      [...said(15, "told"), "tripped", "counted", "released 2, told", "told"],
    ],
    ["a new window begins after 10 s", [...times(15, 0), ...times(15, 10)], said(30, "told")],
    [
      "the window does not slide",
      [...times(8, 0), ...times(7, 9), ...times(2, 9.9)],
      [...said(15, "told"), "tripped", "counted"],
    ],
    ["a clock that was set back an hour begins a new window", [...times(15, 0), -3_600], said(16, "told")],
    [
      "a clock that was set back an hour ends the pause",
      [...times(16, 0), -3_600],
      [...said(15, "told"), "tripped", "released 1, told"],
    ],
    [
      "a clock that was set on a day ends the pause",
      [...times(16, 0), 86_400],
      [...said(15, "told"), "tripped", "released 1, told"],
    ],
  ];
  test.each(cases)("%s", (_, moments, expected) => {
    expect(replay(moments)).toEqual(expected);
  });
});

test("[FLOW-5] what is no state is a closed breaker", () => {
  const good = { windowStartMs: 1, matches: 2, pausedUntilMs: 3, suppressed: 4 };
  const damaged = [null, 1, "x", [], {}, { ...good, matches: "2" }, { ...good, suppressed: null }];
  expect([parseBreaker(good), ...damaged.map(parseBreaker)]).toEqual([good, ...damaged.map(() => CLOSED_BREAKER)]);
});
