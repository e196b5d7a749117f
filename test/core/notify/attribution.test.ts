import { expect, test } from "vitest";
import { attribution } from "../../../src/core/notify/attribution.ts";

test.each([
  [{ ownerTaskId: "sa-1", taskId: "main" }, "Started by subagent sa-1 (delegate_task)."],
  [{ ownerTaskId: "", taskId: "sa-2" }, "Started by subagent sa-2 (delegate_task)."],
  [{ taskId: "sa-2" }, "Started by subagent sa-2 (delegate_task)."],
  [{ ownerTaskId: "main", taskId: "sa-2" }, ""],
  [{}, ""],
])("[NOTIFY-6] %j", (owner, expected) => {
  expect(attribution(owner)).toBe(expected);
});

test.each([
  [{}, "Started by subagent sa-1."],
  [{ delegation: "deleg_9" }, "Started by subagent sa-1 of delegation deleg_9."],
  [{ goal: "Fix\nthe tests" }, 'Started by subagent sa-1. Task: "Fix the tests"'],
  [
    { delegation: "deleg_9", goal: "g".repeat(120) },
    `Started by subagent sa-1 of delegation deleg_9. Task: "${"g".repeat(120)}"`,
  ],
  [{ goal: "g".repeat(121) }, `Started by subagent sa-1. Task: "${"g".repeat(117)}..."`],
])("[NOTICE-8] a subagent that the host knows: %j", (facts, expected) => {
  const subagent = (id: string) => (id === "sa-1" ? facts : undefined);
  expect(attribution({ ownerTaskId: "sa-1" }, { subagent })).toBe(expected);
});

test.each([
  () => undefined,
  () => {
    throw new Error("the host is gone");
  },
])("[NOTICE-8] a subagent that is not found", (subagent) => {
  expect(attribution({ taskId: "sa-1" }, { subagent })).toBe("Started by subagent sa-1 (delegate_task).");
});

test("[NOTICE-9] a handoff says more than who began", () => {
  const owner = { ownerTaskId: "sa-1", handoffNote: "serves the preview" };
  expect(attribution(owner, { subagent: () => ({ goal: "Fix it" }) })).toBe(
    "Handed off to you by a subagent before it finished. Purpose: serves the preview",
  );
});
