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
