import { expect, test } from "vitest";
import { processLines } from "../../../src/core/notify/delegation-processes.ts";

test("[NOTICE-15] what became of the processes of a subagent", () => {
  const orphan = { sessionId: "proc_b", command: "o".repeat(101), uptimeSeconds: 12 };
  expect(
    processLines({
      handedOffProcesses: [{ sessionId: "proc_a", command: "h".repeat(121), note: "the\npreview" }, {}],
      orphanedProcesses: [orphan, { ...orphan, command: "make" }],
      unreadCompletions: [
        { sessionId: "proc_c", command: "npm\ntest", exitCode: 1, output: "1 failed" },
        { sessionId: "proc_d", command: "true", exitCode: null },
      ],
    }),
  ).toEqual([
    `Handed off: proc_a \`${"h".repeat(120)}\` — you own it now. Purpose: the preview`,
    "Handed off: unknown `unknown` — you own it now.",
    `2 processes that it left running were TERMINATED with it: proc_b \`${"o".repeat(100)}\` (12s); proc_b \`make\` (12s)`,
    "Ended unread: proc_c `npm test` (exit code 1). The end of its output:\n1 failed",
    "Ended unread: proc_d `true` (exit code ?), without output.",
  ]);
});

test("[NOTICE-15] a single one", () => {
  expect(processLines({ orphanedProcesses: [{ sessionId: "proc_b", command: "make" }] })).toEqual([
    "1 process that it left running was TERMINATED with it: proc_b `make` (?s)",
  ]);
});
