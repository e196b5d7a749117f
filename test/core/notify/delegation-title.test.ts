import { describe, expect, test } from "vitest";
import { delegationTitle } from "../../../src/core/notify/delegation-title.ts";

test.each([
  [{}, "Completed: Fix it"],
  [{ status: "success" }, "Completed: Fix it"],
  [{ status: "failed" }, "Failed: Fix it"],
  [{ status: "cancelled" }, "Cancelled: Fix it"],
  [{ status: "interrupted" }, "Interrupted: Fix it"],
  [{ status: "timeout" }, "Timed Out: Fix it"],
  [{ status: "stalled" }, "Stalled: Fix it"],
  [{ status: "paused" }, "Unknown: Fix it"],
  [{ truncated: true }, "Incomplete: Fix it"],
  [{ taskFailureNotice: true, results: [] }, "Failed: Fix it"],
  [{ goal: "" }, "Completed"],
])("[NOTICE-21] one subagent: %j", (changes, title) => {
  expect(delegationTitle({ goal: "Fix\nit", ...changes })).toBe(`Subagent Task ${title}`);
});

describe("several", () => {
  const done = { status: "completed" };
  test.each([
    [{ goals: ["A", "B"], results: [done, done] }, "Completed: A; B (2 tasks)"],
    [
      { group: "docs", goals: ["A", "B"], results: [done, { status: "failed" }] },
      "Finished with Issues: docs (2 tasks)",
    ],
    [{ results: [{ status: "failed" }] }, "Failed (1 task)"],
    [{ isBatch: true, nTasks: 4, status: "error" }, "Failed (4 tasks)"],
  ])("[NOTICE-21] %j", (event, title) => {
    expect(delegationTitle(event)).toBe(`Subagent Tasks ${title}`);
  });
});
