import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { SubscribedEvent, ToldEvent } from "../../src/core/contract.ts";
import type { CompletionEvent } from "../../src/core/notify/event.ts";
import { anyNumber } from "../support/matchers.ts";
import { logOf, pollOf, reopen, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

type TestRegistry = Awaited<ReturnType<typeof testRegistry>>;
const notify = { notifyOnComplete: true } as const;
const ended = (registry: TestRegistry, id: string) =>
  until(async () => (await registry.list()).find((entry) => entry.sessionId === id)?.status === "exited");

test("[EVENT-1] a completion is told once, in the original's words", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "echo hello; exit 3", { ...notify, taskId: "t1", sessionKey: "s1" });
  const [told, ...more] = await until(async () => {
    const events = await registry.drain();
    return events.length > 0 ? events : null;
  });
  expect([told?.text, more, await registry.drain()]).toEqual([
    `[IMPORTANT: Background process ${id} exited (exit code 3).\nCommand: echo hello; exit 3\nOutput:\nhello\n]`,
    [],
    [],
  ]);
  expect(told?.event).toEqual({
    type: "completion",
    sessionId: id,
    sessionKey: "s1",
    taskId: "t1",
    ownerTaskId: "t1",
    command: "echo hello; exit 3",
    exitCode: 3,
    completionReason: "exited",
    terminationSource: "",
    cpuSeconds: anyNumber(),
    output: "hello\n",
    startedAt: anyNumber(),
  });
});

test("[EVENT-2] without notifyOnComplete nothing is queued", async () => {
  const registry = await testRegistry();
  await runPlain(registry, "true");
  expect(await registry.drain()).toEqual([]);
});

describe("[EVENT-3] wait, log to the end and kill consume the completion; poll does not", () => {
  const cases: readonly [string, (registry: TestRegistry, id: string) => Promise<unknown>, number][] = [
    ["wait", (registry, id) => registry.wait(id), 0],
    ["wait by a prefix", (registry, id) => registry.wait(id.slice(5, 11)), 0],
    ["log", (registry, id) => logOf(registry, id), 0],
    ["log of the first line only", (registry, id) => logOf(registry, id, { offset: 0, limit: 1 }), 1],
    ["kill", (registry, id) => registry.kill(id), 0],
    ["kill by a sweep", (registry, id) => registry.kill(id, { consumeOutput: false }), 1],
    ["poll", (registry, id) => pollOf(registry, id), 1],
    ["list", (registry) => registry.list(), 1],
    ["show", (registry, id) => registry.get(id), 1],
  ];
  test.each(cases)("%s", async (_, act, left) => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo 1; echo 2", notify);
    await ended(registry, id);
    await act(registry, id);
    expect((await registry.drain({ skipPollObserved: false })).length).toBe(left);
  });
});

test("[EVENT-4] a drain skips, and takes, a completion whose ending poll has shown, unless asked not to", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "true", notify);
  await ended(registry, id);
  await pollOf(registry, id.slice(5));
  expect(await registry.drain()).toEqual([]);
  expect(await registry.drain({ skipPollObserved: false })).toEqual([]);
});

test("[EVENT-5] a wait that was given up consumes nothing", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 0.2", notify);
  const leaving = new AbortController();
  const waiting = registry.wait(id, { signal: leaving.signal });
  leaving.abort();
  expect(await waiting).toMatchObject({ status: "interrupted", processRunning: true });
  await ended(registry, id);
  expect((await registry.drain()).length).toBe(1);
});

test("[EVENT-6] a subscription keeps its events queued until they are acknowledged", async () => {
  const registry = await testRegistry();
  const first = await startPlain(registry, "exit 1", notify);
  const take = async (count: number): Promise<SubscribedEvent[]> => {
    const taken: SubscribedEvent[] = [];
    for await (const event of registry.events()) if (taken.push(event) === count) break;
    return taken;
  };
  const [unacknowledged] = await take(1);
  const second = await startPlain(registry, "exit 2", notify);
  const both = await take(2);
  expect([unacknowledged?.event.sessionId, ...both.map((one) => one.event.sessionId)]).toEqual([
    first.id,
    first.id,
    second.id,
  ]);
  expect([await both[0]?.acknowledge(), await both[0]?.acknowledge()]).toEqual([true, false]);
  expect((await registry.drain()).map((one) => one.event.sessionId)).toEqual([second.id]);
});

test("[EVENT-7] events are routed by conversation, by task and by a callback that fails closed", async () => {
  const registry = await testRegistry();
  const a = await startPlain(registry, "true", { ...notify, sessionKey: "a", ownerTaskId: "t1" });
  const b = await startPlain(registry, "true", { ...notify, sessionKey: "b", ownerTaskId: "t2" });
  await ended(registry, a.id);
  await ended(registry, b.id);
  const ids = async (options: Parameters<TestRegistry["pending"]>[0]) =>
    (await registry.pending(options)).map((one) => one.event.sessionId);
  expect(await ids({ sessionKey: "b" })).toEqual([b.id]);
  expect(await ids({ ownerTaskId: "t1" })).toEqual([a.id]);
  expect(await ids({ type: "heartbeat" })).toEqual([]);
  expect(await ids({ ownsEvent: (event) => event.sessionKey === "a" })).toEqual([a.id]);
  expect(
    await ids({
      ownsEvent: () => {
        throw new Error("no");
      },
    }),
  ).toEqual([]);
  expect(await ids({ ownsEvent: () => 1 as never })).toEqual([]);
  expect((await registry.drain({ sessionKey: "a" })).map((one) => one.event.sessionId)).toEqual([a.id]);
  expect(await ids({})).toEqual([b.id]);
});

test("[EVENT-8] events and consumed marks last over a restart of the owner", async () => {
  const registry = await testRegistry();
  const one = await startPlain(registry, "exit 1", notify);
  const two = await startPlain(registry, "exit 2", notify);
  await registry.wait(one.id);
  await ended(registry, two.id);
  const again = await reopen(registry);
  expect((await again.pending()).map((told) => told.event.sessionId)).toEqual([two.id]);
  const third = await reopen(again);
  expect((await third.drain()).map((told) => told.event.sessionId)).toEqual([two.id]);
  expect(await (await reopen(third)).drain()).toEqual([]);
});

test("[EVENT-9] a completion carries the end of the output, clean, and says how much came before", async () => {
  const registry = await testRegistry();
  await startPlain(registry, "seq 1 5000; printf '\\033[31mred\\033[0m\\n'", { ...notify, completionOutputChars: 100 });
  const [told] = await until(async () => {
    const events = await registry.drain();
    return events.length > 0 ? events : null;
  });
  const { output, outputCut } = (told as ToldEvent).event as CompletionEvent;
  expect(output).toMatch(/^(?:\d{4}\n)+red\n$/);
  expect(output.length).toBeLessThanOrEqual(100);
  expect(outputCut).toBeGreaterThan(23_000);
});

test("[EVENT-10] a queue directory holds a file an event, whose names sort in the order of the endings", async () => {
  const registry = await testRegistry();
  const ids: string[] = [];
  for (const code of [1, 2, 3]) {
    const { id } = await startPlain(registry, `exit ${code}`, notify);
    await ended(registry, id);
    ids.push(id);
  }
  const files = readdirSync(join(registry.home, "queue")).toSorted();
  expect(files.map((name) => name.replace(/^\d{13}-/, ""))).toEqual(ids.map((id) => `${id}-completion.json`));
});

test("[EVENT-11] a secret reaches neither an answer nor an event nor a record", async () => {
  const registry = await testRegistry();
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  const { id } = await startPlain(registry, `echo ${secret}`, notify);
  await ended(registry, id);
  const told = JSON.stringify([
    await pollOf(registry, id),
    await registry.list(),
    await registry.get(id),
    await registry.pending(),
    await logOf(registry, id),
    await registry.wait(id),
  ]);
  expect(told).not.toContain("0123456789abcdef");
  expect(told).toContain("ghp_01...wxyz");
});
