import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { makeCgroup, removeCgroup } from "../../src/adapters/isolation/cgroups.ts";
import { cgroupOf } from "../../src/adapters/isolation/own-cgroup.ts";
import { pidsInCgroup } from "../../src/adapters/process-table/cgroup.ts";
import { anyNumber } from "../support/matchers.ts";
import { isAlive } from "../support/registry.ts";
import { logText, names } from "../support/shim.ts";
import { until } from "../support/until.ts";
import { canRun, mustRun } from "./left-out.ts";
import { startConfined, testLadder } from "./ladder-ground.ts";

const LIMITS = { cpuPercent: 90, memoryMaxMb: 512 };
const own = cgroupOf("self");
const why = whyNot();

function whyNot(): string | null {
  if (own === null) return "there is no version 2 hierarchy";
  const made = makeCgroup(own, `probe-${process.pid}`, {});
  return made !== null && removeCgroup(made.directory) ? null : `none can be made in ${own}`;
}

describe.runIf(canRun("The tests with cgroups of our own", why))("with a cgroup of our own", () => {
  beforeAll(() => mustRun(why));
  let serial = 0;

  async function start(command: string) {
    const id = `proc_${process.pid}_${serial++}`;
    const isolation = testLadder({ cgroupBase: () => own });
    const prepared = await isolation.prepare(id, LIMITS);
    const { confinement } = prepared;
    onTestFinished(async () => void (await isolation.stop(confinement)));
    const started = await startConfined(id, command, prepared);
    return { isolation, confinement, notes: prepared.notes, cgroup: confinement.cgroup ?? "", ...started };
  }
  const receipt = (directory: string) => until(() => names(directory, "ended.")[0], { what: "the receipt" });

  test("[ISO-17] the command is in it, the shim is not", async () => {
    const { confinement, cgroup, shim, job } = await start("exec sleep 600");
    await until(() => pidsInCgroup(cgroup, process.pid).size > 0, { what: "the command in its cgroup" });
    expect([confinement.kind, basename(cgroup), [...pidsInCgroup(cgroup, process.pid)]]).toEqual([
      "cgroup",
      `bellhop-worker-proc_${process.pid}_0`,
      [job?.pid],
    ]);
    expect(cgroupOf(shim.pid)).toBe(own);
  });

  test("[ISO-17] a stop ends all at once, whoever forks or hides, and the receipt is true", async () => {
    const command = `echo before
      (setsid sh -c 'trap "" TERM; while :; do (setsid sleep 600 &); sleep 0.005; done' &)
      exec sleep 600`;
    const { isolation, confinement, cgroup, directory } = await start(command);
    await until(() => pidsInCgroup(cgroup, process.pid).size > 30, { what: "thirty processes" });
    const pids = [...pidsInCgroup(cgroup, process.pid)];
    expect(await isolation.stop(confinement)).toBe(true);
    expect([pids.filter(isAlive), existsSync(cgroup), await receipt(directory)]).toEqual([[], false, "ended.137"]);
    expect([logText(directory), await isolation.stop(confinement)]).toEqual(["before\n", true]);
  });

  test("[ISO-17] one that ended leaves a cgroup with its numbers, which is removed with what the command made in it", async () => {
    const { isolation, confinement, cgroup, directory } = await start(
      "exec sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'",
    );
    expect(await receipt(directory)).toBe("ended.0");
    const hasMemory = existsSync(join(cgroup, "memory.max"));
    expect(isolation.outcome(confinement)).toEqual({
      oomKills: hasMemory ? 0 : null,
      peakMemoryBytes: hasMemory ? anyNumber() : null,
      cpuUsec: anyNumber(),
    });
    mkdirSync(join(cgroup, "of-the-command"));
    isolation.cleanUp(confinement);
    isolation.cleanUp(confinement);
    expect([existsSync(cgroup), isolation.outcome(confinement)]).toEqual([false, null]);
  });

  test("[ISO-12] what this machine cannot enforce for a cgroup is told, and limited for each process", async () => {
    const { notes, cgroup, job } = await start("exec sleep 600");
    const has = (file: string) => existsSync(join(cgroup, file));
    const missing = [has("memory.max") ? [] : ["memoryMaxMb"], has("cpu.max") ? [] : ["cpuPercent"]].flat();
    expect(notes.map((note) => note.split(" ")[0])).toEqual(missing);
    await until(() => pidsInCgroup(cgroup, process.pid).size > 0, { what: "the command in its cgroup" });
    const limit = () => /^Max data size\s+(\S+)/m.exec(readFileSync(`/proc/${job?.pid}/limits`, "utf8"))?.[1];
    await until(() => limit() === (has("memory.max") ? "unlimited" : String(512 << 20)), {
      what: "the limit",
      seen: limit,
    });
  });

  test("[ISO-21] a command whose cgroup has gone is not started", async () => {
    const isolation = testLadder({ cgroupBase: () => own });
    const prepared = await isolation.prepare(`proc_${process.pid}_gone`, LIMITS);
    rmdirSync(prepared.confinement.cgroup ?? "");
    const { directory } = await startConfined(`proc_${process.pid}_gone`, "echo ran", prepared);
    expect(await receipt(directory)).toBe("ended.125");
    await until(() => names(directory, "drained").length > 0, { what: "the end of the output" });
    expect(logText(directory)).toMatch(
      /^bellhop: it could not be moved into its cgroup .*the command was not started\.\n$/,
    );
  });
});

test("[ISO-17] where we may not make one, there is none", () => {
  expect([makeCgroup(null, "ID", {}), makeCgroup("/proc", "ID", {}), makeCgroup("/nowhere", "ID", {})]).toEqual([
    null,
    null,
    null,
  ]);
});
