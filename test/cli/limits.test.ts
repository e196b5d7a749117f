import { expect, test } from "vitest";

import { formatEvent } from "../../src/core/notify/format.ts";
import { start } from "../../src/operations/start.ts";
import { endingSentence, statusCell } from "../../src/surfaces/cli/text/ending.ts";
import { Harness } from "./harness.ts";

const CALLER = { env: {}, cwd: "/work", umask: 18 };
const ENDED = { exitCode: -15, signal: "SIGTERM", completionReason: "killed" } as const;

test("[LIMIT-16] `run` passes on its limits, and the operation takes them", async () => {
  const harness = new Harness();
  const limits = "--timeout 1.5 --idle-timeout 60 --memory 512 --max-processes 20 --cpu 150 --nice 10".split(" ");
  await harness.run("run", ...limits, "--", "serve");
  const input = harness.remote.calls[0]?.[1];
  expect(input).toEqual({
    command: "serve",
    timeout_seconds: 1.5,
    idle_timeout_seconds: 60,
    memory_max_mb: 512,
    max_processes: 20,
    cpu_percent: 150,
    nice: 10,
    caller: CALLER,
  });
  expect(start.input.safeParse(input).success).toBe(true);
});

test.each([
  ["time_limit", "timed out, and was killed (SIGTERM)", "timed out", "It timed out: it was still running"],
  ["idle_limit", "printed nothing for too long, and was killed (SIGTERM)", "timed out", "It timed out: it had printed"],
  ["out_of_memory", "ran out of memory, and was killed (SIGTERM)", "out of memory", "It ran out of memory: "],
  ["owner", "was killed (SIGTERM, by it)", "killed", "Command: "],
] as const)("[LIMIT-1, LIMIT-7] how it is told: %s", (killedBy, sentence, status, line) => {
  const ended = { ...ENDED, killedBy, terminationSource: "it" };
  const text = formatEvent({ type: "completion", ...ended });
  const cell = statusCell({ ...ended, status: "exited", uptimeSeconds: 1 });
  expect([endingSentence(ended), cell.text, text.split("\n")[1]?.startsWith(line)]).toEqual([sentence, status, true]);
});

test("[LIMIT-14] `ps` says who is busy and silent", () => {
  const entry = { status: "running", uptimeSeconds: 7_200, busySilent: true } as const;
  expect(statusCell(entry).text).toBe("running 2h, busy and silent");
});
