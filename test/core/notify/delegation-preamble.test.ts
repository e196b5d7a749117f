import { expect, test } from "vitest";
import { isBatch, preamble } from "../../../src/core/notify/delegation-preamble.ts";

const ROLE = "Role: leaf   Model: ?";

test("[NOTICE-10] all that was asked", () => {
  const event = {
    dispatchedAt: 1_000,
    completedAt: 1_185,
    goal: "Fix it",
    context: "The tests are red.",
    toolsets: ["terminal", "files"],
    role: "reviewer",
    model: "m-1",
  };
  expect(
    preamble(event, { localTime: (seconds) => `2026-03-01 10:00:0${seconds / 1_000}`, nowSeconds: 9_999 }),
  ).toEqual([
    "Dispatched: 2026-03-01 10:00:01 (3m5s ago)",
    "Original goal: Fix it",
    "Context you provided: The tests are red.",
    "Toolsets: terminal, files",
    "Role: reviewer   Model: m-1",
  ]);
});

test.each([
  [{ dispatchedAt: 1_000, completedAt: 1_060 }, {}, ["Dispatched: 1m ago"]],
  [{ dispatchedAt: 1_000 }, { nowSeconds: 1_002 }, ["Dispatched: 2s ago"]],
  [{ dispatchedAt: 1_000 }, { localTime: () => "10:00" }, ["Dispatched: 10:00 (? ago)"]],
  [{ dispatchedAt: 1_000 }, {}, []],
  [{ dispatchedAt: "1000", completedAt: 1_060 }, {}, []],
])("[NOTICE-10] when: %j, %o", (event, context, lines) => {
  expect(preamble({ ...event, results: [] }, context)).toEqual([...lines, `${ROLE}   Total duration: ?s`]);
});

test("[NOTICE-12] of several, it tells how long all took, and no goal", () => {
  expect(preamble({ goal: "all of it", isBatch: true, totalDurationSeconds: 12.5 }, {})).toEqual([
    `${ROLE}   Total duration: 12.5s`,
  ]);
});

test.each([
  [{}, false],
  [{ isBatch: false, results: {} }, false],
  [{ isBatch: true }, true],
  [{ results: [] }, true],
])("[NOTICE-12] %j is of several: %o", (event, expected) => {
  expect(isBatch(event)).toBe(expected);
});
