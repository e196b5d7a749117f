import { expect, test } from "vitest";

import { cgroupMount, cgroupPath, controllersIn, keyedNumber, limitFiles } from "../../../src/core/isolation/cgroup.ts";

const V2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
const HYBRID = "43 33 0:36 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw";
const V1 = "34 33 0:27 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu";

test.each([
  ["version 2", V2, "/sys/fs/cgroup"],
  ["both versions", `${V1}\n${HYBRID}`, "/sys/fs/cgroup/unified"],
  ["version 1 alone", V1, null],
  ["a part of the hierarchy", V2.replace(" / /sys", " /docker/1 /sys"), null],
  ["a blank in the path", V2.replace("/sys/fs/cgroup", "/a\\040b"), "/a b"],
  ["nothing", "", null],
])("the mount: %s", (_, text, expected) => {
  expect(cgroupMount(text)).toBe(expected);
});

test.each([
  ["0::/user.slice/a.scope\n", "/user.slice/a.scope"],
  ["4:memory:/a\n0::/\n", "/"],
  ["0::/a.scope (deleted)\n", "/a.scope"],
  ["0::/..\n", null],
  ["0::/../b\n", null],
  ["4:memory:/a\n", null],
])("the path in %j", (text, expected) => {
  expect(cgroupPath(text)).toBe(expected);
});

test("limits for the controllers that are there", () => {
  const limits = { memoryMaxMb: 64, maxProcesses: 10, cpuPercent: 150 };
  const files = ["memory pids cpu io\n", "cpu\n", "hugetlb\n", ""].map((text) =>
    Object.fromEntries(limitFiles(limits, controllersIn(text))),
  );
  expect(files).toEqual([
    { "memory.max": "67108864", "pids.max": "10", "cpu.max": "150000 100000" },
    { "cpu.max": "150000 100000" },
    {},
    {},
  ]);
  expect(limitFiles({}, controllersIn("memory pids cpu")).size).toBe(0);
});

test("[ISO-19] a number of a flat file", () => {
  const text = "low 0\noom 3\noom_kill 2\n";
  expect(["oom_kill", "oom", "max"].map((key) => keyedNumber(text, key))).toEqual([2, 3, null]);
  expect(keyedNumber(null, "oom")).toBeNull();
});
