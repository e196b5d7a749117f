import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { StartOptions } from "../../src/core/contract.ts";
import type { ProcessRecord } from "../../src/core/record.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { FakeIsolation } from "../support/fake-isolation.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { logOf, marked, pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

const HOUR_MS = 3_600_000;
const HOUR = 3_600;
const SLEEPER = "echo up; sleep 60";

async function isUp(registry: Registry, id: string): Promise<boolean> {
  return (await logOf(registry, id)).output.includes("up");
}

/** Started, and it has said that it is up. */
async function startUp(registry: Registry, command: string, options: Partial<StartOptions>): Promise<string> {
  const { id } = await startPlain(registry, command, options);
  await until(() => isUp(registry, id), { what: "the command to be up" });
  return id;
}

const TIMED_OUT = { completionReason: "killed", terminationSource: "time_limit", killedBy: "time_limit" };

test("[LIMIT-1] ticks until its time is over: killed with its tree, what it printed is kept, and it is told", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "setsid sleep 60 & while :; do echo tick; sleep 0.1; done", {
    timeoutSeconds: 1,
    notifyOnComplete: true,
  });
  const [told] = await until(async () => nonEmpty(await registry.drain()), { what: "the completion" });
  expect(told?.event).toMatchObject({ type: "completion", exitCode: -15, signal: "SIGTERM", ...TIMED_OUT });
  expect(told?.text).toMatch(
    /^\[IMPORTANT: Background process proc_\w+ terminated by time_limit \(exit code -15, SIGTERM\)\.\nIt timed out: /,
  );
  expect((await logOf(registry, id)).output).toMatch(/^(?:tick\n){5,11}$/);
  expect(await pollOf(registry, id)).toMatchObject({ status: "exited", ...TIMED_OUT });
  await until(() => marked([id]).length === 0, { what: "its tree to be gone" });
});

function nonEmpty<T>(list: readonly T[]): readonly T[] | null {
  return list.length > 0 ? list : null;
}

test("[LIMIT-1] a wait is answered, and `show` tells the limits", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const id = await startUp(registry, SLEEPER, { timeoutSeconds: HOUR, idleTimeoutSeconds: 2 * HOUR });
  expect(await registry.get(id)).toMatchObject({ timeoutSeconds: HOUR, idleTimeoutSeconds: 2 * HOUR });
  const waiting = registry.wait(id, { timeoutSeconds: 100_000, unbounded: true });
  clock.advance(HOUR_MS);
  expect(await waiting).toMatchObject({ status: "exited", ...TIMED_OUT, output: "up\n" });
});

test("[LIMIT-2] the time goes on while nobody looks; what is over is killed at the start", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const [first, second] = await Promise.all([
    startUp(registry, SLEEPER, { timeoutSeconds: HOUR }),
    startUp(registry, SLEEPER, { timeoutSeconds: 2 * HOUR }),
  ]);
  const later = new JumpingClock();
  later.advance(HOUR_MS);
  const again = await reopen(registry, { clock: later });
  await until(async () => (await pollOf(again, first)).status === "exited", { what: "the first to be ended" });
  expect(await pollOf(again, first)).toMatchObject(TIMED_OUT);
  later.advance(HOUR_MS - 60_000);
  expect((await pollOf(again, second)).status).toBe("running");
  later.advance(60_000);
  await until(async () => (await pollOf(again, second)).status === "exited", { what: "the second to be ended" });
  expect(await pollOf(again, second)).toMatchObject(TIMED_OUT);
});

test("[LIMIT-2] one that ended by itself meanwhile was not killed", async () => {
  const registry = await testRegistry();
  const id = await startUp(registry, "echo up; sleep 0.2; exit 3", { timeoutSeconds: HOUR });
  await registry.close();
  await until(() => readdirSync(join(registry.home, "procs", id)).includes("ended.3"));
  const later = new JumpingClock();
  later.advance(2 * HOUR_MS);
  const again = await reopen(registry, { clock: later });
  const { killedBy, ...poll } = await pollOf(again, id);
  expect([killedBy, poll.exitCode, poll.completionReason]).toEqual([undefined, 3, "exited"]);
});

test("[LIMIT-3] a wall clock that is set forwards and backwards ends nothing, and saves nothing", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const id = await startUp(registry, SLEEPER, { timeoutSeconds: HOUR, idleTimeoutSeconds: 2 * HOUR });
  clock.setWall(24 * HOUR_MS);
  clock.advance(HOUR_MS / 2);
  expect((await pollOf(registry, id)).status).toBe("running");
  clock.setWall(-48 * HOUR_MS);
  clock.advance(HOUR_MS / 2);
  await until(async () => (await pollOf(registry, id)).status === "exited", { what: "its end" });
  expect(await pollOf(registry, id)).toMatchObject(TIMED_OUT);
});

/** Gives the log the time that it would have if the clock had really been moved on. */
function touchLog(registry: Registry, id: string, wallMs: number): void {
  const directory = join(registry.home, "procs", id);
  const [log = ""] = readdirSync(directory).filter((name) => name.startsWith("log."));
  utimesSync(join(directory, log), wallMs / 1000, wallMs / 1000);
}

const IDLE = { completionReason: "killed", terminationSource: "idle_limit", killedBy: "idle_limit" };

test("[LIMIT-4] quiet for too long: each output begins the time anew", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const id = await startUp(registry, "echo up; cat", { idleTimeoutSeconds: HOUR, stdin: "pipe" });
  for (let round = 0; round < 3; round++) {
    clock.advance(0.7 * HOUR_MS);
    await registry.submit(id, `round ${round}`);
    await until(async () => (await logOf(registry, id)).output.includes(`round ${round}`));
    touchLog(registry, id, clock.wall());
  }
  clock.advance(0.9 * HOUR_MS);
  expect((await pollOf(registry, id)).status).toBe("running");
  clock.advance(0.2 * HOUR_MS);
  await until(async () => (await pollOf(registry, id)).status === "exited", { what: "its end" });
  expect(await pollOf(registry, id)).toMatchObject(IDLE);
});

test("[LIMIT-4] the quiet goes on over a restart", async () => {
  const registry = await testRegistry();
  const [quiet, lively] = await Promise.all([
    startUp(registry, SLEEPER, { idleTimeoutSeconds: HOUR }),
    startUp(registry, SLEEPER, { idleTimeoutSeconds: HOUR }),
  ]);
  await registry.close();
  const later = new JumpingClock();
  later.advance(2 * HOUR_MS);
  touchLog(registry, lively, later.wall());
  const again = await reopen(registry, { clock: later });
  await until(async () => (await pollOf(again, quiet)).status === "exited", { what: "its end" });
  expect(await pollOf(again, quiet)).toMatchObject(IDLE);
  expect((await pollOf(again, lively)).status).toBe("running");
});

/** Counts the timers that are set. */
class CountingClock extends JumpingClock {
  timers = 0;

  override every(intervalMs: number, task: () => void): () => void {
    const stop = super.every(intervalMs, task);
    let isSet = true;
    this.timers += 1;
    return () => {
      if (isSet) this.timers -= 1;
      isSet = false;
      stop();
    };
  }
}

test("[LIMIT-5] no timer without a limit, one with both, none after the end", async () => {
  const clock = new CountingClock();
  const isolation = new FakeIsolation();
  const registry = await testRegistry({ clock, isolation });
  const before = clock.timers;
  const free = await startUp(registry, SLEEPER, {});
  const afterFree = clock.timers;
  const limited = await startUp(registry, SLEEPER, { timeoutSeconds: 60, idleTimeoutSeconds: 60 });
  const afterLimited = clock.timers;
  await Promise.all([free, limited].map((id) => registry.kill(id)));
  expect([afterFree - before, afterLimited - before, clock.timers - before]).toEqual([0, 1, 0]);
  expect(isolation.calls).toEqual([]);
  const record = JSON.parse(readFileSync(join(registry.home, "procs", free, "record.json"), "utf8")) as ProcessRecord;
  expect(record).toMatchObject({ limits: {}, confinement: null, timeoutSeconds: 0, idleTimeoutSeconds: 0 });
});

test.each([
  [{ timeoutSeconds: -1 }, "timeoutSeconds must be a number of seconds from 0 (no limit) to 31536000"],
  [{ idleTimeoutSeconds: Number.NaN }, "idleTimeoutSeconds must be a number of seconds from 0"],
  [{ timeoutSeconds: "5" as unknown as number }, "timeoutSeconds must be a number of seconds from 0"],
  [{ memoryMaxMb: 1 }, "memoryMaxMb must be a whole number from 4 to 1073741824"],
  [{ maxProcesses: 0 }, "maxProcesses must be a whole number from 1"],
  [{ cpuPercent: 0.5 }, "cpuPercent must be a whole number from 1"],
  [{ nice: -5 }, "nice must be a whole number from 0 to 19"],
])("[LIMIT-15] refused: %j", async (options, sentence) => {
  const registry = await testRegistry();
  await expect(startPlain(registry, "true", options)).rejects.toThrow(sentence);
  expect(await registry.list()).toEqual([]);
});
