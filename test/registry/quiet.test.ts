import { describe, expect, test } from "vitest";

import type { SubscribedEvent, ToldEvent } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

describe("[QUEUE-7] kills", () => {
  const own = { ownerTaskId: "t1", sessionKey: "s1" };
  const cases: readonly (readonly [string, Parameters<Registry["kill"]>[1], number])[] = [
    ["somebody unknown", {}, 0],
    ["the owner", { asker: { ownerTaskId: "t1" } }, 0],
    ["somebody else", { asker: { ownerTaskId: "t2" }, source: "operator" }, 1],
    ["the owner, who wants the event all the same", { asker: { ownerTaskId: "t1" }, consumeOutput: false }, 1],
    ["somebody else, who speaks for the owner", { asker: { ownerTaskId: "t2" }, consumeOutput: true }, 0],
  ];
  test.each(cases)("%s asks", async (_, options, told) => {
    const registry = await testRegistry();
    const { heard, done } = listen(registry);
    const { id } = await startPlain(registry, "sleep 100", { ...own, notifyOnComplete: true });
    expect((await registry.kill(id, options)).status).toBe("killed");
    expect((await registry.pending()).map(({ event }) => event.type)).toEqual(
      Array.from({ length: told }, () => "completion"),
    );
    await startPlain(registry, "true", { notifyOnComplete: true, sessionKey: "last" });
    await until(() => heard.some(({ event }) => event.sessionKey === "last"), { what: "the last event" });
    expect(heard.filter(({ event }) => event.sessionId === id).length).toBe(told);
    await done();
  });

  test("[QUEUE-7] of 20 short jobs, five killed by their owner, fifteen are told (case B47)", async () => {
    const registry = await testRegistry();
    const { heard, done } = listen(registry);
    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        startPlain(registry, index < 5 ? "sleep 100" : "exit 1", { ...own, notifyOnComplete: true }),
      ),
    );
    await Promise.all(jobs.slice(0, 5).map(({ id }) => registry.kill(id, { asker: own })));
    await until(() => heard.length >= 15, { what: "fifteen events" });
    expect(new Set(heard.map(({ event }) => event.sessionId))).toEqual(new Set(jobs.slice(5).map(({ id }) => id)));
    expect(heard.length).toBe(15);
    await done();
  });
});

test("[QUEUE-8] while a wait is answering an ending, who listens is not told it; a wait that was given up leaves it", async () => {
  const registry = await testRegistry();
  const { heard, done } = listen(registry);
  const first = await startPlain(registry, "sleep 0.2", { notifyOnComplete: true });
  await Promise.all([registry.wait(first.id), registry.waitMany([first.id])]);
  const second = await startPlain(registry, "sleep 0.2", { notifyOnComplete: true });
  const leaving = new AbortController();
  const waiting = registry.wait(second.id, { signal: leaving.signal });
  leaving.abort();
  expect((await waiting).status).toBe("interrupted");
  await until(() => heard.length > 0, { what: "the second event" });
  expect(heard.map(({ event }) => event.sessionId)).toEqual([second.id]);
  await done();
});

/** Who listens for everything, and never acknowledges. */
function listen(registry: Registry): { readonly heard: ToldEvent[]; readonly done: () => Promise<void> } {
  const heard: SubscribedEvent[] = [];
  const leaving = new AbortController();
  const listening = (async () => {
    for await (const told of registry.events({ signal: leaving.signal })) heard.push(told);
  })();
  return {
    heard,
    done: () => {
      leaving.abort();
      return listening;
    },
  };
}
