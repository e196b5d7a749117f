import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

import type { ResourceLimits } from "../../src/core/isolation/limits.ts";
import { names, logText } from "../support/shim.ts";
import { until } from "../support/until.ts";
import { startConfined, testLadder } from "./ladder-ground.ts";

/** A user that nobody is: only what the test starts counts. */
const NOBODY = 61_234;
const isRoot = process.getuid?.() === 0;
const SHELLS = [["dash"], ["bash", "--posix"], ["busybox", "ash"]];

const ALLOCATE = "perl -e '$x = \"x\" x ($ARGV[0] * 1048576); print length $x' ";
/** How many processes there are in the end, itself included. */
const FORK = `exec perl -e 'for (1..20) { my $p = fork; last unless defined $p; if (!$p) { sleep 60; exit } push @p, $p }
  print 1 + @p; kill 9, @p'`;

/** What a command says that ran to its end through a real shim. */
async function run(limits: ResourceLimits, command: string): Promise<readonly [receipt: string, output: string]> {
  const started = await startConfined("proc_000000000001", command, await testLadder().prepare("ID", limits));
  await until(() => names(started.directory, "drained").length > 0, { what: "the end of the output" });
  const [receipt = ""] = await until(() => nonEmpty(names(started.directory, "ended.")), { what: "the receipt" });
  return [receipt, logText(started.directory).trim()];
}

function nonEmpty<T>(list: readonly T[]): readonly T[] | null {
  return list.length === 0 ? null : list;
}

/** The same words as an ordinary user, with another shell in the place of `/bin/sh`. */
async function runAsNobody(shell: readonly string[], limits: ResourceLimits, command: string): Promise<string> {
  const uid = isRoot ? NOBODY : (process.getuid?.() ?? 0);
  const { wrapJob } = await testLadder({ uid }).prepare("ID", limits);
  const become = isRoot ? ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"] : ["env"];
  const [program, ...words] = [...become, ...shell, ...wrapJob.slice(1), "sh", "-c", command];
  // No socket as its input: bash would take that for a login from elsewhere, and read its files.
  const stdio = ["ignore", "pipe", "pipe"] as const;
  const { stdout, stderr } = spawnSync(program, words, {
    cwd: "/",
    encoding: "utf8",
    timeout: 20_000,
    stdio: [...stdio],
  });
  return stdout + stderr;
}

test("[ISO-13] a program that takes too much fails, one that does not goes on", async () => {
  const [failed, within] = await Promise.all([
    run({ memoryMaxMb: 64 }, `${ALLOCATE} 200`),
    run({ memoryMaxMb: 64 }, `${ALLOCATE} 20`),
  ]);
  expect(failed[0]).toMatch(/^ended\.(?:1|12)$/);
  expect(within).toEqual(["ended.0", String(20 * 1_048_576)]);
});

test("[ISO-22] Node, which reserves 1 GiB of addresses, runs within much less", async () => {
  const command = `'${process.execPath}' -e 'console.log("up")'`;
  // From Node 22 on, V8 reserves 512 MiB for code in a way that the kernel counts as data.
  const memoryMaxMb = Number.parseInt(process.versions.node, 10) >= 22 ? 640 : 64;
  expect(await run({ memoryMaxMb }, command)).toEqual(["ended.0", "up"]);
});

test("nice is told to the kernel, with limits and alone", async () => {
  expect([await run({ nice: 7 }, "nice"), await run({ nice: 7, memoryMaxMb: 64 }, "nice")]).toEqual([
    ["ended.0", "7"],
    ["ended.0", "7"],
  ]);
});

test.each(SHELLS)("[ISO-18] a fork beyond the limit fails (%s %s)", async (...shell) => {
  const words = shell.filter((word) => word !== undefined);
  expect(await runAsNobody(words, { maxProcesses: 5 }, FORK)).toBe("5");
});

test.each(SHELLS)("a limit that is tighter already stays (%s %s)", async (...shell) => {
  const words = shell.filter((word) => word !== undefined);
  const limited = ["sh", "-c", 'ulimit -d 30000; exec "$@"', "limited", ...words];
  expect(await runAsNobody(limited, { memoryMaxMb: 64 }, "ulimit -d")).toBe("30000\n");
});

test.each(SHELLS)("[ISO-21] without its cgroup the command is not started (%s %s)", async (...shell) => {
  const words = shell.filter((word) => word !== undefined);
  const script = (await testLadder().prepare("ID", { memoryMaxMb: 64 })).wrapJob.slice(0, 4);
  const [program, ...rest] = [...words, ...script.slice(1), "/nowhere/cgroup.procs", "", "", "echo", "ran"];
  const { status, stdout, stderr } = spawnSync(program, rest, { encoding: "utf8" });
  expect([status, stdout, stderr]).toEqual([
    125,
    "",
    "bellhop: it could not be moved into its cgroup (/nowhere/cgroup.procs); the command was not started.\n",
  ]);
});
