import { expect, test } from "vitest";

import type { LadderGround } from "../../src/adapters/isolation/ladder.ts";
import type { ResourceLimits } from "../../src/core/isolation/limits.ts";
import { matching } from "../support/matchers.ts";
import { testLadder } from "./ladder-ground.ts";
import { busDirectory, scopesGround } from "./scopes-ground.ts";

test.each<readonly [string, ResourceLimits, boolean, number, string]>([
  ["a command of the gateway", {}, true, 0, "systemd"],
  ["a command with limits", { memoryMaxMb: 100 }, false, 0, "systemd"],
  ["one that is only nice", { nice: 5 }, false, 0, "none"],
  ["one that asks for nothing", {}, false, 0, "none"],
  ["a gateway without a manager of its user", {}, true, 1, "none"],
])("[ISO-20] %s", async (_, limits, isGateway, code, kind) => {
  const { scopes } = scopesGround([code]);
  const prepared = await testLadder({ scopes, isGateway: () => isGateway }).prepare("ID", limits);
  expect(prepared.confinement.kind).toBe(kind);
});

test("[ISO-20] nothing stands before a command that asks for nothing, and nobody is asked", async () => {
  const { scopes, calls } = scopesGround([0]);
  expect(await testLadder({ scopes }).prepare("ID", {})).toEqual({
    confinement: { kind: "none", unit: null, cgroup: null },
    wrapShim: [],
    wrapJob: [],
    notes: [],
  });
  expect(calls).toEqual([]);
});

test("[ISO-1][ISO-8][ISO-10] a command of the gateway: the bus, the scope, the bound", async () => {
  const bus = await busDirectory();
  const { scopes } = scopesGround([0], { runtimeDirectory: bus.path });
  const isolation = testLadder({ scopes, isGateway: () => true, find: (program) => `/bin/${program}` });
  const limits = { memoryMaxMb: 2048, maxProcesses: 30, cpuPercent: 50, nice: 3 };
  const { confinement, wrapShim, notes } = await isolation.prepare("ID", limits);
  expect(confinement).toEqual({ kind: "systemd", unit: "bellhop-worker-ID.scope", cgroup: null });
  expect(wrapShim).toEqual([
    "/bin/env",
    `XDG_RUNTIME_DIR=${bus.path}`,
    `DBUS_SESSION_BUS_ADDRESS=unix:path=${bus.path}/bus`,
    ...(scopes.words("ID", [], { memoryMaxBytes: 512 << 20, tasksMax: 46, cpuPercent: 50 }) ?? []),
  ]);
  expect(notes.at(-1)).toBe("memoryMaxMb 2048 is more than a worker of the gateway may have here: 512 MiB hold.");
});

test("[ISO-16] a start that found no manager: the next one does without", async () => {
  const bus = await busDirectory();
  const { scopes } = scopesGround([0], { runtimeDirectory: bus.path });
  const isolation = testLadder({ scopes, isGateway: () => true });
  const { confinement } = await isolation.prepare("ID", {});
  const before = isolation.lostManager(confinement);
  await bus.close();
  const after = isolation.lostManager(confinement);
  const next = await isolation.prepare("ID", {});
  expect([before, after, next.confinement.kind]).toEqual([false, true, "none"]);
});

test("a scope whose shim is elsewhere has no cgroup that we know", async () => {
  const confinement = { kind: "systemd", unit: "bellhop-worker-ID.scope", cgroup: null } as const;
  expect(testLadder().locate(confinement, process.pid)).toEqual(confinement);
});

test("elsewhere than on Linux nothing is asked, and what is not enforced is told", async () => {
  const { scopes, calls } = scopesGround([0]);
  const ground: Partial<LadderGround> = { scopes, isLinux: false, isGateway: () => true, uid: 501 };
  const { confinement, notes } = await testLadder(ground).prepare("ID", { cpuPercent: 50 });
  expect([confinement.kind, notes, calls]).toEqual(["none", [matching(/^cpuPercent 50 is not enforced/)], []]);
});
