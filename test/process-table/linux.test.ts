import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { pidsInCgroup } from "../../src/adapters/process-table/cgroup.ts";
import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import { readMark } from "../../src/adapters/process-table/marks.ts";
import { parseStat } from "../../src/adapters/process-table/stat.ts";
import type { Identity } from "../../src/core/record.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const table = linuxProcessTable();

function child(program: string, words: readonly string[], env: Record<string, string> = {}) {
  const started = spawn(program, words, { stdio: "ignore", detached: true, env: { ...process.env, ...env } });
  onTestFinished(() => void started.kill("SIGKILL"));
  return started;
}

test("[TABLE-1] the start time is read behind the last bracket of the name", () => {
  const rest = "S 1 2 3 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 98765 1 2 3";
  expect(parseStat(`42 (a ) b (c) ${rest}`)).toEqual({
    pid: 42,
    state: "S",
    parentPid: 1,
    sessionPid: 3,
    startTicks: 98765,
  });
  expect(parseStat("")).toBeNull();
  expect(parseStat(`42 (a) ${rest.replace("S", "Z")}`)?.state).toBe("Z");
  expect(parseStat(`42 (a) ${rest.replace("S", "Z").replace(" 1 0 98765", " 2 0 98765")}`)?.state).toBe("S");
  expect(parseStat(`2 (kthreadd) ${rest.replace("4194560", "2129984")}`)).toBeNull(); // A thread of the kernel.
});

test("[TABLE-1] a program with spaces and brackets in its name is the same process", async () => {
  const program = join(temporaryDirectory(), "a ) b (");
  copyFileSync("/bin/sleep", program);
  const { pid = 0 } = child(program, ["60"]);
  const identity = await until(() => table.identify(pid));
  expect([
    table.fate(identity, ""),
    table.fate({ ...identity, startTicks: 1 }, ""),
    table.fate({ ...identity, bootId: "x" }, ""),
  ]).toEqual(["same", "reused", "gone"]);
});

test("[TABLE-2] without a start time only the mark proves a process", async () => {
  const { pid = 0 } = child("sleep", ["60"], { BELLHOP_PROC_ID: "proc_000000000001" });
  const identity = await until(() => table.identify(pid));
  const unproved = { ...identity, startTicks: null };
  await until(() => table.fate(unproved, "proc_000000000001") === "same");
  expect(table.fate(unproved, "proc_000000000002")).toBe("reused");
});

test("[TABLE-3] nothing is signalled that is not proved", async () => {
  const { pid = 0 } = child("sleep", ["60"]);
  const identity = await until(() => table.identify(pid));
  const entry = { pid, parentPid: 1, sessionPid: pid, startTicks: (identity.startTicks ?? 0) + 1, state: "S" };
  expect([table.signal(entry, "SIGKILL"), table.identify(pid) === null]).toEqual([false, false]);
  expect(table.signal({ ...entry, startTicks: identity.startTicks ?? 0 }, "SIGKILL")).toBe(true);
  await until(() => table.identify(pid) === null, { what: "its end (a zombie counts as gone)" });
});

test("[TABLE-4] an ignored signal is known beforehand", async () => {
  const { pid = 0 } = child("bash", ["-c", "trap '' TERM; exec sleep 60"]);
  await until(() => table.ignores(pid, 15));
  expect([table.ignores(pid, 2), table.ignores(0, 15)]).toEqual([false, false]);
});

test("[TABLE-2] a root without a start time is found by its mark, and others are not", async () => {
  const { pid = 0 } = child("sleep", ["60"], { BELLHOP_PROC_ID: "proc_000000000003" });
  child("sleep", ["60"], { BELLHOP_PROC_ID: "proc_000000000004" });
  const identity = await until(() => table.identify(pid));
  const pids = (root: typeof identity | null) =>
    table.tree({ root, mark: "proc_000000000003", shimPid: -1 }).map((entry) => entry.pid);
  await until(() => pids(null).length === 1);
  for (let round = 0; round < 2; round++) {
    expect([pids({ ...identity, startTicks: null }), pids(identity), pids(null)]).toEqual([[pid], [pid], [pid]]);
    expect(pids({ ...identity, startTicks: (identity.startTicks ?? 0) + 1 })).toEqual([]);
  }
});

test("[TABLE-5] who is in the cgroup belongs to the tree, also below; nobody does when this program is in it, too", async () => {
  const cgroup = temporaryDirectory(); // The kernel shows the same files.
  mkdirSync(join(cgroup, "below"));
  const [one, two] = [child("sleep", ["60"]), child("sleep", ["60"])];
  writeFileSync(join(cgroup, "cgroup.procs"), `${one.pid}\n0\n`);
  writeFileSync(join(cgroup, "below", "cgroup.procs"), `${two.pid}\n`);
  const place = { root: null, mark: "proc_000000000005", shimPid: -1, cgroup };
  const pids = () => table.tree(place).map((entry) => entry.pid);
  for (let round = 0; round < 2; round++) expect(new Set(pids())).toEqual(new Set([one.pid, two.pid]));
  writeFileSync(join(cgroup, "cgroup.procs"), `${one.pid}\n${process.pid}\n`);
  expect(pids()).toEqual([]);
  expect([...pidsInCgroup(join(cgroup, "gone"), process.pid)]).toEqual([]);
});

test("[TABLE-2] a mark is found wherever it stands in the environment, also in one that is very long", async () => {
  const BELLHOP_PROC_ID = "proc_000000000006";
  const long = Object.fromEntries(Array.from({ length: 4 }, (_, index) => [`LONG_${index}`, "x".repeat(100_000)]));
  for (const env of [{ BELLHOP_PROC_ID }, { ...long, BELLHOP_PROC_ID }, { BELLHOP_PROC_ID, ...long }]) {
    const { pid = 0 } = spawn("sleep", ["60"], { stdio: "ignore", env });
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    await until(() => readMark(pid) === BELLHOP_PROC_ID, { what: "the mark" });
  }
  expect([readMark(process.pid), readMark(0)]).toEqual(["", ""]);
});

test("[TABLE-9] looks one after the other see who comes and who goes", async () => {
  const env = { BELLHOP_PROC_ID: "proc_000000000007" };
  const first = child("sleep", ["60"], env);
  const root = await until(() => table.identify(first.pid ?? 0));
  const pids = () => table.tree({ root, mark: env.BELLHOP_PROC_ID, shimPid: -1 }).map((entry) => entry.pid);
  await until(() => pids().length === 1);
  const second = child("sleep", ["60"], env);
  await until(() => pids().length === 2, { what: "the second" });
  first.kill("SIGKILL");
  await until(() => pids().length === 1, { what: "the first to be gone" });
  expect(pids()).toEqual([second.pid]);
});

/** Where the kernel lets us say which pid comes next (to root, with checkpoint and restore). */
const LAST_PID = "/proc/sys/kernel/ns_last_pid";

test.each([LAST_PID].filter(isWritable))(
  "[TABLE-9] the pid of a stranger that was passed over is seen when a member of the tree has it (%s)",
  async () => {
    const env = { BELLHOP_PROC_ID: "proc_000000000008" };
    const stranger = child("sleep", ["60"]);
    const before = await until(() => table.identify(stranger.pid ?? 0));
    const main = await until(() => youngerThan(before, child("sleep", ["60"], env).pid ?? 0));
    const tree = () => table.tree({ root: main, mark: env.BELLHOP_PROC_ID, shimPid: -1 }).map((entry) => entry.pid);
    await until(() => tree().includes(main.pid));
    stranger.kill("SIGKILL");
    await until(() => !existsSync(`/proc/${before.pid}`), { what: "the stranger to be gone" });
    const heir = await until(() => withPid(before.pid, env), { what: "a process with the pid of the stranger" });
    await until(() => tree().includes(heir), { what: "the heir of the pid to be found" });
  },
);

/** The identity of `pid` if it began at a later tick of the clock. */
function youngerThan(other: Identity, pid: number): Identity | null {
  const identity = table.identify(pid);
  return identity !== null && (identity.startTicks ?? 0) > (other.startTicks ?? 0) ? identity : null;
}

/** The pid, when the new process got it; null when another one was faster. */
function withPid(wanted: number, env: Record<string, string>): number | null {
  writeFileSync(LAST_PID, String(wanted - 1));
  return child("sleep", ["60"], env).pid === wanted ? wanted : null;
}

function isWritable(path: string): boolean {
  try {
    writeFileSync(path, readFileSync(path));
    return true;
  } catch {
    return false;
  }
}
