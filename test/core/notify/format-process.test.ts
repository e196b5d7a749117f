import { expect, test } from "vitest";
import {
  formatHeartbeat,
  formatMerged,
  formatMessage,
  formatWatchMatch,
} from "../../../src/core/notify/format-process.ts";

const PROCESS = { sessionId: "proc_4dae56ca81f6", command: "npm run dev" };
const SUBAGENT = { ...PROCESS, taskId: "sa-7" };

test.each([
  [0, ""],
  [3, "\n(3 earlier matches were suppressed by rate limit)"],
])("[NOTICE-1] a match, %d suppressed", (suppressed, more) => {
  const event = { ...PROCESS, pattern: "ERROR", output: "ERROR one\nERROR two", suppressed };
  expect(formatWatchMatch(event, {})).toBe(
    '[IMPORTANT: Background process proc_4dae56ca81f6 matched watch pattern "ERROR".\n' +
      `Command: npm run dev\nMatched output:\nERROR one\nERROR two${more}]`,
  );
});

test("[NOTICE-2] a heartbeat, which is not important", () => {
  expect(formatHeartbeat({ ...PROCESS, seq: 3, interval: 120, elapsed: 365, output: "42 %" }, {})).toBe(
    "[Background process proc_4dae56ca81f6 heartbeat #3 — still running after 6m5s " +
      "(next in 120s when there is new output; you will also be told when it exits).\n" +
      "Command: npm run dev\nOutput since last heartbeat:\n42 %]",
  );
});

test.each([formatWatchMatch, formatHeartbeat])("[NOTICE-8] %o says whose process it is", (format) => {
  expect(
    format(SUBAGENT, { subagent: () => ({ goal: "Fix it" }) })
      .split("\n")
      .slice(1, 3),
  ).toEqual(['Started by subagent sa-7. Task: "Fix it"', "Command: npm run dev"]);
});

test("[NOTICE-3] what brings its own words", () => {
  expect(formatMessage({ message: "Watching has stopped." })).toBe("[IMPORTANT: Watching has stopped.]");
});

test.each([
  [{ merged: 12, message: "12 were merged." }, "[IMPORTANT: 12 were merged.]"],
  [{ merged: 12 }, "[IMPORTANT: 12 more events of yours are not told one by one: there were too many.]"],
])("[NOTICE-7] %j", (event, text) => {
  expect(formatMerged(event)).toBe(text);
});
