import { expect, test } from "vitest";
import { isHeartbeatDue, omittedLine } from "../../../src/core/notify/heartbeat.ts";

const START_MS = 1_000_000;

test.each<readonly [what: string, lastAtMs: number, intervalSeconds: number, afterMs: number, isDue: boolean]>([
  ["[HEARTBEAT-1] not before the first interval is over", 0, 60, 59_999, false],
  ["[HEARTBEAT-1] then it is", 0, 60, 60_000, true],
  ["[HEARTBEAT-1] an interval after the last one", START_MS + 60_000, 60, 119_999, false],
  ["[HEARTBEAT-1] and no later", START_MS + 60_000, 60, 120_000, true],
  ["[HEARTBEAT-1] never without an interval", 0, 0, 1e9, false],
  ["[HEARTBEAT-7] a clock that was set back a little", START_MS + 60_000, 60, 50_000, true],
  ["[HEARTBEAT-7] or a lot", START_MS, 60, -5e8, true],
])("%s", (_, lastAtMs, intervalSeconds, afterMs, isDue) => {
  const beating = { startedAtMs: START_MS, intervalSeconds };
  expect(isHeartbeatDue({ seq: 0, lastAtMs, cursor: 0 }, beating, START_MS + afterMs)).toBe(isDue);
});

test("[HEARTBEAT-4] what was left out is counted", () => {
  expect(omittedLine(12)).toBe("...(12 earlier characters omitted)\n");
});
