import { expect, test } from "vitest";

import { noNotices } from "../../src/adapters/store/record-file.ts";
import type { ProcessRecord } from "../../src/core/record.ts";
import type { ProcessEntry, ProcessTable } from "../../src/ports/process-table.ts";
import type { Context, Ports, Tracked } from "../../src/registry/context.ts";
import { track } from "../../src/registry/start.ts";
import { stop } from "../../src/registry/stop.ts";
import { findBusy } from "../../src/registry/use.ts";
import { FakeIsolation } from "../support/fake-isolation.ts";
import { JumpingClock } from "../support/jumping-clock.ts";

const HOUR_MS = 3_600_000;
const SCOPE = { kind: "systemd", unit: "it.scope", cgroup: null } as const;

/** A machine whose processes use what the test says. The pid of each command is its place, from 1. */
function machine(processes: number, confinement: ProcessRecord["confinement"] = null) {
  const clock = new JumpingClock();
  const isolation = new FakeIsolation();
  const cpuSeconds = Array.from({ length: processes }, () => 0);
  const sizes = cpuSeconds.map(() => 0);
  const alive = new Set(cpuSeconds.map((_, place) => place + 1));
  let looks = 0;
  const entry = (pid: number): ProcessEntry => ({ pid, parentPid: 1, sessionPid: pid, startTicks: 1, state: "S" });
  const table: Partial<ProcessTable> = {
    tree: ({ root }) => (root !== null && alive.has(root.pid) ? [entry(root.pid)] : []),
    trees: (places) => {
      looks += places.length > 0 ? 1 : 0;
      return places.map(({ root }) => [entry(root?.pid ?? 0)]);
    },
    usage: (pid) => ({ name: "it", cpuSeconds: cpuSeconds[pid - 1] ?? 0, waitedForCpuSeconds: 0, memoryBytes: 0 }),
    identify: (pid) => (alive.has(pid) ? { bootId: "boot", pid, startTicks: 1 } : null),
    ignores: () => false,
    signal: () => true,
  };
  const ports = { clock, isolation, table, store: { saveRecord: () => undefined } };
  const tracked = new Map<string, Tracked>();
  for (const place of cpuSeconds.keys()) {
    const record = { ...noNotices(), id: `${place + 1}`, startedAtMs: clock.wall(), confinement } as ProcessRecord;
    const job = { bootId: "boot", pid: place + 1, startTicks: 1 };
    const log = { extent: () => ({ size: sizes[place] }) } as unknown as Tracked["log"];
    tracked.set(record.id, track({ ...record, job, shim: null, state: { phase: "running" } }, log));
  }
  const context = { ports: ports as unknown as Ports, tracked } as unknown as Context;
  return { clock, isolation, context, tracked, cpuSeconds, sizes, alive, looks: () => looks };
}

test("[LIMIT-14] busy for an hour and silent: flagged, and no other is", () => {
  const [BUSY, IDLE, CHATTY, HALF] = [0, 1, 2, 3];
  const { clock, context, cpuSeconds, sizes, looks } = machine(4);
  const seen: (readonly string[])[] = [];
  for (let minute = 0; minute < 150; minute += 10) {
    cpuSeconds[BUSY] = (cpuSeconds[BUSY] ?? 0) + 597;
    cpuSeconds[CHATTY] = (cpuSeconds[CHATTY] ?? 0) + 600;
    cpuSeconds[HALF] = (cpuSeconds[HALF] ?? 0) + 300;
    sizes[CHATTY] = (sizes[CHATTY] ?? 0) + 1;
    clock.advance(600_010);
    seen.push([...findBusy(context)]);
  }
  expect(sizes[IDLE]).toBe(0);
  expect(seen).toEqual([...Array.from({ length: 5 }, () => []), ...Array.from({ length: 10 }, () => ["1"])]);
  // A list that is drawn again at once costs nothing.
  const before = looks();
  for (let again = 0; again < 10; again++) findBusy(context);
  expect(looks()).toBe(before);
});

test("[LIMIT-14] one that goes on to print is not silent any more, and an idle one that gets busy is found", () => {
  const { clock, context, cpuSeconds, sizes } = machine(2);
  cpuSeconds[0] = 7_200;
  clock.advance(2 * HOUR_MS);
  expect([...findBusy(context)]).toEqual(["1"]);
  sizes[0] = 10;
  cpuSeconds[0] += 10;
  clock.advance(10_000);
  expect([...findBusy(context)]).toEqual([]);
  cpuSeconds[1] = 3_600;
  clock.advance(HOUR_MS + 10);
  expect([...findBusy(context)]).toEqual(["2"]);
});

test("[LIMIT-14] a cgroup counts for itself", () => {
  const { clock, context, isolation } = machine(1, SCOPE);
  isolation.counted = { oomKills: 0, peakMemoryBytes: null, cpuUsec: 3_500e6 };
  clock.advance(HOUR_MS + 10);
  expect([...findBusy(context)]).toEqual(["1"]);
});

test.each([
  ["a scope that can be stopped ends who would not end", true, 2_000, { survivors: [] }, ["stop"]],
  ["a scope that cannot", false, 2_000, { survivors: [1] }, ["stop"]],
  ["without SIGKILL nobody is forced", true, 0, { survivors: [1] }, []],
] as const)("[LIMIT-12] survivors of a kill: %s", async (_, canStop, graceMs, outcome, calls) => {
  const { clock, context, isolation, tracked, alive } = machine(1, SCOPE);
  isolation.canStop = canStop;
  const one = tracked.get("1");
  if (one === undefined) throw new Error("no process");
  const stopScope = isolation.stop.bind(isolation);
  isolation.stop = () => {
    if (canStop) alive.clear();
    return stopScope();
  };
  const stopping = stop(context, one, { source: "process.kill", signal: "SIGTERM", graceMs });
  let isOver = false;
  void stopping.then(() => (isOver = true));
  while (!isOver) {
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([await stopping, isolation.calls, one.record.confinement]).toMatchObject([
    outcome,
    calls,
    canStop ? SCOPE : { ...SCOPE, isStopDue: true },
  ]);
});
