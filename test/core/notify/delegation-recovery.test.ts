import { expect, test } from "vitest";
import { recoveryLines } from "../../../src/core/notify/delegation-recovery.ts";

const LOST = {
  restored: true,
  lastKnownStatus: "running",
  taskTranscripts: { "10": "/t/10.md", "2": "/t/2.md" },
  transcriptTails: { "2": "I have pushed", other: "" },
  gitStateHint: "2 files changed",
};

test("[NOTICE-16] where the work of a lost subagent can be found", () => {
  expect(recoveryLines({ ...LOST, isBatch: true })).toEqual([
    "This notice was kept over a restart, so it comes late.",
    "Last known status: running",
    "Transcript of task 3: /t/2.md",
    "Transcript of task 11: /t/10.md",
    "End of the transcript of task 3:\nI have pushed",
    "State of the git tree: 2 files changed",
  ]);
});

test.each([
  [{}, []],
  [{ taskTranscripts: "text", transcriptTails: null, restored: "yes" }, []],
  [{ taskTranscripts: { "0": "/t/0.md" } }, ["Transcript: /t/0.md"]],
  [{ taskTranscripts: { main: "/t/m.md" }, results: [] }, ["Transcript of task main: /t/m.md"]],
])("[NOTICE-16] %j", (event, lines) => {
  expect(recoveryLines(event)).toEqual(lines);
});
