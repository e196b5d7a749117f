import { expect, test } from "vitest";

import { killedByOthers, killedBySource } from "../../src/core/killed-by.ts";
import { transition } from "../../src/core/state.ts";

test.each([
  ["time_limit", true, "time_limit"],
  ["idle_limit", false, "idle_limit"],
  ["kill_all", true, "lifecycle"],
  ["agent_close", false, "lifecycle"],
  ["process.kill", true, "owner"],
  ["process.kill", false, "caller"],
])("[LIMIT-6] killed by the source %s, of its own: %s", (source, isOwn, killedBy) => {
  expect(killedBySource(source, isOwn)).toBe(killedBy);
});

test.each([
  [{ signal: "SIGKILL" }, false, "outside"],
  [{ signal: "SIGHUP" }, false, "outside"],
  [{ signal: "SIGSEGV" }, false, null],
  [{ signal: "SIGABRT" }, false, null],
  [{ signal: "SIGKILL" }, true, "out_of_memory"],
  [{ code: 137 }, true, "out_of_memory"],
  [{ code: 1 }, true, "out_of_memory"],
  [{ code: 0 }, true, null],
  [{ code: 143 }, false, null],
])("[LIMIT-6, LIMIT-7] ended by itself or by others: %j, out of memory: %s", (ending, isOutOfMemory, killedBy) => {
  expect(killedByOthers(ending, isOutOfMemory)).toBe(killedBy);
});

test("[LIMIT-6] a kill of ours stays ours, whatever the memory, and says who has asked", () => {
  const stopping = { phase: "stopping", source: "process.kill", signal: "SIGTERM", by: "caller" } as const;
  const usage = { cpuSeconds: 1, peakMemoryBytes: 2 };
  const ending = { signal: "SIGKILL" };
  expect(transition(stopping, { type: "endingSeen", ending, atMs: 7, usage, isOutOfMemory: true })).toEqual({
    phase: "ended",
    endedAtMs: 7,
    usage,
    outcome: { kind: "killed", source: "process.kill", signal: "SIGTERM", by: "caller", ending },
  });
});
