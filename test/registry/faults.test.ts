import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { matching } from "../support/matchers.ts";
import { pollOf, reopen, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;

describe("a disk that fills up", () => {
  test("[FAULT-1] the job goes on, every lost byte is counted and said, and the next output is kept again", async () => {
    const small = smallDisk("6m");
    const registry = await testRegistry({ home: join(small, "home") });
    const gate = join(temporaryDirectory(), "gate");
    const { id } = await startPlain(
      registry,
      `head -c ${20 * MIB} /dev/zero | tr '\\0' a; until [ -e ${gate} ]; do sleep 0.02; done; echo the end; exit 4`,
      { notifyOnComplete: true },
    );
    await until(async () => ((await registry.get(id))?.lostBytes ?? 0) > 0, { what: "a loss" });
    rmSync(join(small, "home", "spare"), { recursive: true, force: true });
    execFileSync("mount", ["-o", "remount,size=64m", small]);
    execFileSync("touch", [gate]);
    expect(await registry.wait(id)).toMatchObject({ exitCode: 4, output: matching(/the end\n$/) });
    const view = await registry.get(id);
    expect(view?.cursor).toBe(20 * MIB + "the end\n".length);
    expect(view?.note).toBe(`${view?.lostBytes} bytes of output were lost because the disk was full.`);
    const kept = readdirSync(view?.directory ?? "").filter((name) => name.startsWith("log.")).length;
    expect(kept).toBeGreaterThan(0);
  });

  test("[FAULT-2] endings and events are told all the same, once, and are remembered by the next owner", async () => {
    const small = smallDisk("1m");
    const registry = await testRegistry({ home: join(small, "home") });
    const gate = join(temporaryDirectory(), "gate");
    const jobs = await Promise.all(
      [3, 4].map((code) =>
        startPlain(registry, `until [ -e ${gate} ]; do sleep 0.02; done; exit ${code}`, { notifyOnComplete: true }),
      ),
    );
    execFileSync("sh", ["-c", `cat /dev/zero >${small}/fill 2>/dev/null || true`]);
    execFileSync("touch", [gate]);
    await until(async () => (await registry.pending()).length === 2, { what: "both completions" });
    const [first] = await registry.pending();
    expect(await registry.acknowledge([first?.eventId ?? ""])).toBe(1);
    const again = await reopen(registry);
    const told = await until(async () => {
      const events = await again.drain();
      return events.length > 0 ? events : null;
    });
    const other = jobs.find((job) => job.id !== first?.event.sessionId);
    expect(told.map((one) => one.event.sessionId)).toEqual([other?.id]);
    expect(new Set((await again.list()).map((entry) => entry.exitCode))).toEqual(new Set([3, 4]));
    rmSync(join(small, "fill"));
  });
});

test("[FAULT-3] the wall clock may jump by an hour: times to wait are not affected, and no age is negative", async () => {
  let jumpMs = 0;
  const clock: Clock = { ...systemClock, wall: () => Date.now() + jumpMs };
  const registry = await testRegistry({ clock });
  const { id } = await startPlain(registry, "sleep 30");
  for (const jump of [3_600_000, -3_600_000]) {
    jumpMs = jump;
    const before = performance.now();
    expect(await registry.wait(id, { timeoutSeconds: 0.1 })).toMatchObject({ status: "timeout" });
    expect(performance.now() - before).toBeLessThan(5_000);
    const { uptimeSeconds } = (await pollOf(registry, id)) as { uptimeSeconds: number };
    expect(uptimeSeconds).toBeGreaterThanOrEqual(0);
  }
  expect((await registry.kill(id)).status).toBe("killed");
});

/** They take the machine from every other test beside them: the whole number only where that is what one wants. */
const BUSY_JOBS = process.env["PROVE"] === "1" ? 64 : 16;

test("[FAULT-4] jobs that print as fast as they can do not keep a list from being answered", async () => {
  const registry = await testRegistry();
  const jobs = await Promise.all(
    Array.from({ length: BUSY_JOBS }, () => startPlain(registry, "yes", { logMaxBytes: 65_536 })),
  );
  const slowest: number[] = [];
  for (let round = 0; round < 10; round++) {
    const before = performance.now();
    expect((await registry.list()).length).toBe(BUSY_JOBS);
    slowest.push(performance.now() - before);
  }
  await until(async () => (await registry.list()).every((entry) => entry.outputPreview.includes("y")), {
    what: "every job to have printed",
  });
  expect(Math.max(...slowest)).toBeLessThan(5_000);
  await Promise.all(jobs.map((job) => registry.kill(job.id, { graceMs: 100 })));
}, 240_000); // Two cores for jobs that want all they can get.

test("[FAULT-5] an input that is not read takes what the pipe holds, says so, and a closed one is an answer", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 30", { stdin: "pipe" });
  const result = await registry.write(id, Buffer.alloc(MIB, "x"));
  expect(result).toMatchObject({
    status: "error",
    bytesWritten: 65_536,
    error: matching(/does not read its input: its pipe took 65536 of 1048576 bytes\. Send the rest/),
  });
  await registry.kill(id);
  expect(await registry.write(id, "x")).toMatchObject({ status: "already_exited" });
  const deaf = await startPlain(registry, "exec <&-; echo deaf; sleep 30", { stdin: "pipe" });
  await until(async () => (await pollOf(registry, deaf.id)).cursor === 5);
  expect(await registry.write(deaf.id, "x")).toMatchObject({
    status: "error",
    error: `${deaf.id} has closed its input; it reads no more.`,
  });
  const none = await startPlain(registry, "sleep 30");
  expect(await registry.write(none.id, "x")).toMatchObject({
    status: "error",
    error: matching(/was started without an input/),
  });
});

test("[FAULT-6] the input is read as it was written, closing it twice is harmless, and it survives a new owner", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "cat", { stdin: "pipe" });
  await registry.submit(id, "one ü");
  const again = await reopen(registry);
  expect(await again.write(id, "two")).toEqual({ status: "ok", bytesWritten: 3 });
  expect([await again.closeStdin(id), await again.closeStdin(id)]).toEqual([{ status: "ok" }, { status: "ok" }]);
  expect(await again.wait(id)).toMatchObject({ exitCode: 0, output: "one ü\ntwo" });
});

test("[FAULT-7] descriptors stay flat over many starts, kills and failures (case B97)", async () => {
  const registry = await testRegistry();
  await runPlain(registry, "true");
  const count = () => readdirSync("/proc/self/fd").length;
  const before = count();
  for (let round = 0; round < 30; round++) {
    await runPlain(registry, "true");
    const { id } = await startPlain(registry, "sleep 30");
    await registry.kill(id);
    await registry.start({ command: "" }).catch(() => undefined);
  }
  await until(() => count() <= before + 2, { what: "the descriptors to be closed", seen: () => [before, count()] });
});

/** A file system of `size`, unmounted when the test has finished. */
function smallDisk(size: string): string {
  const mount = join(temporaryDirectory(), "small");
  mkdirSync(mount);
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", mount]);
  onTestFinished(() => void execFileSync("umount", ["-l", mount]));
  return mount;
}
