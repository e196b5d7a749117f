import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

import { openRegistry } from "../../src/compose.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { matching } from "../support/matchers.ts";
import { endAll, logOf, marked, pollOf, reopen, runPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { printed, startInTerminal } from "./support.ts";

const RUNS = Number(process.env["BELLHOP_PROVE_RUNS"] ?? 20);
const OWNER = join(import.meta.dirname, "..", "fixtures", "terminal-owner.mjs");
const WITHOUT_SCRIPT = { holdsTerminals: () => false };

test("[TERM-32] a terminal made without `script` is one: its device, its size, its session, its exit code", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const command = "tty; stty size; ps -o tpgid= -p $$ | grep -qw $PPID && echo foreground; exit 3";
  const { id, exitCode } = await runPlain(registry, command, { pty: { rows: 7, cols: 99 } });
  expect([exitCode, (await logOf(registry, id)).output]).toEqual([
    3,
    matching(/^\/dev\/pts\/\d+\n7 99\nforeground\n$/),
  ]);
  expect(await registry.get(id)).toMatchObject({ pty: { rows: 7, cols: 99 } });
  expect(scriptsOf(registry)).toEqual([]);
});

test(
  "[TERM-32] 1 MB printed at the very end is in the log, and the exit code is exact",
  { timeout: 600_000 },
  async () => {
    const registry = await testRegistry(WITHOUT_SCRIPT);
    const expected = execFileSync("seq", ["1", "150000"]).toString().replaceAll("\n", "\r\n");
    for (let run = 0; run < RUNS; run++) {
      const { id, exitCode } = await runPlain(registry, `seq 1 150000; exit ${run % 200}`, { pty: true });
      const logs = rawLog(registry, id);
      expect([run, exitCode, logs.length, logs === expected]).toEqual([run, run % 200, expected.length, true]);
      await registry.remove(id);
    }
  },
);

test.each([["bash"], ["dash"], ["busybox ash"]])("[TERM-32] with %s as the shell of the shim", async (words) => {
  const registry = await testRegistry({ ...WITHOUT_SCRIPT, shimShell: words.split(" ") });
  const { id } = await startInTerminal(registry, "echo up; read -r line; echo got $line; kill -KILL $$");
  await printed(registry, id, "up");
  await registry.submit(id, "it");
  expect(await registry.wait(id)).toMatchObject({ signal: "SIGKILL" });
  expect(rawLog(registry, id)).toBe("up\r\nit\r\ngot it\r\n");
});

test("[TERM-32] its log is bounded", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await runPlain(registry, "seq 1 150000", { pty: true, logMaxBytes: 64 * 1024 });
  const kept = rawLog(registry, id);
  expect([kept.length <= 64 * 1024, kept.length >= 32 * 1024, kept.endsWith("149999\r\n150000\r\n")]).toEqual([
    true,
    true,
    true,
  ]);
});

test("[TERM-32] python3 -i: typed to, looked at, ended", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "exec python3 -q -i", { env: { PYTHON_BASIC_REPL: "1" } });
  await printed(registry, id, ">>>");
  await registry.submit(id, "6 * 7");
  await printed(registry, id, "42");
  await registry.paste(id, "'né' + 'né'\n");
  await printed(registry, id, "'néné'");
  const rows = ((await until(() => registry.screen(id))) as { readonly rows?: readonly string[] }).rows;
  expect(rows?.slice(0, 6)).toEqual([">>> 6 * 7", "42", ">>> 'né' + 'né'", "'néné'", ">>>", ""]);
  await registry.sendKeys(id, ["ctrl-d"]);
  expect(await registry.wait(id)).toMatchObject({ exitCode: 0 });
});

test("[TERM-32] bash with job control: ctrl-c reaches what is in front, the shell goes on", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "exec bash --norc --noprofile -i", { env: { PS1: "> " } });
  await registry.submit(id, "sleep 100 & (echo rea''dy; exec sleep 100)");
  await printed(registry, id, "ready");
  await registry.sendKeys(id, ["ctrl-c"]);
  await printed(registry, id, "^C");
  await registry.submit(id, "echo code $?; jobs");
  await printed(registry, id, "code 130");
  await printed(registry, id, "Running");
  await registry.submit(id, "exit 5");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 5 });
});

test("[TERM-32] a password goes in unseen", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "printf 'Password: '; read -rs word; echo; echo got ${#word}");
  await printed(registry, id, "Password:");
  await until(async () => (await registry.sendSecret(id, "Tr0ub4dor&3", { enter: true })).status === "ok");
  await registry.wait(id);
  expect(rawLog(registry, id)).toBe("Password: \r\ngot 11\r\n");
});

test("[TERM-32] a resize reaches the program, also from the next registry", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "trap 'stty size' WINCH; echo up; while :; do sleep 0.05; done");
  await printed(registry, id, "up");
  expect(await registry.resize(id, { rows: 11, cols: 33 })).toEqual({ status: "ok", rows: 11, cols: 33 });
  await printed(registry, id, "11 33");
  const next = await reopen(registry, WITHOUT_SCRIPT);
  await next.resize(id, { rows: 12, cols: 34 });
  await printed(next, id, "12 34");
});

test("[TERM-32] a megabyte is typed, and all of it arrives", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "stty raw -echo; echo up; head -c 1000000 | wc -c");
  await printed(registry, id, "up");
  for (let round = 0; round < 100; round++)
    expect(await registry.write(id, "x".repeat(10_000))).toEqual({ status: "ok", bytesWritten: 10_000 });
  await printed(registry, id, "1000000");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 0 });
});

test("[TERM-32] what a program does not read is told, and held within a bound", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "stty raw -echo; echo up; exec sleep 100");
  await printed(registry, id, "up");
  const answer = await registry.write(id, "x".repeat(1_000_000));
  expect(answer).toMatchObject({ status: "error", reason: "full" });
  const { bytesWritten = 0 } = answer as { readonly bytesWritten?: number };
  expect(bytesWritten > 64 * 1024 && bytesWritten <= 512 * 1024).toBe(true);
  expect(await registry.kill(id)).toMatchObject({ status: "killed" });
});

test.each([
  ["a pipeline", "echo up; yes | cat >/dev/null"],
  ["what ignores SIGTERM", "trap '' TERM HUP; echo up; while :; do sleep 0.1; done"],
  ["background jobs", "sleep 100 & sleep 100 & echo up; wait"],
  ["a daemon that left the session", "setsid sh -c 'sleep 100 & echo up; wait' & sleep 100"],
])("[TERM-32] a kill ends %s, and nothing is left", async (_, command) => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, command);
  await printed(registry, id, "up");
  expect(await registry.kill(id)).toMatchObject({ status: "killed" });
  await until(() => marked([id]).length === 0, { what: "everything to be gone", seen: () => marked([id]) });
  expect(existsSync(join(registry.home, "procs", id, "drained"))).toBe(true);
});

test("[TERM-32] a death by signal is told, and a shell that ends takes its jobs with it, but for one that asked to stay", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  const { id } = await startInTerminal(registry, "bash --norc --noprofile -i");
  await registry.submit(id, "sleep 101 & nohup sleep 102 >/dev/null 2>&1 </dev/null & disown; echo u''p; kill -HUP $$");
  expect(await registry.wait(id, { timeoutSeconds: 20 })).toMatchObject({ status: "exited", signal: "SIGHUP" });
  const { leftoverPids } = await until(async () => {
    const now = await pollOf(registry, id);
    return now.leftoverPids?.length === 1 && now;
  });
  expect(await registry.kill(id)).toMatchObject({ status: "already_exited", killedPids: leftoverPids });
  await until(() => marked([id]).length === 0);
});

test("[TERM-32] many at once leave no descriptor open here, and none of ours in a program", async () => {
  const registry = await testRegistry(WITHOUT_SCRIPT);
  await runPlain(registry, "true", { pty: true });
  const before = readdirSync("/proc/self/fd").length;
  const started = await Promise.all(Array.from({ length: 20 }, () => startInTerminal(registry, "exec cat")));
  const targets = started.flatMap(({ pid }) => targetsOf(pid ?? 0));
  expect(targets.filter((target) => /ptmx|procs/.test(target))).toEqual([]);
  await Promise.all(started.map(({ id }) => registry.kill(id)));
  await until(() => readdirSync("/proc/self/fd").length <= before, { what: "as few descriptors as before" });
});

test("[TERM-33] kill -9 of who started it: it runs on, is typed to by the next, and its exit code is known", async () => {
  const home = join(temporaryDirectory(), "home");
  const program = spawn(
    process.execPath,
    [OWNER, home, "while read -r line; do [ $line = end ] && exit 9; echo got $line; done"],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await endAll(home);
  });
  const { id, pid } = await new Promise<{ id: string; pid: number }>((resolve, reject) => {
    program.once("exit", () => reject(new Error("The program ended.")));
    createInterface({ input: program.stdout }).once("line", (line) =>
      resolve(JSON.parse(line) as { id: string; pid: number }),
    );
  });
  program.kill("SIGKILL");
  await new Promise((resolve) => program.once("close", resolve));
  const registry = await openRegistry({ home });
  onTestFinished(() => registry.close());
  expect(await registry.get(id)).toMatchObject({ status: "running", pid });
  await registry.submit(id, "it");
  await printed(registry, id, "got it");
  await registry.submit(id, "end");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 9 });
});

function rawLog(registry: Registry, id: string): string {
  const directory = join(registry.home, "procs", id);
  return readdirSync(directory)
    .filter((name) => name.startsWith("log."))
    .toSorted()
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

/** Processes of `script` that have to do with the home. */
function scriptsOf({ home }: Registry): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, "latin1");
      return words.startsWith("script\0") && words.includes(home);
    } catch {
      return false;
    }
  });
}

function targetsOf(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/fd`).map((name) => readlinkSync(`/proc/${pid}/fd/${name}`));
}
