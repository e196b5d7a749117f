import { expect, test } from "vitest";

import { controllersIn } from "../../../src/core/isolation/cgroup.ts";
import { confineWords, processLimits, weakerLimits } from "../../../src/core/isolation/confine.ts";

const ALL = controllersIn("memory pids cpu");
const NONE = controllersIn("");
const LIMITS = { memoryMaxMb: 64, maxProcesses: 10, cpuPercent: 50, nice: 5 };

test("[ISO-13] what stands in for a missing controller", () => {
  expect([processLimits(LIMITS, NONE, 30), processLimits(LIMITS, ALL, 30), processLimits({}, NONE, 30)]).toEqual([
    { dataKib: 65_536, userTasks: 40, nice: 5 },
    { dataKib: null, userTasks: null, nice: 5 },
    { dataKib: null, userTasks: null, nice: null },
  ]);
});

test("words only for what is limited", () => {
  const nothing = { dataKib: null, userTasks: null, nice: null };
  const place = { procsFile: null, nice: "/usr/bin/nice" };
  const withoutScript = (words: readonly string[]) => words.filter((word) => !word.includes("\n"));
  expect(confineWords(nothing, place)).toEqual([]);
  expect(confineWords({ ...nothing, nice: 5 }, place)).toEqual(["/usr/bin/nice", "-n", "5"]);
  expect(
    withoutScript(confineWords({ dataKib: 1, userTasks: 2, nice: 3 }, { ...place, procsFile: "/c/cgroup.procs" })),
  ).toEqual(["/bin/sh", "-c", "confine", "/c/cgroup.procs", "1", "2", "/usr/bin/nice", "-n", "3"]);
});

test("[ISO-12] what does not hold as asked is told", () => {
  expect([
    weakerLimits(LIMITS, ALL, false),
    weakerLimits({ nice: 5 }, NONE, true),
    weakerLimits(LIMITS, NONE, false).map((note) => note.split(":")[0]),
    weakerLimits({ maxProcesses: 10 }, NONE, true).map((note) => note.split(":")[0]),
  ]).toEqual([
    [],
    [],
    [
      "memoryMaxMb 64 holds for each process by itself, not for all together",
      "maxProcesses 10 is counted over all processes of the user, from what ran at the start",
      "cpuPercent 50 is not enforced",
    ],
    ["maxProcesses 10 is not enforced"],
  ]);
});
