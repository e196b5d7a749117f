import { spawn } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import { parseStat } from "../../src/adapters/process-table/stat.ts";
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
  const pids = (root: typeof identity | null) => table.tree(root, "proc_000000000003", -1).map((entry) => entry.pid);
  await until(() => pids(null).length === 1);
  for (let round = 0; round < 2; round++) {
    expect([pids({ ...identity, startTicks: null }), pids(identity), pids(null)]).toEqual([[pid], [pid], [pid]]);
    expect(pids({ ...identity, startTicks: (identity.startTicks ?? 0) + 1 })).toEqual([]);
  }
});
