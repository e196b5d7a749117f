import { expect, test } from "vitest";

import { probeUnit, scopeWords, stopLeftNothing, workerUnit } from "../../../src/core/isolation/scope.ts";

test("[ISO-1][ISO-2] the words of a scope", () => {
  const scope = { binary: "/usr/bin/systemd-run", unit: workerUnit("proc_0123456789ab") };
  const words = scopeWords({ ...scope, properties: { memoryMaxBytes: 100, tasksMax: 20, cpuPercent: 150 } }, [
    "a",
    "b c",
  ]);
  expect(words.join(" ")).toBe(
    "/usr/bin/systemd-run --user --scope --quiet --unit bellhop-worker-proc_0123456789ab --collect" +
      " --property MemoryAccounting=yes --property MemoryMax=100 --property TasksMax=20 --property CPUQuota=150%" +
      " --property TimeoutStopSec=5s -- a b c",
  );
  expect(scopeWords({ ...scope, properties: {} }, ["a"]).join(" ")).not.toMatch(
    /MemoryMax|TasksMax|CPUQuota|OOMPolicy/,
  );
});

test("a probe has a name of its own", () => {
  expect(probeUnit(7, "0a1b")).toBe("bellhop-probe-scope-7-0a1b");
});

test.each<readonly [code: number | null, errors: string, clean: boolean]>([
  [0, "", true],
  [5, "Failed to stop x.scope: Unit x.scope not loaded.", true],
  [1, "Unit x.scope not found.", true],
  [1, "Unit does not exist", true],
  [1, "Failed to connect to bus: No medium found", false],
  [null, "", false],
])("[ISO-9] stop: code %s and %j are clean: %s", (code, errors, clean) => {
  expect(stopLeftNothing(code, errors)).toBe(clean);
});
