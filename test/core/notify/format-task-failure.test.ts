import { expect, test } from "vitest";
import { formatTaskFailure } from "../../../src/core/notify/format-task-failure.ts";

const HEAD =
  "One subagent of a batch that you gave work in the background has failed. The others run on; their results are told together at the end.";

test("[NOTICE-13] one task of a batch that still runs has failed", () => {
  expect(
    formatTaskFailure({
      delegationId: "deleg_1",
      taskIndex: 1,
      nTasks: 3,
      goal: "Test it",
      status: "error",
      durationSeconds: 4,
      error: `first\nsecond ${"x".repeat(400)}`,
      liveTranscript: "/t/1.md",
    }),
  ).toBe(
    [
      "[ASYNC DELEGATION TASK FAILED — deleg_1, task 2/3]",
      HEAD,
      "Task: Test it",
      "Status: error   Duration: 4s",
      `Error: first second ${"x".repeat(387)}`,
      "Live transcript: /t/1.md",
    ].join("\n"),
  );
});

test.each([
  [{ taskIndex: 0, goals: ["A", "B"], taskTranscripts: { "0": "/t/0.md" } }, "1/2", "A", ["Live transcript: /t/0.md"]],
  [{}, "?/?", "unknown", []],
])("[NOTICE-13] what it does not say itself: %j", (changes, place, task, more) => {
  expect(formatTaskFailure(changes).split("\n")).toEqual([
    `[ASYNC DELEGATION TASK FAILED — unknown, task ${place}]`,
    HEAD,
    `Task: ${task}`,
    "Status: failed   Duration: ?s",
    "Error: unknown",
    ...more,
  ]);
});
