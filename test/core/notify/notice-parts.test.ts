import { expect, test } from "vitest";
import { about, important, subject, toolCall } from "../../../src/core/notify/notice-parts.ts";

test("[NOTICE-4] the parts that notices share", () => {
  const event = { sessionId: "proc_4dae56ca81f6", command: "make", taskId: "sa-1" };
  expect([
    important(["a", "b"]),
    subject(event),
    about(event, {}),
    toolCall(event, "kill"),
    toolCall({}, "submit", 'data="y"'),
  ]).toEqual([
    "[IMPORTANT: a\nb]",
    "Background process proc_4dae56ca81f6",
    ["Started by subagent sa-1 (delegate_task).", "Command: make"],
    'process_manage(action="kill", session_id="proc_4dae56ca81f6")',
    'process_manage(action="submit", session_id="unknown", data="y")',
  ]);
});
