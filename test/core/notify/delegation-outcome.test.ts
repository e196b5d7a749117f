import { expect, test } from "vitest";
import { isDone, isTruncated, outcomeOf } from "../../../src/core/notify/delegation-outcome.ts";

test.each([
  ["completed", "completed"],
  ["success", "completed"],
  ["incomplete", "incomplete"],
  ["failed", "failed"],
  ["error", "failed"],
  ["cancelled", "cancelled"],
  ["interrupted", "interrupted"],
  ["timeout", "timed_out"],
  ["stalled", "stalled"],
  ["", "unknown"],
  ["toString", "unknown"],
])("[NOTICE-21] the status %o", (status, outcome) => {
  expect(outcomeOf({ status })).toBe(outcome);
});

test.each([
  [{}, false],
  [{ truncated: false, exitReason: "stop" }, false],
  [{ truncated: true }, true],
  [{ exitReason: "max_iterations" }, true],
])("[NOTICE-14] %j", (facts, truncated) => {
  const outcome = truncated ? "incomplete" : "completed";
  expect([isTruncated(facts), outcomeOf({ ...facts, status: "success" })]).toEqual([truncated, outcome]);
});

test("[NOTICE-11] done", () => {
  expect(["completed", "success", "failed", "Completed", ""].filter(isDone)).toEqual(["completed", "success"]);
});
