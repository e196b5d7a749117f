import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { readReceipt } from "../../src/adapters/launch/receipt.ts";
import type { KillOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { FakeIsolation } from "../support/fake-isolation.ts";
import { logOf, marked, pollOf, reopen, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { GROUNDS, startShim } from "../support/shim.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;
const OWNER = { ownerTaskId: "task-1", sessionKey: "chat-1" };

/** A program that becomes Python, and says when it is up. */
function python(code: string): string {
  return `exec python3 -c '${code}'`;
}

async function upOf(registry: Registry, command: string, options: object = {}): Promise<string> {
  const { id } = await startPlain(registry, command, { ...OWNER, ...options });
  await until(async () => (await logOf(registry, id)).output.includes("up"), { what: "the command to be up" });
  return id;
}

test.each<[string, KillOptions, string]>([
  ["nobody knows who", {}, "owner"],
  ["its owner", { asker: { ownerTaskId: "task-1" } }, "owner"],
  ["another task", { asker: { ownerTaskId: "task-2" } }, "caller"],
  ["another conversation", { asker: { sessionKey: "chat-2" } }, "caller"],
  ["a sweep", { source: "kill_all" }, "lifecycle"],
  ["a sweep that was cut short", { source: "gateway_turn_timeout" }, "lifecycle"],
])("[LIMIT-6] killed by us: %s", async (_, options, killedBy) => {
  const registry = await testRegistry();
  const id = await upOf(registry, "echo up; sleep 60");
  expect(await registry.kill(id, options)).toMatchObject({ status: "killed", killedBy });
  const again = await reopen(registry);
  expect(await pollOf(again, id)).toMatchObject({ completionReason: "killed", killedBy });
});

test.each([
  ["SIGKILL from outside", "kill -9 $$", "outside"],
  ["SIGTERM from outside", "kill -TERM $$", "outside"],
  ["its own fault", "kill -SEGV $$", undefined],
  ["its own abort", "kill -ABRT $$", undefined],
  ["an exit code like a signal's", "exit 143", undefined],
  ["an ordinary end", "true", undefined],
])("[LIMIT-6] not killed by us: %s", async (_, command, killedBy) => {
  const registry = await testRegistry();
  const { id, ...answer } = await runPlain(registry, command);
  expect([answer.completionReason, answer.killedBy]).toEqual(["exited", killedBy]);
  expect((await pollOf(await reopen(registry), id)).killedBy).toBe(killedBy);
});

test.each([
  ["killed", "kill -9 $$", "out_of_memory"],
  ["its program was, and the shell says so", "exit 137", "out_of_memory"],
  ["it has failed since a child was", "exit 1", "out_of_memory"],
  ["it has got over that", "exit 0", undefined],
])("[LIMIT-7] the kernel has counted a kill for want of memory: %s", async (_, command, killedBy) => {
  const isolation = new FakeIsolation();
  isolation.counted = { oomKills: 1, peakMemoryBytes: 64 * MIB, cpuUsec: 1_500_000 };
  const registry = await testRegistry({ isolation });
  const { id } = await startPlain(registry, command, { memoryMaxMb: 64 });
  const { killedBy: by, cpuSeconds, peakMemoryBytes } = await registry.wait(id);
  expect({ by, cpuSeconds, peakMemoryBytes }).toEqual({ by: killedBy, cpuSeconds: 1.5, peakMemoryBytes: 64 * MIB });
});

describe("[LIMIT-8] what it has used", () => {
  const BURN = python(`
import time
while time.process_time() < 0.3: pass`);

  test("CPU time of the command and of what it has waited for", async () => {
    const registry = await testRegistry();
    const { cpuSeconds, peakMemoryBytes } = await runPlain(registry, `sh -c "${BURN.replaceAll('"', "")}"; true`);
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.3);
    expect(cpuSeconds).toBeLessThan(5);
    expect(peakMemoryBytes).toBeUndefined(); // Nobody has looked.
  });

  test("the same when it ends while nobody looks", async () => {
    const registry = await testRegistry();
    const id = await upOf(registry, `echo up; sleep 0.2; ${BURN}`);
    await registry.close();
    await until(() => readdirSync(join(registry.home, "procs", id)).includes("ended.0"));
    const { cpuSeconds } = await pollOf(await reopen(registry), id);
    expect(cpuSeconds).toBeGreaterThanOrEqual(0.3);
  });

  test("memory that was seen at the kill, also of a recovered one", async () => {
    const registry = await testRegistry();
    const id = await upOf(registry, python(`x = bytearray(${64 * MIB}); print("up", flush=True); input()`), {
      stdin: "pipe",
    });
    const again = await reopen(registry);
    const { peakMemoryBytes, cpuSeconds } = await again.kill(id);
    expect(peakMemoryBytes).toBeGreaterThan(64 * MIB);
    expect(peakMemoryBytes).toBeLessThan(256 * MIB);
    expect(cpuSeconds).toBeLessThan(60);
    expect(await pollOf(await reopen(again), id)).toMatchObject({ peakMemoryBytes, cpuSeconds });
  });

  test("`show` has looked, too, and the completion tells it", async () => {
    const registry = await testRegistry();
    const id = await upOf(registry, python(`x = bytearray(${64 * MIB}); print("up", flush=True); input()`), {
      stdin: "pipe",
      notifyOnComplete: true,
    });
    await registry.get(id);
    await registry.closeStdin(id);
    await until(async () => (await pollOf(registry, id)).status === "exited");
    const [told] = await registry.drain({ skipPollObserved: false });
    const { peakMemoryBytes, cpuSeconds } = await pollOf(registry, id);
    expect(peakMemoryBytes).toBeGreaterThan(64 * MIB);
    expect(told?.event).toMatchObject({ peakMemoryBytes, cpuSeconds });
  });
});

describe("[LIMIT-9] the times that the shim writes", () => {
  test.each(GROUNDS.map((ground) => [ground.name, ground] as const))("%s", async (_, ground) => {
    const root = temporaryDirectory();
    const burn = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
    const runs = [`${burn}; exit 137`, `${burn}; kill -9 $$`].map((command) =>
      startShim(root, { ground, argv: ["bash", "-c", command] }),
    );
    await Promise.all(runs.map(({ ended }) => ended));
    const receipts = runs.map(({ directory }) => readReceipt(directory));
    expect(receipts).toMatchObject([{ ending: { code: 137 } }, { ending: { signal: "SIGKILL" } }]);
    for (const receipt of receipts) expect((receipt as { cpuSeconds?: number }).cpuSeconds).toBeGreaterThan(0.02);
    await until(() => runs.every(({ directory }) => readdirSync(directory).includes("drained")));
  });

  test.each([
    ["whole", "0m0.010s 0m0.000s\n1m2.500s 0m0.250s\n", { ending: { code: 137 }, cpuSeconds: 62.75 }],
    ["with commas", "0m0,010s 0m0,000s\n0m2,500s 0m0,250s\n", { ending: { code: 137 }, cpuSeconds: 2.75 }],
    ["cut off", "0m0.010s 0m0.000s\n1m2.5", { ending: { code: 137 } }],
    ["cut off at once", "0", { ending: { code: 137 } }],
    [
      "behind a death",
      "Killed\n0m0.010s 0m0.000s\n0m2.500s 0m0.250s\n",
      { ending: { signal: "SIGKILL" }, cpuSeconds: 2.75 },
    ],
    ["of an older shim", "Killed\n", { ending: { signal: "SIGKILL" } }],
  ])("%s", (_, said, expected) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "ended.137"), `4242\n${said}`);
    const { atMs, kind, ...receipt } = readReceipt(directory) as { atMs: number; kind: string };
    expect([kind, atMs > 0, receipt]).toEqual(["ended", true, expected]);
  });
});

function recordOf(registry: Registry, id: string): { readonly confinement: unknown } {
  return JSON.parse(readFileSync(join(registry.home, "procs", id, "record.json"), "utf8")) as { confinement: unknown };
}

describe("what keeps it apart", () => {
  test("[LIMIT-10, LIMIT-13] the record says so, a recovery finds it again, and the end cleans up", async () => {
    const isolation = new FakeIsolation();
    const registry = await testRegistry({ isolation });
    const { id, note } = await startPlain(registry, "sleep 60", { memoryMaxMb: 64, nice: 3 });
    const confinement = { kind: "systemd", unit: `${id}.scope`, cgroup: "/nowhere/cgroup" };
    await registry.close();
    expect([note, recordOf(registry, id).confinement]).toEqual(["Weaker here.", confinement]);
    const again = await reopen(registry, { isolation });
    expect(await again.get(id)).toMatchObject({ memoryMaxMb: 64, nice: 3, confinement: "systemd" });
    await again.kill(id);
    expect(isolation.calls).toEqual([
      'prepare {"memoryMaxMb":64,"nice":3}',
      "locate",
      "observe /nowhere/cgroup",
      "unobserve",
      "observe /nowhere/cgroup",
      "unobserve",
      "cleanUp",
    ]);
    const restarted = await again.restart(id);
    expect(isolation.calls.slice(7, 8)).toEqual(['prepare {"memoryMaxMb":64,"nice":3}']);
    expect("note" in restarted && restarted.note).toBe("Weaker here.");
  });

  test("[LIMIT-11] the manager has gone: once more, without it", async () => {
    const isolation = new FakeIsolation();
    isolation.managerIsLost = true;
    isolation.wraps.push(["/nowhere/systemd-run"], ["env"]);
    const registry = await testRegistry({ isolation });
    const { id } = await runPlain(registry, "echo up", { memoryMaxMb: 64 });
    expect([(await logOf(registry, id)).output, isolation.calls.slice(0, 4)]).toEqual([
      "up\n",
      ['prepare {"memoryMaxMb":64}', "cleanUp", "lostManager", 'prepare {"memoryMaxMb":64}'],
    ]);
  });

  test("[LIMIT-11] any other failure is told at once, and nothing is left", async () => {
    const isolation = new FakeIsolation();
    isolation.wraps.push(["/nowhere/systemd-run"]);
    const registry = await testRegistry({ isolation });
    await expect(startPlain(registry, "echo up", { memoryMaxMb: 64 })).rejects.toThrow("could not be started");
    expect([isolation.calls, await registry.list(), readdirSync(join(registry.home, "procs"))]).toEqual([
      ['prepare {"memoryMaxMb":64}', "cleanUp", "lostManager"],
      [],
      [],
    ]);
  });

  test("[LIMIT-12] a scope that could not be stopped is stopped later", async () => {
    const isolation = new FakeIsolation();
    const registry = await testRegistry({ isolation });
    const { id } = await runPlain(registry, "true", { memoryMaxMb: 64 });
    await registry.close();
    const path = join(registry.home, "procs", id, "record.json");
    const record = recordOf(registry, id);
    writeFileSync(
      path,
      JSON.stringify({ ...record, confinement: { ...(record.confinement as object), isStopDue: true } }),
    );
    isolation.canStop = false;
    const again = await reopen(registry, { isolation });
    await again.close();
    expect([
      isolation.calls.filter((call) => call === "stop").length,
      recordOf(registry, id).confinement,
    ]).toMatchObject([1, { isStopDue: true }]);
    isolation.canStop = true;
    const last = await reopen(again, { isolation });
    await until(() => !("isStopDue" in (recordOf(last, id).confinement as object)), { what: "it to be done" });
    await (await reopen(last, { isolation })).close();
    expect(isolation.calls.filter((call) => call === "stop").length).toBe(2);
  });

  test("[LIMIT-13] on this machine: what holds, holds; what does not, is said", async () => {
    const registry = await testRegistry();
    const started = await startPlain(registry, "nice; sleep 60", { memoryMaxMb: 64, nice: 5 });
    await until(async () => (await logOf(registry, started.id)).output === "5\n", { what: "its niceness" });
    const view = await registry.get(started.id);
    expect(view).toMatchObject({ memoryMaxMb: 64, nice: 5 });
    expect(["systemd", "cgroup", "none"]).toContain(view?.confinement);
    await registry.kill(started.id);
    await until(() => marked([started.id]).length === 0, { what: "all of it to be gone" });
    expect((await pollOf(registry, started.id)).cpuSeconds).toBeGreaterThan(0);
  });
});
