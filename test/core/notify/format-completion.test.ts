import { describe, expect, test } from "vitest";
import type { CompletionEvent } from "../../../src/core/notify/event.ts";
import { formatCompletion } from "../../../src/core/notify/format-completion.ts";
import type { FormatContext } from "../../../src/core/notify/format-context.ts";
import type { LooseEvent } from "../../../src/core/notify/loose.ts";

const EVENT: CompletionEvent = {
  type: "completion",
  sessionId: "proc_4dae56ca81f6",
  sessionKey: "chat",
  taskId: "task",
  ownerTaskId: "task",
  command: "npm test",
  exitCode: 0,
  completionReason: "exited",
  terminationSource: "",
  output: "42 passed",
  startedAt: 1_700_000_000,
};
const HEAD = "[IMPORTANT: Background process proc_4dae56ca81f6";
const TAIL = "\nCommand: npm test\nOutput:\n42 passed]";

function told(event: LooseEvent, context: FormatContext = {}): string {
  return formatCompletion(event, context);
}

test("[NOTIFY-1] the template", () => {
  expect(told(EVENT)).toBe(`${HEAD} completed normally (exit code 0).${TAIL}`);
});

describe("endings", () => {
  test.each([
    ["NOTIFY-2", { exitCode: 3 }, "exited (exit code 3)"],
    [
      "NOTIFY-2",
      { completionReason: "killed", terminationSource: "kill_all", exitCode: -15 },
      "terminated by kill_all (exit code -15, SIGTERM)",
    ],
    [
      "NOTIFY-2",
      { completionReason: "killed", exitCode: -9, signal: "SIGKILL" },
      "terminated by Bellhop (exit code -9, SIGKILL)",
    ],
    ["NOTIFY-2", { completionReason: "killed", exitCode: 0 }, "terminated by Bellhop (exit code 0)"],
    [
      "NOTIFY-2",
      { completionReason: "lost", exitCode: null, terminationSource: "reboot" },
      "marked lost because the process backend disappeared (exit code ?)",
    ],
    ["NOTIFY-2", { completionReason: "failed_start", exitCode: null }, "failed to start (exit code ?)"],
    ["NOTIFY-3", { exitCode: 143 }, "exited (exit code 143, SIGTERM)"],
    ["NOTIFY-3", { exitCode: -11, signal: "SIGSEGV" }, "exited (exit code -11, SIGSEGV)"],
    ["NOTIFY-3", { exitCode: 137 }, "exited (exit code 137)"],
  ] as const)("[%s] %j", (_, changes, expected) => {
    expect(told({ ...EVENT, ...changes })).toBe(`${HEAD} ${expected}.${TAIL}`);
  });
});

test("[NOTIFY-4] an event with nothing in it", () => {
  expect(told({})).toBe("[IMPORTANT: Background process unknown exited (exit code ?).\nCommand: unknown\nOutput:\n]");
});

test.each([
  [
    { terminationSource: "environment_unreachable", environment: "docker:box", lostDetail: "It timed out." },
    "It ran in docker:box, which does not answer. It timed out. It may still run there; how it ends is told if docker:box answers again.",
  ],
  [
    { terminationSource: "environment_gone", environment: "docker:box" },
    "It ran in docker:box, which has lost it or is gone.",
  ],
  [
    { terminationSource: "environment_gone", lostDetail: "No such container." },
    "It ran in its environment, which has lost it or is gone. No such container.",
  ],
])("[ELSE-7] %j", (changes, sentence) => {
  const lost = { completionReason: "lost", exitCode: null, ...changes };
  expect(told({ ...EVENT, ...lost }).split("\n")[1]).toBe(sentence);
});

test("[NOTIFY-5] output that was cut", () => {
  expect(told({ ...EVENT, outputCut: 1234 })).toBe(
    `${HEAD} completed normally (exit code 0).\nCommand: npm test\nOutput:\n` +
      '...(first 1234 bytes cut — process_manage(action="log", session_id="proc_4dae56ca81f6") has the full output)\n42 passed]',
  );
});

test("[NOTIFY-6] a process of a subagent", () => {
  const whole = told({ ...EVENT, ownerTaskId: "sa-7", output: "x".repeat(600), outputCut: 5 });
  expect(whole).toBe(
    `${HEAD} completed normally (exit code 0).\nStarted by subagent sa-7 (delegate_task).\nCommand: npm test\nOutput:\n` +
      '...(first 5 bytes cut — process_manage(action="log", session_id="proc_4dae56ca81f6") has the full output)\n' +
      `${"x".repeat(600)}]`,
  );
  const trimmed = told({
    ...EVENT,
    ownerTaskId: "sa-7",
    output: `${"x".repeat(500)}🎉${"y".repeat(599)}`,
    outputCut: 5,
  });
  expect(trimmed.split("Output:\n")[1]).toBe(
    '...(output trimmed — subagent-owned process; process_manage(action="log", session_id="proc_4dae56ca81f6") has the full output)\n' +
      `${"y".repeat(599)}]`,
  );
});

test.each([
  [[], ""],
  [[7], "\n1 process of it is still running (pid 7)."],
  [[7, 12], "\n2 processes of it are still running (pids 7, 12)."],
])("[NOTIFY-7] left behind: %j", (leftoverPids, line) => {
  expect(told({ ...EVENT, leftoverPids })).toBe(`${HEAD} completed normally (exit code 0).${line}${TAIL}`);
});

test("[LEFT-1, LEFT-7] left behind, with what is known of them", () => {
  const leftovers = [
    { pid: 7, name: "node", ports: [3000, 3001], cpuSeconds: 1.24, memoryBytes: 47_000_000 },
    { pid: 12, name: "", ports: [80], cpuSeconds: 0, memoryBytes: 0 },
    { pid: "x" },
  ] as never;
  expect(told({ ...EVENT, leftoverPids: [7, 12, 13, 14], leftovers })).toBe(
    `${HEAD} completed normally (exit code 0).\n` +
      "4 processes of it are still running: node (pid 7, ports 3000 3001, 1.2 s of CPU, 45 MiB), " +
      `a process (pid 12, port 80, 0 s of CPU, 0 MiB), a process (pid x), and 1 more.${TAIL}`,
  );
});

test("[NOTICE-9] a process that a subagent handed over says why, and its output is trimmed like a subagent's", () => {
  const event = { ...EVENT, ownerTaskId: "main", handoffNote: "serves the preview", output: "x".repeat(601) };
  expect(told(event)).toBe(
    `${HEAD} completed normally (exit code 0).\n` +
      "Handed off to you by a subagent before it finished. Purpose: serves the preview\nCommand: npm test\nOutput:\n" +
      '...(output trimmed — subagent-owned process; process_manage(action="log", session_id="proc_4dae56ca81f6") has the full output)\n' +
      `${"x".repeat(600)}]`,
  );
});

test("[NOTIFY-3] a code that came as a text", () => {
  expect(told({ ...EVENT, exitCode: "143" })).toBe(`${HEAD} exited (exit code 143, SIGTERM).${TAIL}`);
});
