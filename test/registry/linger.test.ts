import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { isWaiting } from "../../src/registry/waiting.ts";
import { gone, realClient, realHome } from "../daemon/real-home.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { noticeDesk, recordOf } from "../support/notice-desk.ts";
import { logOf, pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const NOTHING = { waited: [], completed: [], timedOut: [] };
const notify = { notifyOnComplete: true } as const;

const gate = () => {
  const path = join(temporaryDirectory(), "gate");
  return { command: `until [ -e ${path} ]; do sleep 0.02; done`, open: () => writeFileSync(path, "") };
};

describe("[LINGER-1] waiting before an exit", () => {
  test("ends when all have ended, and their events are queued then", async () => {
    const registry = await testRegistry();
    const { command, open } = gate();
    const first = await startPlain(registry, command, notify);
    const second = await startPlain(registry, command, notify);
    const server = await startPlain(registry, "sleep 100");
    const lingering = registry.waitForPendingCompletions();
    open();
    const both = [first.id, second.id];
    expect(await lingering).toEqual({ waited: both, completed: both, timedOut: [] });
    expect(new Set((await registry.drain()).map(({ event }) => event.sessionId))).toEqual(new Set(both));
    expect((await pollOf(registry, server.id)).status).toBe("running");
    expect(await registry.waitForPendingCompletions()).toEqual(NOTHING);
  });

  test("ends after ten minutes, unless the home or the caller says otherwise", async () => {
    const clock = new JumpingClock();
    const registry = await testRegistry({ clock });
    const { id } = await startPlain(registry, "sleep 100", notify);
    const over = { waited: [id], completed: [], timedOut: [id] };
    let answer: unknown = null;
    void registry.waitForPendingCompletions().then((found) => (answer = found));
    clock.advance(599_000);
    expect(answer).toBe(null);
    clock.advance(1_000);
    await until(() => answer !== null, { what: "the answer" });
    expect(answer).toEqual(over);
    expect(await registry.waitForPendingCompletions({ timeoutSeconds: 0.01 })).toEqual(over);
    expect(await registry.waitForPendingCompletions({ signal: AbortSignal.abort() })).toEqual(over);
    const hasty = await reopen(registry, { lingerSeconds: -1 });
    expect(await hasty.waitForPendingCompletions()).toEqual(NOTHING);
  });

  test("works through the daemon, and goes on when it dies", async () => {
    const client = await realClient(realHome());
    const { command, open } = gate();
    const { id } = await client.start({ ...notify, command, shell: "plain" });
    const lingering = client.waitForPendingCompletions({ ownerTaskId: "" });
    const { pid } = client.daemon;
    await client.list();
    process.kill(pid, "SIGKILL");
    await gone(pid);
    await client.list();
    open();
    expect(await lingering).toEqual({ waited: [id], completed: [id], timedOut: [] });
  });
});

test("[LINGER-2] no time, nothing to be told of, or another task: it does not wait", async () => {
  const registry = await testRegistry();
  await startPlain(registry, "sleep 100");
  const { id } = await startPlain(registry, "sleep 100", { ...notify, ownerTaskId: "t1" });
  expect([
    await registry.waitForPendingCompletions({ timeoutSeconds: 0 }),
    await registry.waitForPendingCompletions({ timeoutSeconds: -5 }),
    await registry.waitForPendingCompletions({ ownerTaskId: "t2" }),
    await registry.waitForPendingCompletions({ ownerTaskId: "t1", timeoutSeconds: 0.01 }),
  ]).toEqual([NOTHING, NOTHING, NOTHING, { waited: [id], completed: [], timedOut: [id] }]);
  await expect(registry.waitForPendingCompletions({ timeoutSeconds: Number.NaN })).rejects.toMatchObject({
    code: "invalid_argument",
  });
});

test("[LINGER-3] endings of a task are unread until a wait, a log, a poll or an event has told them; its owner may be gone", async () => {
  const registry = await testRegistry();
  const owner = { ...notify, ownerTaskId: "t1" };
  const start = (command: string) => startPlain(registry, command, owner);
  const [waited, logged, polled, drained, unread] = [
    await start("true"),
    await start("true"),
    await start("true"),
    await start("true"),
    await start("echo the end; exit 3"),
  ];
  await startPlain(registry, "true", { ...notify, ownerTaskId: "t2" });
  await startPlain(registry, "true", { ownerTaskId: "t1" });
  await until(async () => (await registry.list()).every(({ status }) => status === "exited"), { what: "all to end" });
  const idsOf = async () => (await registry.unreadCompletionsOwnedBy("t1")).map(({ sessionId }) => sessionId);
  expect((await idsOf()).length).toBe(5);
  await registry.wait(waited.id);
  await logOf(registry, logged.id);
  await pollOf(registry, polled.id);
  const told = (await registry.pending()).find(({ event }) => event.sessionId === drained.id);
  await registry.acknowledge([told?.eventId ?? ""]);
  const again = await reopen(registry);
  expect(await again.unreadCompletionsOwnedBy("t1")).toEqual([
    { sessionId: unread.id, command: "echo the end; exit 3", exitCode: 3, output: "the end\n" },
  ]);
  expect([await again.isCompletionConsumed(waited.id), await again.isCompletionConsumed(polled.id)]).toEqual([
    true,
    false,
  ]);
  expect([await again.isCompletionConsumed("proc_unknown"), await again.isCompletionConsumed("proc_")]).toEqual([
    false,
    false,
  ]);
});

describe("[LINGER-4] whether a goal waits", () => {
  const watch = recordOf({ id: "proc_0123456789ab" }).notices.watch;
  const ended = { phase: "ended", endedAtMs: 1, outcome: { kind: "exited", code: 0 } } as const;
  const cases: readonly (readonly [string, Parameters<typeof recordOf>[0] | object, Partial<typeof watch>, boolean])[] =
    [
      ["it runs", {}, {}, true],
      ["it has ended", { state: ended }, {}, false],
      ["it is watched, and has not matched", { watchPatterns: ["x"] }, {}, true],
      ["it is watched, and has matched", { watchPatterns: ["x"] }, { hits: 1 }, false],
      ["watching was given up", { watchPatterns: ["x"] }, { hits: 8, disabled: true }, true],
      ["it is watched, has matched and has ended", { watchPatterns: ["x"], state: ended }, { hits: 1 }, false],
    ];
  test.each(cases)("%s", (_, fields, progress, expected) => {
    const desk = noticeDesk(join(temporaryDirectory(), "home"), new JumpingClock());
    const { notices } = recordOf({ id: "proc_0123456789ab" });
    const shim = { bootId: "b", pid: 1, startTicks: 1 };
    const tracked = desk.process({ shim, ...fields, notices: { ...notices, watch: { ...watch, ...progress } } });
    const table = { fate: () => "same" };
    const context = { ...desk.context, ports: { ...desk.context.ports, table } } as unknown as typeof desk.context;
    expect(isWaiting(context, tracked)).toBe(expected);
  });

  test("an unknown, an ambiguous and a real one", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 100");
    expect([
      await registry.isWaiting(id),
      await registry.isWaiting(id.slice(5)),
      await registry.isWaiting("proc_unknown"),
      await registry.isWaiting(""),
      await registry.isWaiting(null as never),
    ]).toEqual([true, true, false, false, false]);
    await registry.kill(id);
    expect(await registry.isWaiting(id)).toBe(false);
  });
});

test("[LINGER-5] a conversation is active while a process of it runs that is not too old", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const { id } = await startPlain(registry, "sleep 100", { sessionKey: "s1" });
  const day = 24 * 3_600;
  const active = async () => [
    await registry.hasActiveForSession("s1"),
    await registry.hasActiveForSession("s1", day),
    await registry.hasActiveForSession("s1", 0),
    await registry.hasActiveForSession("s2"),
  ];
  expect(await active()).toEqual([true, true, false, false]);
  clock.advance(day * 1_000);
  expect(await active()).toEqual([true, false, false, false]);
  await registry.kill(id);
  expect(await active()).toEqual([false, false, false, false]);
  await expect(registry.hasActiveForSession("s1", -1)).rejects.toMatchObject({ code: "invalid_argument" });
});

test("[LINGER-4, LINGER-5, LINGER-6] the answers are the same through the daemon", async () => {
  const client = await realClient(realHome());
  const { command, open } = gate();
  const options = {
    ...notify,
    command,
    shell: "plain",
    sessionKey: "s1",
    watcher: { interval: 5, chatId: "c" },
  } as const;
  const { id } = await client.start(options);
  const ask = async () => [
    await client.isWaiting(id),
    await client.isCompletionConsumed(id),
    await client.hasActiveForSession("s1"),
    await client.hasActiveForSession("s1", 3_600),
  ];
  expect(await ask()).toEqual([true, false, true, true]);
  expect((await client.takeWatchers()).map((one) => [one.sessionId, one.checkInterval, one.chatId])).toEqual([
    [id, 5, "c"],
  ]);
  expect(await client.takeWatchers()).toEqual([]);
  open();
  await client.wait(id);
  expect(await ask()).toEqual([false, true, false, false]);
});

test("[LINGER-6] a watcher is handed over once for a start, and again after a restart of the owner while the process runs", async () => {
  const registry = await testRegistry();
  const watcher = {
    interval: 5,
    platform: "telegram",
    chatId: "1",
    userId: "2",
    userName: "Ann",
    threadId: "3",
    messageId: "4",
  };
  const { interval, ...route } = watcher;
  const { id } = await startPlain(registry, "sleep 100", {
    ...notify,
    watcher,
    sessionKey: "s1",
    parentSessionId: "p1",
  });
  const short = await startPlain(registry, "true", { watcher: { interval: 7 } });
  await startPlain(registry, "true", { watcher: { platform: "telegram" } });
  await registry.wait(short.id);
  const armed = {
    sessionId: id,
    checkInterval: interval,
    ...route,
    sessionKey: "s1",
    parentSessionId: "p1",
    notifyOnComplete: true,
  };
  const [first, second, ...rest] = await registry.takeWatchers();
  expect([first, second?.sessionId, second?.checkInterval, rest, await registry.takeWatchers()]).toEqual([
    armed,
    short.id,
    7,
    [],
    [],
  ]);
  const again = await reopen(registry);
  expect([await again.takeWatchers(), await again.takeWatchers()]).toEqual([[armed], []]);
});
