import { mkdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { testLadder } from "./ladder-ground.ts";

/** Files as the kernel has them: not every machine gives us a memory controller. */
function cgroupWith(oomKills: number): string {
  const directory = join(temporaryDirectory(), "cgroup");
  writeCgroup(directory, oomKills);
  return directory;
}

function writeCgroup(directory: string, oomKills: number): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "cpu.stat"), "usage_usec 1500\nuser_usec 1000\n");
  writeFileSync(join(directory, "memory.peak"), "4096\n");
  writeFileSync(join(directory, "memory.events"), `low 0\nmax 7\noom ${oomKills}\noom_kill ${oomKills}\n`);
}

test("[ISO-19] what was counted, and nothing once it has gone", () => {
  const cgroup = cgroupWith(0);
  const confinement = { kind: "systemd", unit: "x.scope", cgroup } as const;
  const isolation = testLadder();
  const before = isolation.outcome(confinement);
  rmSync(cgroup, { recursive: true });
  expect([before, isolation.outcome(confinement), isolation.outcome({ ...confinement, cgroup: null })]).toEqual([
    { oomKills: 0, peakMemoryBytes: 4096, cpuUsec: 1500 },
    null,
    null,
  ]);
});

test("[ISO-19] an out-of-memory kill is remembered while it is observed, though the scope has gone with it", async () => {
  const cgroup = cgroupWith(0);
  const confinement = { kind: "systemd", unit: "x.scope", cgroup } as const;
  const isolation = testLadder();
  const stop = isolation.observe(confinement);
  let rings = 0;
  const watcher = watch(join(cgroup, "memory.events"), () => (rings += 1));
  writeCgroup(cgroup, 1);
  await until(() => rings > 0, { what: "the kernel to ring" });
  watcher.close();
  rmSync(cgroup, { recursive: true });
  const after = isolation.outcome(confinement);
  stop();
  expect([after, isolation.outcome(confinement)]).toEqual([
    { oomKills: 1, peakMemoryBytes: 4096, cpuUsec: 1500 },
    null,
  ]);
});
