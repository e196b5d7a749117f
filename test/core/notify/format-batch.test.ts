import { expect, test } from "vitest";
import type { AsyncDelegationEvent } from "../../../src/core/notify/delegation.ts";
import { formatBatch } from "../../../src/core/notify/format-batch.ts";

const BATCH: AsyncDelegationEvent = {
  type: "async_delegation",
  delegationId: "deleg_1",
  isBatch: true,
  goals: ["Build\nit", "Test it", "Ship it"],
  totalDurationSeconds: 60,
};
const TOP = [
  "[ASYNC DELEGATION BATCH COMPLETE — deleg_1]",
  "Subagents that you gave work in the background have ended: 3 subagent(s). What it was about is repeated here, since you may have turned to other work.",
  "",
  "Role: leaf   Model: ?   Total duration: 60s",
];

test("[NOTICE-12, NOTICE-14, NOTICE-15] each task in its place, with its mark", () => {
  const results = [
    {
      taskIndex: 2,
      status: "failed",
      error: "no network",
      summary: "Half",
      unreadCompletions: [{ sessionId: "proc_a", command: "make", exitCode: 2 }],
    },
    { taskIndex: 1, status: "completed", summary: "Most of it", exitReason: "max_iterations" },
    { taskIndex: 0, status: "success", summary: "Built", apiCalls: 3, durationSeconds: 2.5, liveTranscript: "/t/0.md" },
  ];
  expect(formatBatch({ ...BATCH, results }, {}).split("\n")).toEqual([
    ...TOP,
    "",
    "--- ✓ TASK 1/3: Build it  (status=success, api_calls=3, 2.5s) ---",
    "Built",
    "Live transcript: /t/0.md",
    "",
    "--- ⚠ TASK 2/3: Test it  (status=completed, TRUNCATED: hit max_iterations — work may be incomplete) ---",
    "Most of it",
    "",
    "--- ✗ TASK 3/3: Ship it  (status=failed) ---",
    "(failed: no network)",
    "Partial output:",
    "Half",
    "Ended unread: proc_a `make` (exit code 2), without output.",
  ]);
});

test("[NOTICE-12] tasks that say little", () => {
  const results = [{}, { status: "failed", error: "boom" }, { status: "stalled", summary: "Half" }];
  expect(formatBatch({ delegationId: "deleg_1", results }, {}).split("\n").slice(4)).toEqual([
    "",
    "--- ✗ TASK 1/3  (status=unknown) ---",
    "(no summary — status=unknown)",
    "",
    "--- ✗ TASK 2/3  (status=failed) ---",
    "(no summary — status=failed: boom)",
    "",
    "--- ✗ TASK 3/3  (status=stalled) ---",
    "Partial output:",
    "Half",
  ]);
});

test.each([
  [{ error: "the\nrunner died" }, ["--- ERROR ---", "the runner died"]],
  [{ error: "x", lastKnownStatus: "running" }, ["Last known status: running", "--- ERROR ---", "x"]],
  [{}, ["", "(no results)"]],
])("[NOTICE-12, NOTICE-16] without results: %j", (changes, lines) => {
  expect(formatBatch({ ...BATCH, ...changes }, {}).split("\n")).toEqual([...TOP, ...lines]);
});

test.each([
  [{ group: "docs" }, "group 'docs' (3 subagent(s))"],
  [{ nTasks: 5 }, "5 subagent(s)"],
  [{ goals: [], results: [{}] }, "1 subagent(s)"],
])("[NOTICE-12] who: %j", (changes, unit) => {
  expect(formatBatch({ ...BATCH, ...changes }, {})).toContain(` have ended: ${unit}. `);
});

test("[NOTICE-18] a rejected model is told once, before the tasks", () => {
  const error = "HTTP 400: m-1 is not a valid model ID";
  const results = [{ status: "failed", error, summary: error }, { status: "completed", summary: "ok" }, { error }];
  const lines = formatBatch({ ...BATCH, results }, { delegation: { model: "m-1" } }).split("\n");
  expect(lines.flatMap((line, place) => (/REJECTED|TASK 1/.test(line) ? [place] : []))).toEqual([5, 10]);
});
