import { describe, expect, test } from "vitest";
import type { AsyncDelegationEvent } from "../../../src/core/notify/delegation.ts";
import { formatDelegation } from "../../../src/core/notify/format-delegation.ts";

const EVENT: AsyncDelegationEvent = {
  type: "async_delegation",
  delegationId: "deleg_1",
  goal: "Fix it",
  model: "m-1",
  status: "completed",
  summary: "Fixed.",
  apiCalls: 3,
  durationSeconds: 2.5,
};

test("[NOTICE-11] one subagent that has done it", () => {
  expect(formatDelegation(EVENT, {})).toBe(
    [
      "[ASYNC DELEGATION COMPLETE — deleg_1]",
      "A subagent that you gave work in the background has ended. What it was about is repeated here, since you may have turned to other work.",
      "",
      "Original goal: Fix it",
      "Role: leaf   Model: m-1",
      "Status: completed   API calls: 3   Duration: 2.5s",
      "--- RESULT ---",
      "Fixed.",
    ].join("\n"),
  );
});

describe("what came of it", () => {
  test.each([
    ["NOTICE-11", { status: "success" }, ["Fixed."]],
    [
      "NOTICE-14",
      { exitReason: "max_iterations" },
      ["(It ran out of turns (max_iterations): see what is missing before you build on this.)", "Fixed."],
    ],
    ["NOTICE-11", { status: "interrupted", summary: "" }, ["The subagent was interrupted before it had completed."]],
    [
      "NOTICE-11",
      { status: "interrupted", error: "the user said stop", summary: "Half" },
      ["The subagent was interrupted before it had completed: the user said stop", "Partial output:", "Half"],
    ],
    [
      "NOTICE-11",
      { status: "failed", error: "no network", lastKnownStatus: "running" },
      [
        "The subagent did not complete successfully (status=failed).",
        "no network",
        "Last known status: running",
        "Partial output:",
        "Fixed.",
      ],
    ],
    [
      "NOTICE-15",
      { liveTranscript: "/t/1.md", handedOffProcesses: [{ sessionId: "proc_a", command: "make" }] },
      ["Fixed.", "Live transcript: /t/1.md", "Handed off: proc_a `make` — you own it now."],
    ],
  ] as const)("[%s] %j", (_, changes, lines) => {
    const text = formatDelegation({ ...EVENT, ...changes }, {});
    expect(text.split("--- RESULT ---\n")[1]?.split("\n")).toEqual(lines);
  });
});

test("[NOTICE-14] the status of one that ran out of turns", () => {
  expect(formatDelegation({ ...EVENT, truncated: true }, {}).split("\n")[5]).toBe(
    "Status: completed   API calls: 3   Duration: 2.5s [TRUNCATED: hit max_iterations — work may be incomplete]",
  );
});

test("[NOTICE-18] a rejected model is told once, before the result", () => {
  const error = "HTTP 400: m-1 is not a valid model ID";
  const text = formatDelegation(
    { ...EVENT, status: "failed", error, summary: error },
    { delegation: { model: "m-1" } },
  );
  expect([text.split("SUBAGENT MODEL REJECTED").length - 1, text.split("\n").slice(4, 8)]).toEqual([
    1,
    [
      "Role: leaf   Model: m-1",
      "",
      '⚠ SUBAGENT MODEL REJECTED: "m-1" was refused by the configured provider (HTTP 400: not a valid model ID).',
      "The task failed for this reason.",
    ],
  ]);
});

test.each([
  [{}, "COMPLETE"],
  [{ results: [] }, "BATCH COMPLETE"],
  [{ isBatch: true }, "BATCH COMPLETE"],
  [{ isBatch: true, taskFailureNotice: true }, "TASK FAILED"],
])("[NOTICE-11, NOTICE-12, NOTICE-13] %j", (changes, title) => {
  expect(formatDelegation({ ...EVENT, ...changes }, {})).toMatch(new RegExp(`^\\[ASYNC DELEGATION ${title} — deleg_1`));
});
