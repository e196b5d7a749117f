import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { Bellhop, DrainOptions, ToldEvent } from "../../src/core/contract.ts";
import type { AsyncDelegationEvent } from "../../src/core/notify/delegation.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { noticeOf, recordOf } from "../support/notice-desk.ts";
import { reopen, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

const delegation = (delegationId: string, sessionKey: string): AsyncDelegationEvent => ({
  type: "async_delegation",
  delegationId,
  sessionKey,
  status: "completed",
  summary: `done ${delegationId}`,
});

const idsOf = (told: readonly ToldEvent[]): readonly (string | undefined)[] =>
  told.map(({ event }) => (event.type === "async_delegation" ? event.delegationId : event.sessionId));

/** In process, and through a daemon. */
const FACES: readonly (readonly [string, () => Promise<Bellhop>])[] = [
  ["in process", () => testRegistry()],
  ["through the daemon", () => realClient(realHome())],
];

describe.each(FACES)("[ROUTE-5] %s", (_, open) => {
  test("[ROUTE-1] delegations go to their conversation, and the others stay", async () => {
    const bellhop = await open();
    await bellhop.post(delegation("a", "telegram:dm:111"));
    await bellhop.post(delegation("b", "telegram:dm:222"));
    const drained = async (options: DrainOptions) => idsOf(await bellhop.drain(options));
    expect([
      await drained({ sessionKey: "telegram:dm:111" }),
      await drained({ sessionKey: "telegram:dm:333" }),
      await drained({ sessionKey: "telegram:dm:222" }),
      await drained({}),
    ]).toEqual([["a"], [], ["b"], []]);
  });

  test("[ROUTE-2] a callback wins over the conversation, and one that throws leaves everything", async () => {
    const bellhop = await open();
    await bellhop.post(delegation("before", "old_parent_key"));
    await bellhop.post(delegation("foreign", "someone_else"));
    const lineage = new Set(["old_parent_key", "new_child_key"]);
    const broken = () => {
      throw new Error("ownership check exploded");
    };
    const sessionKey = "new_child_key";
    expect(idsOf(await bellhop.drain({ sessionKey: "someone_else", ownsEvent: broken }))).toEqual([]);
    expect(
      idsOf(
        await bellhop.drain({
          sessionKey,
          ownsEvent: (event) => lineage.has("sessionKey" in event ? (event.sessionKey ?? "") : ""),
        }),
      ),
    ).toEqual(["before"]);
    expect(idsOf(await bellhop.pending())).toEqual(["foreign"]);
  });

  test("[ROUTE-1] completions of no conversation go to whoever asks first", async () => {
    const bellhop = await open();
    const { id } = await bellhop.start({ command: "true", shell: "plain", notifyOnComplete: true });
    const told = await until(async () => {
      const events = await bellhop.drain({ sessionKey: "any", ownsEvent: () => false });
      return events.length > 0 ? events : null;
    });
    expect(idsOf(told)).toEqual([id]);
  });

  test("[ROUTE-4] what subagents' processes do is not told, to a drain or to who listens; delegations are", async () => {
    const bellhop = await open();
    const leaving = new AbortController();
    const heard: ToldEvent[] = [];
    const listening = (async () => {
      for await (const told of bellhop.events({ signal: leaving.signal })) if (heard.push(told) === 2) return;
    })();
    const child = await bellhop.start({ command: "true", shell: "plain", notifyOnComplete: true, ownerTaskId: "sa-1" });
    const other = await bellhop.start({
      command: "true",
      shell: "plain",
      notifyOnComplete: true,
      taskId: "sa-1",
      ownerTaskId: "t1",
    });
    await until(async () => (await bellhop.list()).every(({ status }) => status === "exited"), { what: "both to end" });
    await until(() => heard.length > 0, { what: "the other's event" });
    await bellhop.post({ ...delegation("d", ""), ownerTaskId: "sa-1" });
    await listening;
    expect(idsOf(heard)).toEqual([other.id, "d"]);
    expect(idsOf(await bellhop.drain({ skipPollObserved: false }))).toEqual([other.id, "d"]);
    expect((await bellhop.unreadCompletionsOwnedBy("sa-1")).map(({ sessionId }) => sessionId)).toEqual([child.id]);
  });
});

test("[ROUTE-3] delegations of an earlier run wait for a proof, also from who listens", async () => {
  const registry = await testRegistry();
  await registry.post(delegation("a", "s1"));
  await registry.post({ ...delegation("b", ""), ownerTaskId: "t1" });
  const again = await reopen(registry);
  await again.post(delegation("c", "s2"));
  const first = async (options: Parameters<typeof again.events>[0]) => {
    for await (const told of again.events(options)) return idsOf([told]);
    return [];
  };
  expect([await first({}), await first({ sessionKey: "s1" }), await first({ ownerTaskId: "t1" })]).toEqual([
    ["c"],
    ["a"],
    ["b"],
  ]);
  expect([idsOf(await again.drain()), idsOf(await again.drain({ ownsEvent: () => true }))]).toEqual([
    ["c"],
    ["a", "b"],
  ]);
});

test("[ROUTE-4] a home that is set to tells of subagents' processes", async () => {
  const registry = await testRegistry({ surfaceSubagentEvents: true });
  const { id } = await startPlain(registry, "true", { notifyOnComplete: true, ownerTaskId: "sa-1" });
  await until(async () => (await registry.pending()).length > 0, { what: "the event" });
  const hiding = await reopen(registry, { surfaceSubagentEvents: false });
  expect([idsOf(await hiding.drain()), hiding.hasWork()]).toEqual([[], false]);
  expect((await hiding.unreadCompletionsOwnedBy("sa-1")).map(({ sessionId }) => sessionId)).toEqual([id]);
});

test("[ROUTE-6] a poll hides the completion from a drain, and nothing else", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "true", { notifyOnComplete: true });
  await until(async () => (await registry.poll(id)).status === "exited", { what: "the end" });
  await registry.close();
  const notice = noticeOf({ record: recordOf({ id }) }, { type: "watch_match" });
  writeFileSync(join(registry.home, "queue", `0000000000001-${id}-00000001_watch_match.json`), JSON.stringify(notice));
  const again = await reopen(registry);
  expect((await again.drain()).map(({ event }) => event.type)).toEqual(["watch_match"]);
  expect(await again.drain({ skipPollObserved: false })).toEqual([]);
});
