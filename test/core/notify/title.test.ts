import { describe, expect, test } from "vitest";
import { eventTitle } from "../../../src/core/notify/title.ts";

describe("endings", () => {
  test.each([
    [{ exitCode: 0 }, "Finished: make all"],
    [{ exitCode: 3 }, "Failed (exit 3): make all"],
    [{ exitCode: -11 }, "Failed (exit -11): make all"],
    [{ exitCode: null }, "Finished: make all"],
    [{ completionReason: "killed", exitCode: -15 }, "Terminated: make all"],
    [{ completionReason: "lost", exitCode: null }, "Lost: make all"],
    [{ completionReason: "failed_start" }, "Failed to Start: make all"],
    [{ exitCode: 0, command: "" }, "Finished"],
    [{ exitCode: 0, command: "x".repeat(80) }, `Finished: ${"x".repeat(80)}`],
    [{ exitCode: 0, command: "x".repeat(81) }, `Finished: ${"x".repeat(77)}...`],
  ])("[NOTICE-20] %j", (changes, title) => {
    expect(eventTitle({ type: "completion", command: "make\n  all", ...changes })).toBe(`Background Process ${title}`);
  });
});

test.each([
  [{ type: "heartbeat", elapsed: 365 }, "Background Process Output after 6m5s: make"],
  [{ type: "watch_match", pattern: "ERROR" }, 'Background Process Output Matched "ERROR": make'],
  [{ type: "watch_disabled" }, "Background Process No Longer Watched: make"],
  [{ type: "watch_overflow_tripped" }, "Watch Notices Paused"],
  [{ type: "watch_overflow_released" }, "Watch Notices Resumed"],
  [{ type: "ready", condition: "port 3000" }, "Background Process Ready (port 3000): make"],
  [{ type: "not_ready", condition: "port 3000" }, "Background Process Not Ready (port 3000): make"],
  [{ type: "awaiting_input" }, "Background Process Waiting for Input: make"],
  [{ type: "events_merged" }, "Background Process Notices Merged"],
  [{ type: "async_delegation", goal: "Fix it" }, "Subagent Task Completed: Fix it"],
  [{ type: "no such kind" }, "Background Process Finished: make"],
])("[NOTICE-20] %j", (event, title) => {
  expect(eventTitle({ command: "make", ...event })).toBe(title);
});
