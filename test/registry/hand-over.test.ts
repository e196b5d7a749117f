import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { SubscribedEvent } from "../../src/core/contract.ts";
import { HANDOFF_NOTE_MAX_CHARS } from "../../src/core/limits.ts";
import { pollOf, reopen, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

const CHILD = {
  ownerTaskId: "sa-1",
  taskId: "box-1",
  sessionKey: "child",
  parentSessionId: "p",
  notifyOnComplete: true,
};
const TO_PARENT = { fromOwner: "sa-1", toOwner: "main", toTaskId: "box", toSessionKey: "chat" };
const NOTE = "serves the preview";

describe("[OWNER-8] a handover", () => {
  test("gives a running process to the other task, whose sweeps, lists and events it is in then", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", CHILD);
    expect(await registry.transferOwnership(id, { ...TO_PARENT, toParentSessionId: "" })).toBe(true);
    expect(await registry.get(id)).toMatchObject({
      ownerTaskId: "main",
      taskId: "box",
      sessionKey: "chat",
      parentSessionId: "",
    });
    expect(await registry.killAll({ taskId: "sa-1" })).toBe(0);
    expect(await registry.killAll({ taskId: "main" })).toBe(1);
    const [told] = await registry.drain({ sessionKey: "chat" });
    expect(told?.event).toMatchObject({ sessionId: id, ownerTaskId: "main", taskId: "box", sessionKey: "chat" });
    expect(told?.event).not.toHaveProperty("handoffNote");
  });

  test("leaves what it does not name as it was", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", CHILD);
    await registry.transferOwnership(id, { fromOwner: "sa-1", toOwner: "main" });
    expect(await registry.get(id)).toMatchObject({ ...CHILD, ownerTaskId: "main" });
  });

  test("of one that is another's, has ended, or is not there does not happen", async () => {
    const registry = await testRegistry();
    const running = await startPlain(registry, "sleep 60", CHILD);
    const ended = await runPlain(registry, "true", CHILD);
    expect([
      await registry.transferOwnership(running.id, { ...TO_PARENT, fromOwner: "sa-2" }),
      await registry.transferOwnership(running.id, { ...TO_PARENT, fromOwner: "box-1" }),
      await registry.transferOwnership(ended.id, TO_PARENT),
      await registry.transferOwnership("proc_000000000000", TO_PARENT),
    ]).toEqual([false, false, false, false]);
    expect(await registry.get(running.id)).toMatchObject(CHILD);
  });

  test.each([
    ["no new owner", { toOwner: "" }],
    ["an owner that is no text", { toOwner: 7 as never }],
    ["no old owner", { fromOwner: undefined as never }],
    ["a conversation that is no text", { toSessionKey: null as never }],
    ["a note that is too long", { note: "x".repeat(HANDOFF_NOTE_MAX_CHARS + 1) }],
  ])("[OWNER-10] with %s is misuse", async (_, change) => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", CHILD);
    await expect(registry.transferOwnership(id, { ...TO_PARENT, ...change })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    expect(await registry.get(id)).toMatchObject(CHILD);
  });
});

describe("[OWNER-9] the events that wait", () => {
  const watched = { ...CHILD, ownerTaskId: "task", notifyOnComplete: false, watchPatterns: ["hello"] };
  const toOther = { ...TO_PARENT, fromOwner: "task" };

  test("are the new owner's, also of one who listens already, in their old order", async () => {
    const registry = await testRegistry();
    const other = await startPlain(registry, "echo hello; sleep 60", watched);
    await until(async () => (await registry.pending()).length === 1, { what: "the first event" });
    const { id } = await startPlain(registry, "echo hello; sleep 60", watched);
    await until(async () => (await registry.pending()).length === 2, { what: "the second event" });
    const listening = registry.events({ sessionKey: "chat" })[Symbol.asyncIterator]();
    const next = listening.next();
    expect(await registry.transferOwnership(other.id, toOther)).toBe(true);
    expect(((await next) as IteratorResult<SubscribedEvent, undefined>).value?.event).toMatchObject({
      type: "watch_match",
      sessionId: other.id,
      ownerTaskId: "main",
    });
    await listening.return?.();
    expect((await registry.pending({ ownsEvent: () => true })).map(({ event }) => event)).toMatchObject([
      { sessionId: other.id, sessionKey: "chat", taskId: "box", ownerTaskId: "main" },
      { sessionId: id, sessionKey: "child", taskId: "box-1", ownerTaskId: "task" },
    ]);
    const again = await reopen(registry);
    expect((await again.drain({ sessionKey: "child" })).map(({ event }) => event.sessionId)).toEqual([id]);
    expect((await again.drain({ sessionKey: "chat" })).map(({ event }) => event.sessionId)).toEqual([other.id]);
  });

  test("are given to it by recovery when a crash came before them", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo hello; sleep 60", watched);
    await until(async () => (await registry.pending()).length === 1, { what: "the event" });
    const [name = ""] = readdirSync(join(registry.home, "queue"));
    const file = join(registry.home, "queue", name);
    const before = readFileSync(file, "utf8");
    await registry.transferOwnership(id, toOther);
    await registry.close();
    writeFileSync(file, before); // As if it had not come to that.
    const again = await reopen(registry);
    expect((await again.drain({ sessionKey: "chat" })).map(({ event }) => event)).toMatchObject([
      { sessionId: id, ownerTaskId: "main" },
    ]);
  });
});

describe("[OWNER-10] the note", () => {
  test("lasts over a restart of the home, is redacted, and is in the completion and its text", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", CHILD);
    const note = `${NOTE}, key sk-ant-${"abc3efgh1j".repeat(4)}`;
    await registry.transferOwnership(id, { ...TO_PARENT, note });
    const again = await reopen(registry);
    await again.kill(id, { consumeOutput: false });
    const [told] = await again.drain({ sessionKey: "chat" });
    expect(told?.text).toContain(`Handed off to you by a subagent before it finished. Purpose: ${NOTE}, key `);
    expect(told?.text).not.toContain("abc3efgh1j");
    expect(told?.event).toMatchObject({ handoffNote: expect.stringContaining(NOTE) as string });
  });

  test("is not of the process that takes its place", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "sleep 60", CHILD);
    await registry.transferOwnership(id, { ...TO_PARENT, note: NOTE });
    const restarted = await registry.restart(id);
    if (restarted.status === "not_found") throw new Error("It is gone.");
    await registry.kill(restarted.sessionId, { consumeOutput: false });
    expect(await pollOf(registry, restarted.sessionId)).toMatchObject({ status: "exited" });
    const events = (await registry.drain({ ownsEvent: () => true, skipPollObserved: false })).map(({ event }) => event);
    expect(events).toMatchObject([{ sessionId: restarted.sessionId, ownerTaskId: "main" }]);
    expect(events[0]).not.toHaveProperty("handoffNote");
  });
});
