import { describe, expect, test } from "vitest";

import type { StartOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { marked, pollOf, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

/** Starts each, and gives their ids by name. */
async function startAll<Name extends string>(
  registry: Registry,
  those: Readonly<Record<Name, Partial<StartOptions> & { readonly command?: string }>>,
): Promise<Readonly<Record<Name, string>>> {
  const ids: [string, string][] = [];
  for (const [name, options] of Object.entries<Partial<StartOptions>>(those))
    ids.push([name, (await startPlain(registry, options.command ?? "sleep 60", options)).id]);
  return Object.fromEntries(ids) as Record<Name, string>;
}

async function aliveOf(registry: Registry, ids: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const alive: string[] = [];
  for (const [name, id] of Object.entries(ids)) {
    const { status, leftoverPids = [] } = await pollOf(registry, id);
    if (status === "running" || leftoverPids.length > 0) alive.push(name);
  }
  return alive;
}

describe("killAll", () => {
  test("[OWNER-3] ends what a task started, twice in a row without a rest; not who shares its sandbox or its conversation (case B3)", async () => {
    const registry = await testRegistry();
    for (let run = 0; run < 2; run++) {
      const ids = await startAll(registry, {
        own: { ownerTaskId: "a", taskId: "box", sessionKey: "s" },
        byTask: { taskId: "a" },
        child: { ownerTaskId: "sa-1", taskId: "a" },
        neighbour: { ownerTaskId: "b", taskId: "box", sessionKey: "s" },
        nobody: {},
      });
      expect(await registry.killAll({ taskId: "a", source: "agent_close" })).toBe(2);
      expect(await aliveOf(registry, ids)).toEqual(["child", "neighbour", "nobody"]);
      await until(() => marked([ids.own, ids.byTask]).length === 0, { what: "all of them to be gone" });
      expect(await registry.killAll()).toBe(3);
      expect(await aliveOf(registry, ids)).toEqual([]);
    }
    expect(await registry.killAll()).toBe(0);
    await expect(registry.killAll({ taskId: 7 as never })).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("[OWNER-3, OWNER-4] what ended processes left behind is ended as well, unless it persists (case B7)", async () => {
    const registry = await testRegistry();
    const left = await runPlain(registry, "sleep 60 >/dev/null 2>&1 &", { ownerTaskId: "a" });
    const kept = await runPlain(registry, "sleep 60 >/dev/null 2>&1 &", { ownerTaskId: "a", persistOnRelease: true });
    expect(await registry.killAll({ taskId: "a" })).toBe(1);
    await until(() => marked([left.id]).length === 0, { what: "what was left to be gone" });
    expect(marked([kept.id])).toEqual(kept.leftoverPids);
    expect(await registry.killAll({ taskId: "a", source: "operator" })).toBe(1);
    await until(() => marked([kept.id]).length === 0, { what: "what persists to be gone" });
  });

  test.each([
    ["kill_all", ["kept"]],
    ["gateway_turn_timeout", ["kept"]],
    ["agent_close", ["kept"]],
    ["operator", []],
  ])("[OWNER-4] by %s leaves %j", async (source, left) => {
    const registry = await testRegistry();
    const ids = await startAll(registry, {
      plain: { ownerTaskId: "a" },
      kept: { ownerTaskId: "a", persistOnRelease: true },
    });
    expect(await registry.killAll({ taskId: "a", source })).toBe(2 - left.length);
    expect(await aliveOf(registry, ids)).toEqual(left);
    expect(await pollOf(registry, ids.plain)).toMatchObject({ completionReason: "killed", terminationSource: source });
  });

  test("[OWNER-5] one that resists is not counted, and holds nobody up", async () => {
    const warnings: string[] = [];
    const registry = await testRegistry({
      killGraceMs: 0, // Never SIGKILL.
      logger: { info: () => undefined, warn: (line) => warnings.push(line) },
    });
    const stubborn = "trap '' TERM; echo up; while :; do sleep 0.05; done";
    const ids = await startAll(registry, {
      first: { command: stubborn },
      ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`polite${index}`, {}])),
    });
    await until(async () => (await pollOf(registry, ids.first)).outputPreview === "up\n");
    expect(await registry.killAll({ source: "operator" })).toBe(20);
    expect(await aliveOf(registry, ids)).toEqual(["first"]);
    expect(warnings).toEqual([
      expect.stringMatching(`^A sweep by operator did not end ${ids.first}: The kill of ${ids.first} is incomplete`),
    ]);
    await registry.kill(ids.first, { signal: "SIGKILL" });
  });

  test("[OWNER-5] eight that need their whole grace take one grace, not eight", async () => {
    const registry = await testRegistry({ killGraceMs: 1_000 });
    const command = "trap 'sleep 0.2' TERM; echo up; while :; do sleep 0.02; done";
    const ids = await startAll(
      registry,
      Object.fromEntries(Array.from({ length: 8 }, (_, index) => [index, { command }])),
    );
    for (const id of Object.values(ids)) await until(async () => (await pollOf(registry, id)).outputPreview === "up\n");
    const before = performance.now();
    expect(await registry.killAll()).toBe(8);
    expect(performance.now() - before).toBeLessThan(8 * 1_000);
  });

  test.each([
    [{}, 1],
    [{ consumeOutput: true }, 0],
  ])("[OWNER-6] with %j queues %d events", async (options, count) => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", { notifyOnComplete: true });
    await registry.killAll(options);
    const told = (await registry.drain()).map(({ event }) => [event.type, event.sessionId]);
    expect(told).toEqual(Array.from({ length: count }, () => ["completion", id]));
  });
});

test("[OWNER-7] killStartedSince passes by what ran before, what it left running, and what is another's; nobody is told (case B11)", async () => {
  const registry = await testRegistry();
  const old = { ownerTaskId: "a", notifyOnComplete: true };
  const before = await startAll(registry, { old });
  const left = await runPlain(registry, "sleep 60 >/dev/null 2>&1 &", old);
  await runPlain(registry, "true", old);
  const baseline = await registry.snapshotRunningIds("a");
  expect(baseline).toEqual([before.old, left.id]);

  const after = await startAll(registry, {
    new: old,
    kept: { ...old, persistOnRelease: true },
    foreign: { ownerTaskId: "b" },
  });
  const leftNow = await runPlain(registry, "sleep 60 >/dev/null 2>&1 &", old);
  const source = "gateway_turn_timeout";
  expect(await registry.killStartedSince("a", baseline, { source })).toBe(2);
  const ids = { ...before, left: left.id, ...after, leftNow: leftNow.id };
  expect(await aliveOf(registry, ids)).toEqual(["old", "left", "kept", "foreign"]);
  expect(await registry.drain({ skipPollObserved: false })).toEqual([]);
  expect(await pollOf(registry, after.new)).toMatchObject({ terminationSource: source });
});

test("[OWNER-11] what runs of a task", async () => {
  const registry = await testRegistry();
  const ids = await startAll(registry, {
    own: { ownerTaskId: "a", taskId: "box" },
    byTask: { taskId: "a", ownerTaskId: "" },
    other: { ownerTaskId: "b", taskId: "a" },
  });
  await runPlain(registry, "true", { ownerTaskId: "a" });
  const answers = async () => ({
    owned: (await registry.runningOwnedBy("a")).map(({ sessionId, status }) => [sessionId, status]),
    active: [await registry.hasActiveProcesses("a"), await registry.hasActiveProcesses("box")],
    any: await registry.hasAnyActive(),
    count: await registry.countRunning(),
  });
  expect(await answers()).toEqual({
    owned: [
      [ids.own, "running"],
      [ids.byTask, "running"],
    ],
    active: [true, false],
    any: true,
    count: 3,
  });
  await registry.killAll();
  expect(await answers()).toEqual({ owned: [], active: [false, false], any: false, count: 0 });
});

test("[OWNER-12] the same through the daemon", async () => {
  const client = await realClient(realHome());
  const start = async (ownerTaskId: string) =>
    (await client.start({ command: "sleep 60", shell: "plain", ownerTaskId, notifyOnComplete: true })).id;
  const old = await start("a");
  const baseline = await client.snapshotRunningIds("a");
  const [fresh, foreign] = [await start("a"), await start("b")];
  expect([baseline, await client.countRunning(), await client.hasAnyActive()]).toEqual([[old], 3, true]);
  expect(await client.killStartedSince("a", baseline, { source: "gateway_turn_timeout" })).toBe(1);
  expect(await client.transferOwnership(old, { fromOwner: "x", toOwner: "c" })).toBe(false);
  expect(await client.transferOwnership(old, { fromOwner: "a", toOwner: "c", note: "serves the preview" })).toBe(true);
  const owned = async (task: string) => (await client.runningOwnedBy(task)).map(({ sessionId }) => sessionId);
  expect([await owned("a"), await owned("b"), await owned("c")]).toEqual([[], [foreign], [old]]);
  expect([await client.hasActiveProcesses("a"), await client.hasActiveProcesses("c")]).toEqual([false, true]);
  expect(await client.killAll({ taskId: "c", source: "operator" })).toBe(1);
  const told = await client.drain();
  expect(told.map(({ event }) => event)).toMatchObject([
    { sessionId: old, ownerTaskId: "c", handoffNote: "serves the preview" },
  ]);
  expect([await client.killAll(), await client.hasAnyActive(), await pollOf(client, fresh)]).toMatchObject([
    1,
    false,
    { terminationSource: "gateway_turn_timeout" },
  ]);
  await expect(client.killStartedSince("a", ["x".repeat(1_000)], { source: "s" })).rejects.toMatchObject({
    code: "invalid_argument",
  });
});
