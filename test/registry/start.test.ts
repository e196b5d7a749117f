import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

import { findShell } from "../../src/adapters/launch/command-line.ts";
import { openRegistry } from "../../src/compose.ts";
import type { StartOptions } from "../../src/core/contract.ts";
import { matching } from "../support/matchers.ts";
import { runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

const caller = (env: Record<string, string>, cwd = "/") => ({
  env: { PATH: "/usr/bin:/bin", ...env },
  cwd,
  umask: 0o027,
});

describe("[START-1] misuse throws before anything is started, and names the argument", () => {
  const cases: readonly [string, unknown, RegExp][] = [
    ["no command", {}, /^command must be a text; got undefined\.$/],
    ["a number", { command: 7 }, /^command must be a text; got 7\.$/],
    ["an empty command", { command: "  \n" }, /^command must be a shell command, not an empty text/],
    ["a NUL byte", { command: "echo \0" }, /^command must be a text without NUL bytes/],
    [
      "1 MB",
      { command: `echo ${"x".repeat(1_000_000)}` },
      /^command must be at most 130000 bytes long.*; got 1000005\.$/,
    ],
    [
      "a shell that does not exist",
      { command: "true", shell: "fish" },
      /^shell must be "login", "cached" or "plain"; got "fish"\.$/,
    ],
    ["an input that does not exist", { command: "true", stdin: "tty" }, /^stdin must be "null" or "pipe"/],
    ["a name like an id", { command: "true", name: "proc_0123" }, /^name must be/],
    ["a name like an option", { command: "true", name: "-x" }, /^name must be/],
    ["too small a log", { command: "true", logMaxBytes: 1 }, /^logMaxBytes must be a whole number from 65536/],
    ["a directory with NUL", { command: "true", cwd: "/tmp\0" }, /^cwd must be a text without NUL bytes/],
    ["a variable with NUL", { command: "true", env: { A: "x\0y" } }, /A/],
    ["a flag that is a text", { command: "true", notifyOnComplete: "yes" }, /^notifyOnComplete must be true or false/],
  ];
  test.each(cases)("%s", async (_, options, message) => {
    const registry = await testRegistry();
    await expect(registry.start(options as StartOptions)).rejects.toThrow(message);
    expect([await registry.list(), readdirSync(join(registry.home, "procs"))]).toEqual([[], []]);
  });
});

test("[START-2] the job has the environment, the directory and the umask of its caller, and its mark", async () => {
  const registry = await testRegistry();
  const cwd = realpathSync(temporaryDirectory());
  const { id, output } = await runPlain(
    registry,
    'echo "$FROM_CALLER|$FROM_START|$OPENAI_API_KEY|$PYTHONUNBUFFERED|$BELLHOP_PROC_ID"; pwd; umask',
    {
      caller: caller({ FROM_CALLER: "caller", OPENAI_API_KEY: "sk-secret-of-the-agent" }, cwd),
      env: { FROM_START: "start" },
    },
  );
  expect(output).toBe(`caller|start||1|${id}\n${cwd}\n0027\n`);
});

test("[START-3] the command leads a session of its own, and its pid is told", async () => {
  const registry = await testRegistry();
  const started = await startPlain(registry, "cat /proc/$$/stat; sleep 0.01");
  const { output = "" } = await registry.wait(started.id);
  const fields = output.slice(output.lastIndexOf(")") + 2).split(" ");
  expect([Number.parseInt(output, 10), Number(fields[3])]).toEqual([started.pid, started.pid]);
});

test("[START-4] a directory that cannot be entered is replaced by its nearest parent, and the answer says so", async () => {
  const registry = await testRegistry();
  const base = realpathSync(temporaryDirectory());
  writeFileSync(join(base, "file"), "");
  for (const cwd of [join(base, "gone/deeper"), join(base, "file")]) {
    const started = await startPlain(registry, "pwd", { cwd });
    expect([started.cwd, started.note]).toEqual([
      base,
      `The directory ${cwd} cannot be entered; the command runs in ${base}.`,
    ]);
    expect((await registry.wait(started.id)).output).toBe(`${base}\n`);
  }
});

test("[START-5] the shell is $SHELL when it is a POSIX shell, otherwise bash", () => {
  const path = "/usr/bin:/bin";
  expect(findShell({ SHELL: "/bin/dash", PATH: path })).toBe("/bin/dash");
  for (const SHELL of ["/usr/bin/fish", "/nowhere/bash", "bash", "", "/etc/passwd"]) {
    expect(findShell({ SHELL, PATH: path })).toMatch(/^\/.*\/bash$/);
  }
});

test("[START-6] login reads the user's files, plain does not, cached reads them once", async () => {
  const registry = await testRegistry();
  const home = temporaryDirectory();
  writeFileSync(join(home, ".bash_profile"), `export FROM_PROFILE=yes; echo read >>${home}/count\n`);
  const run = async (shell: "login" | "cached" | "plain") =>
    (
      await runPlain(registry, 'echo "[$FROM_PROFILE]"', { shell, caller: caller({ HOME: home, SHELL: "/bin/bash" }) })
    ).output?.trim();
  const count = () => Number(execFileSync("sh", ["-c", `cat ${home}/count 2>/dev/null | wc -l`]).toString());
  expect([await run("plain"), count()]).toEqual(["[]", 0]);
  expect([await run("login"), count()]).toEqual(["[yes]", 1]);
  expect([await run("cached"), await run("cached"), await run("cached"), count()]).toEqual([
    "[yes]",
    "[yes]",
    "[yes]",
    2,
  ]);
});

test("[START-7] an interactive login shell does not wait for its background jobs (original #10584)", async () => {
  const registry = await testRegistry();
  const before = performance.now();
  const { id, exitCode, output } = await runPlain(registry, "sleep 30 & echo started", {
    shell: "login",
    caller: caller({ HOME: "/nowhere", SHELL: "/bin/bash" }),
  });
  expect([exitCode, output]).toEqual([0, matching(/^\[1\] \d+\nstarted\n$/)]);
  expect(performance.now() - before).toBeLessThan(10_000);
  await registry.kill(id);
});

test("[START-8] a start on a full disk is refused with a sentence, and leaves neither a record nor a process", async () => {
  const small = join(temporaryDirectory(), "small");
  mkdirSync(small);
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", small]);
  onTestFinished(() => void execFileSync("umount", ["-l", small]));
  const registry = await testRegistry({ home: join(small, "home") });
  execFileSync("sh", ["-c", `cat /dev/zero >${small}/fill 2>/dev/null || true`]);
  await expect(startPlain(registry, "echo never")).rejects.toThrow(
    /was not started, because its record could not be written: ENOSPC.*Free some space/,
  );
  expect(readdirSync(join(registry.home, "procs"))).toEqual([]);
});

describe("[START-9] a home that cannot be used is refused with a sentence", () => {
  test("a file is in the way", async () => {
    const file = join(temporaryDirectory(), "file");
    writeFileSync(file, "");
    await expect(openRegistry({ home: join(file, "home") })).rejects.toThrow(/^The home .* cannot be used: .*ENOTDIR/);
  });
  test.runIf(process.getuid?.() === 0)("it belongs to somebody else", async () => {
    const home = temporaryDirectory();
    chownSync(home, 4242, 4242);
    await expect(openRegistry({ home })).rejects.toThrow(/belongs to user 4242, and this is user 0/);
  });
  test("its disk is full", async () => {
    const small = join(temporaryDirectory(), "small");
    mkdirSync(small);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", small]);
    onTestFinished(() => void execFileSync("umount", ["-l", small]));
    execFileSync("sh", ["-c", `cat /dev/zero >${small}/fill 2>/dev/null || true`]);
    await expect(openRegistry({ home: join(small, "home") })).rejects.toThrow(/its disk is full\. Free some space/);
  });
  test("a newer Bellhop wrote it", async () => {
    const home = temporaryDirectory();
    writeFileSync(join(home, "layout"), JSON.stringify({ version: 99, id: "x" }));
    await expect(openRegistry({ home })).rejects.toThrow(
      /has layout version 99, and this Bellhop knows up to version 1/,
    );
  });
  test("another program owns it", async () => {
    const registry = await testRegistry();
    await expect(openRegistry({ home: registry.home })).rejects.toThrow(
      new RegExp(`is owned by process ${process.pid}\\.`),
    );
  });
});

test("[START-10] a name is unique among the running processes", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 30", { name: "web" });
  await expect(startPlain(registry, "true", { name: "web" })).rejects.toThrow(
    `A process named "web" is running already: ${id}.`,
  );
  await registry.kill("web");
  expect((await startPlain(registry, "true", { name: "web" })).name).toBe("web");
});

test("[START-11] the number of running processes is bounded", async () => {
  const registry = await testRegistry({ runningMax: 2 });
  await startPlain(registry, "sleep 30");
  await startPlain(registry, "sleep 30");
  await expect(startPlain(registry, "true")).rejects.toThrow(
    /^2 processes are running in .*, which is the most it may have\. End some/,
  );
});

test("[START-12] an environment that the kernel does not take is refused, and leaves nothing", async () => {
  const registry = await testRegistry();
  const env = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`BIG_${index}`, "x".repeat(100_000)]));
  await expect(startPlain(registry, "true", { env })).rejects.toThrow(/longer than the kernel takes \(execve\(2\)\)/);
  expect(existsSync(join(registry.home, "procs")) && readdirSync(join(registry.home, "procs"))).toEqual([]);
});
