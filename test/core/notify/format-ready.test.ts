import { expect, test } from "vitest";
import { formatNotReady, formatReady } from "../../../src/core/notify/format-ready.ts";

const EVENT = {
  sessionId: "proc_4dae56ca81f6",
  command: "npm run dev",
  condition: "port 3000",
  elapsed: 12,
  output: "listening",
};

test.each([
  [undefined, ""],
  [[3000], "\nListening on port 3000."],
  [[3000, 9229], "\nListening on ports 3000, 9229."],
])("[NOTICE-5] it is ready, and listens on %j", (ports, line) => {
  expect(formatReady({ ...EVENT, ports }, {})).toBe(
    "[IMPORTANT: Background process proc_4dae56ca81f6 is ready (port 3000) after 12s. It is still running." +
      `${line}\nCommand: npm run dev\nOutput:\nlistening]`,
  );
});

test("[NOTICE-5] it is not ready, in the words of the event", () => {
  const message = "proc_4dae56ca81f6 ended with code 1 before it was ready (port 3000).";
  expect(formatNotReady({ ...EVENT, why: "ended", message, taskId: "sa-7" }, {})).toBe(
    `[IMPORTANT: ${message}\nStarted by subagent sa-7 (delegate_task).\nCommand: npm run dev\nLast output:\nlistening]`,
  );
});

test.each([
  ["ended", "It ended before that."],
  ["timeout", "The time for it is up. It is still running."],
  ["port_taken", "Another process has the port. It is still running."],
])("[NOTICE-5] it is not ready, without words: %s", (why, reason) => {
  expect(formatNotReady({ ...EVENT, why }, {})).toBe(
    `[IMPORTANT: Background process proc_4dae56ca81f6 has not become ready (port 3000) in 12s. ${reason}\n` +
      "Command: npm run dev\nLast output:\nlistening]",
  );
});
