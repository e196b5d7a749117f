import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { anyNumber } from "../support/matchers.ts";
import { reopen, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

test("[USAGE-1] a busy tree, an idle one and a talker: each is told what it uses, and only when asked", async () => {
  const registry = await testRegistry();
  const busy = await startPlain(registry, "(while :; do :; done) & wait");
  const idle = await startPlain(registry, "sleep 1000");
  const talker = await startPlain(registry, "while :; do echo 0123456789; sleep 0.01; done");
  expect((await registry.list()).map((entry) => "usage" in entry)).toEqual([false, false, false]);
  const usageOf = async (id: string) =>
    (await registry.list({ usage: true })).find((one) => one.sessionId === id)?.usage;
  const isBusy = async (): Promise<boolean> => ((await usageOf(busy.id))?.cpuPercent ?? 0) > 20;
  await until(isBusy, { what: "the busy one to be seen" });
  await until(async () => ((await usageOf(talker.id))?.outputBytesPerSecond ?? 0) > 20);
  const quiet = await usageOf(idle.id);
  expect(quiet?.memoryBytes).toBeGreaterThan(100_000);
  expect(quiet?.cpuPercent).toBeLessThan(20);
  expect(quiet?.outputBytesPerSecond).toBe(0);
});

test("[USAGE-3] the life of one that nobody looked at while it ran, and after a restart", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done");
  await registry.wait(id, { timeoutSeconds: 60 });
  const before = await registry.usage(id);
  expect(before).toMatchObject({ sessionId: id, points: [{ cpuPercent: anyNumber() }] });
  const [point] = "points" in before ? before.points : [];
  expect(point?.cpuPercent).toBeGreaterThan(10);
  const again = await reopen(registry);
  expect(await again.usage(id)).toEqual(before);
  const saved: unknown = JSON.parse(readFileSync(join(again.home, "procs", id, "usage.json"), "utf8"));
  expect(saved).toMatchObject({ points: [{ cpuPercent: anyNumber() }] });
});

test("[USAGE-3] a running one keeps its points over a restart of the registry, and goes on with them", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 1000");
  const pointsOf = async (of: typeof registry): Promise<number> => {
    const life = await of.usage(id);
    return "points" in life ? life.points.length : 0;
  };
  await until(async () => (await pointsOf(registry)) >= 2);
  const again = await reopen(registry);
  await until(async () => (await pointsOf(again)) >= 3);
});

test("[USAGE-4] a tree by programs and ports; what ended has none, and nobody answers for what is not there", async () => {
  const registry = await testRegistry();
  const server = "require('http').createServer().listen(0, '127.0.0.1', () => console.log('up'))";
  const { id } = await startPlain(
    registry,
    `SECRET=x ${process.execPath} -e "${server}" -- --password=hunter2hunter2 & wait`,
  );
  await registry.wait(id, { for: [{ kind: "pattern", pattern: "up" }], timeoutSeconds: 30 });
  const tree = await registry.tree(id);
  const members = "processes" in tree ? tree.processes : [];
  expect(members.some(({ name, ports }) => name === "node" && ports?.length === 1)).toBe(true);
  expect(JSON.stringify(tree)).not.toContain("hunter2");
  await registry.kill(id);
  expect(await registry.tree(id)).toEqual({ sessionId: id, processes: [] });
  expect(await registry.tree("nobody")).toMatchObject({ status: "not_found" });
  expect(await registry.usage("nobody")).toMatchObject({ status: "not_found" });
});
