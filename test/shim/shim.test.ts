import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

import { readReceipt } from "../../src/adapters/launch/receipt.ts";
import { GROUNDS, logText, names, segments, type ShimRun, startCopier, startShim } from "../support/shim.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { isAlive } from "../support/registry.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;
const bash = (script: string): string[] => ["bash", "-c", script];
const drained = (directory: string) => until(() => existsSync(join(directory, "drained")), { what: "drained" });
const pidIn = (path: string): number => Number(readFileSync(path, "utf8"));

describe.each(GROUNDS)("the shim under $name", (ground) => {
  test("[SHIM-1] a command may open /dev/stderr and /dev/stdout again, and its code is in the receipt", async () => {
    const run = startShim(temporaryDirectory(), {
      ground,
      argv: bash("echo one >/dev/stderr; echo two; echo three >/dev/stdout; exit 7"),
    });
    expect(await run.ended).toBe(7);
    await drained(run.directory);
    expect([logText(run.directory), names(run.directory, "ended")]).toEqual(["one\ntwo\nthree\n", ["ended.7"]]);
  });

  test.each([
    ["kill -9 $$", { signal: "SIGKILL" }],
    ["kill -SEGV $$", { signal: "SIGSEGV" }],
    ["kill -TERM $$", { signal: "SIGTERM" }],
    ["exit 137", { code: 137 }],
    ["exit 143", { code: 143 }],
    ["exit 0", { code: 0 }],
    ["exit 255", { code: 255 }],
  ])("[SHIM-2] a death by signal is told from an exit with 128+n: %s", async (script, ending) => {
    const run = startShim(temporaryDirectory(), { ground, argv: bash(script) });
    await run.ended;
    expect(readReceipt(run.directory)).toMatchObject({ kind: "ended", ending });
    await drained(run.directory);
  });

  test("[SHIM-3] output is stored byte for byte", async () => {
    const run = startShim(temporaryDirectory(), { ground, argv: bash("seq 1 1500000"), logMaxBytes: 1024 * MIB });
    await run.ended;
    await drained(run.directory);
    const expected = execFileSync("seq", ["1", "1500000"], { maxBuffer: 64 * MIB });
    const sum = (bytes: string | Buffer) => createHash("sha1").update(bytes).digest("hex");
    expect(sum(logText(run.directory))).toBe(sum(expected));
  });

  test("[SHIM-4] the disk stays bounded, what is kept is the end, and its offset is the number of bytes ever written", async () => {
    const total = 40 * MIB;
    const run = startShim(temporaryDirectory(), {
      ground,
      argv: bash(`yes 0123456789abcde | head -c ${total}`),
      logMaxBytes: 4 * MIB,
    });
    await run.ended;
    await drained(run.directory);
    const kept = segments(run.directory);
    const bytes = kept.reduce((sum, segment) => sum + segment.size, 0);
    const last = kept.at(-1) ?? { start: 0, size: 0 };
    expect(last.start + last.size).toBe(total);
    expect(bytes).toBeLessThanOrEqual(4 * MIB);
    expect(bytes).toBeGreaterThan(2.5 * MIB);
    expect(kept.slice(1).map((segment) => segment.start)).toEqual(
      kept.slice(0, -1).map((segment) => segment.start + segment.size),
    );
    expect(names(run.directory, "lost")).toEqual(["lost.0"]);
  });

  test("[SHIM-5] a line is in the log when it is printed, not when a buffer is full", async () => {
    const run = startShim(temporaryDirectory(), { ground, argv: bash("printf now; read -r x"), stdin: "pipe" });
    await until(() => logText(run.directory) === "now", { what: "the first word" });
    writeFileSync(join(run.directory, "in"), "x\n");
    await run.ended;
    await drained(run.directory);
  });

  test("[SHIM-6] a process left in the background does not delay the ending, and its later output lands in the log", async () => {
    const root = temporaryDirectory();
    const gate = join(root, "gate");
    const run = startShim(root, {
      ground,
      argv: bash(`(until [ -e ${gate} ]; do sleep 0.02; done; echo late) & echo now; exit 3`),
    });
    await until(() => existsSync(join(run.directory, "ended.3")));
    expect(existsSync(join(run.directory, "drained"))).toBe(false);
    writeFileSync(gate, "");
    expect(await run.ended).toBe(3); // The shim stays for as long as somebody may still write.
    expect(logText(run.directory)).toBe("now\nlate\n");
  });

  test("[SHIM-7] signals to the shim change nothing", async () => {
    const root = temporaryDirectory();
    const gate = join(root, "gate");
    const run = startShim(root, { ground, argv: bash(`echo up; until [ -e ${gate} ]; do sleep 0.02; done; echo end`) });
    await until(() => existsSync(join(run.directory, "job")) && logText(run.directory) === "up\n");
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const) process.kill(run.child.pid ?? 0, signal);
    writeFileSync(gate, "");
    expect(await run.ended).toBe(0);
    await drained(run.directory);
    expect(logText(run.directory)).toBe("up\nend\n");
  });

  test("[SHIM-8] a signal to the group of the command never hits the shim: its trap runs, its last words are kept", async () => {
    const run = startShim(temporaryDirectory(), {
      ground,
      argv: bash("trap 'echo bye; exit 3' TERM; echo up; while :; do sleep 0.02; done"),
    });
    await until(() => existsSync(join(run.directory, "job")) && logText(run.directory).includes("up"));
    process.kill(-pidIn(join(run.directory, "job")), "SIGTERM");
    expect(await run.ended).toBe(3);
    await drained(run.directory);
    expect(logText(run.directory)).toMatch(/^up\n[^]*bye\n$/);
  });

  test("[SHIM-8] KILL to the group of the command leaves the shim, which writes the receipt", async () => {
    const run = startShim(temporaryDirectory(), { ground, argv: bash("echo up; exec sleep 50") });
    await until(() => existsSync(join(run.directory, "job")) && logText(run.directory).includes("up"));
    process.kill(-pidIn(join(run.directory, "job")), "SIGKILL");
    expect(await run.ended).toBe(137);
    expect(readReceipt(run.directory)).toMatchObject({ kind: "ended", ending: { signal: "SIGKILL" } });
    await drained(run.directory);
  });

  test("[SHIM-9] the input takes several writers, survives each of them, and ends when its keeper is killed", async () => {
    const run = startShim(temporaryDirectory(), { ground, argv: ["cat"], stdin: "pipe" });
    await until(() => existsSync(join(run.directory, "job")));
    writeFileSync(join(run.directory, "in"), "hello\n");
    await until(() => logText(run.directory) === "hello\n", { what: "the first line" });
    writeFileSync(join(run.directory, "in"), "again\n");
    await until(() => logText(run.directory) === "hello\nagain\n", { what: "the second line" });
    process.kill(pidIn(join(run.directory, "keeper")), "SIGKILL");
    expect(await run.ended).toBe(0);
    await drained(run.directory);
  });

  test("[SHIM-10] no value is ever shell text", async () => {
    const words = ["$(touch /tmp/x)", "`id`", "a'b\"c", "two\nlines", "", "-e", "*", "$HOME", "\\"];
    const run = startShim(temporaryDirectory(), { ground, argv: ["printf", "<%s>", ...words] });
    await run.ended;
    await drained(run.directory);
    expect(logText(run.directory)).toBe(words.map((word) => `<${word}>`).join(""));
  });

  test("[SHIM-11] the command has the PATH, the directory mask and the null input of its caller, and no descriptor but three", async () => {
    const env = { PATH: "/usr/bin:/bin:/odd place" };
    const script = 'echo "$PATH"; umask; cat | wc -c; for fd in /proc/$$/fd/*; do echo "${fd##*/}"; done';
    const bare = execFileSync("/bin/bash", ["-c", `umask 022; ${script}`], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    }).toString();
    const run = startShim(temporaryDirectory(), { ground, env, argv: ["/bin/bash", "-c", script] });
    await run.ended;
    await drained(run.directory);
    expect(logText(run.directory)).toBe(bare);
  });

  test.each([
    ["a copier that was killed is replaced without losing what was not yet read", 1],
    ["a copier that comes late finds the pipe as it was; of several only one reads", 4],
  ])("[SHIM-12] %s", async (_, count) => {
    const root = temporaryDirectory();
    const gate = join(root, "gate");
    const options = {
      ground,
      argv: bash(`seq 1 1000; until [ -e ${gate} ]; do sleep 0.02; done; seq 1001 2000; echo end`),
    };
    const run = startShim(root, options);
    await until(() => logText(run.directory).includes("\n1000\n"));
    await killCopier(run);
    const copiers = Array.from({ length: count }, () => startCopier(run, options));
    writeFileSync(gate, "");
    expect(await run.ended).toBe(0);
    await Promise.all(copiers);
    expect(logText(run.directory)).toBe(
      `${Array.from({ length: 2000 }, (__, index) => `${index + 1}\n`).join("")}end\n`,
    );
  });

  test("[SHIM-12] where nobody replaces it in time, the shim empties the pipe itself", async () => {
    const root = temporaryDirectory();
    const gate = join(root, "gate");
    const run = startShim(root, {
      ground,
      argv: bash(`seq 1 1000; until [ -e ${gate} ]; do sleep 0.02; done; seq 1001 2000; exit 6`),
    });
    await until(() => logText(run.directory).includes("\n1000\n"));
    await killCopier(run);
    writeFileSync(gate, "");
    expect(await run.ended).toBe(6);
    await drained(run.directory);
    expect(logText(run.directory)).toBe(Array.from({ length: 2000 }, (_, index) => `${index + 1}\n`).join(""));
  });

  test("[SHIM-13] a shim whose start was forbidden never runs the command", async () => {
    const root = temporaryDirectory();
    const directory = join(root, "p");
    mkdirSync(directory);
    writeFileSync(join(directory, "running"), "forbidden\n");
    const run = startShim(root, { ground, directory, argv: ["touch", join(root, "ran")] });
    expect([await run.ended, existsSync(join(root, "ran")), names(directory, "job")]).toEqual([125, false, []]);
  });

  test("[SHIM-14] when the disk is full the command goes on, and every lost byte is counted", async () => {
    const root = temporaryDirectory();
    const small = smallDisk(root, "3m");
    const total = 20 * MIB;
    const run = startShim(root, {
      ground,
      directory: join(small, "p"),
      mode: "careful",
      argv: bash(`yes 0123456789 | head -c ${total}; exit 4`),
    });
    expect(await run.ended).toBe(4);
    await drained(run.directory);
    const [lost = ""] = names(run.directory, "lost");
    const last = segments(run.directory).at(-1) ?? { start: 0, size: 0 };
    expect([names(run.directory, "ended"), Math.max(Number(lost.slice(5)), last.start + last.size)]).toEqual([
      ["ended.4"],
      total,
    ]);
    for (const segment of segments(run.directory)) {
      const line = "0123456789\n".repeat(Math.ceil(segment.size / 11) + 1);
      expect(
        readFileSync(segment.path, "utf8") === line.slice(segment.start % 11, (segment.start % 11) + segment.size),
      ).toBe(true);
    }
  });

  test("[SHIM-15] a disk that fills up in the quick mode is noticed, and the count is marked as a lower bound", async () => {
    const root = temporaryDirectory();
    const small = smallDisk(root, "3m");
    const run = startShim(root, {
      ground,
      directory: join(small, "p"),
      argv: bash("yes 0123456789 | head -c 8000000; exit 5"),
    });
    expect(await run.ended).toBe(5);
    await drained(run.directory);
    const [lost = ""] = names(run.directory, "lost");
    expect(lost).toMatch(/^lost\.\d+\.about$/);
    const end = Number(lost.slice(5).replace(".about", ""));
    expect(end).toBeLessThanOrEqual(8000000);
    expect(end).toBeGreaterThanOrEqual(8000000 - 65536);
  });
});

/** Kills the copier and the program that it has started to read, as an unlucky operator would. */
async function killCopier({ child, directory }: ShimRun): Promise<void> {
  const lines = execFileSync("ps", ["-s", String(child.pid), "-o", "pid=,comm="])
    .toString()
    .split("\n");
  const copier = pidIn(join(directory, "copier"));
  const readers = lines.filter((line) => /dd|busybox/.test(line)).map((line) => Number.parseInt(line, 10));
  process.kill(copier, "SIGKILL");
  for (const pid of readers) killIfThere(pid, child.pid);
  // A killed reader that was not yet scheduled would take the next bytes with it into its grave.
  await until(() => ![copier, ...readers.filter((pid) => pid !== child.pid)].some(isAlive));
}

function killIfThere(pid: number, shim: number | undefined): void {
  if (pid === shim) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has gone by itself.
  }
}

/** A file system of `size`, unmounted when the test has finished. */
function smallDisk(root: string, size: string): string {
  const mount = join(root, "small");
  mkdirSync(mount);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", mount]);
  onTestFinished(() => void execFileSync("umount", ["-l", mount]));
  return mount;
}
