import fc from "fast-check";
import { expect, test } from "vitest";

import { BUDGET_EVENTS_MAX, BUDGET_NAMED_MAX, BUDGET_OWNERS_MAX } from "../../../src/core/limits.ts";
import {
  type Budget,
  type Budgets,
  closeBudgets,
  describeMerged,
  mergedCount,
  parseBudgets,
  spend,
} from "../../../src/core/notify/budget.ts";
import type { BellhopEvent } from "../../../src/core/notify/event.ts";

const HOUR_MS = 3_600_000;
const NOON_MS = 1_700_000_000_000;

function heartbeatOf(sessionId: string, owner: { readonly ownerTaskId?: string; readonly sessionKey?: string } = {}) {
  const { ownerTaskId = "t1", sessionKey = "s1" } = owner;
  return { type: "heartbeat", sessionId, sessionKey, taskId: "", ownerTaskId } as BellhopEvent;
}

function spendAll(events: readonly BellhopEvent[], before: Budgets = new Map()) {
  let budgets = before;
  const verdicts: string[] = [];
  const dropped: Budget[] = [];
  for (const event of events) {
    const spent = spend(budgets, event, NOON_MS);
    budgets = spent.budgets;
    verdicts.push(spent.verdict);
    dropped.push(...spent.dropped);
  }
  return { budgets, verdicts, dropped };
}

const many = (count: number, event: (index: number) => BellhopEvent) =>
  Array.from({ length: count }, (_, i) => event(i));

test("[FLOW-3] 60 are told, the first one too many is known as such, the rest is counted", () => {
  const { verdicts, budgets } = spendAll(many(63, () => heartbeatOf("a")));
  expect(verdicts).toEqual([...many(60, () => "told" as never), "first", "counted", "counted"]);
  expect([...budgets.values()]).toEqual([
    {
      owner: { sessionKey: "s1", taskId: "", ownerTaskId: "t1" },
      sinceMs: NOON_MS,
      told: 60,
      merged: { "heartbeat a": 3 },
    },
  ]);
});

test("[FLOW-3] an owner is the task, else the conversation, else nobody; each has a budget of its own", () => {
  const owners = [
    { ownerTaskId: "x", sessionKey: "s1" },
    { ownerTaskId: "x", sessionKey: "s2" },
    { ownerTaskId: "", sessionKey: "x" },
    { ownerTaskId: "", sessionKey: "" },
  ];
  const { budgets } = spendAll(owners.map((owner) => heartbeatOf("a", owner)));
  expect([...budgets.values()].map(({ told }) => told)).toEqual([2, 1, 1]);
});

test("[FLOW-3, FLOW-6] a budget closes after its hour, or when the clock was set back behind its begin", () => {
  const { budgets } = spendAll([heartbeatOf("a")]);
  const closes = (atMs: number) => closeBudgets(budgets, atMs).over.length;
  expect([0, HOUR_MS - 1, HOUR_MS, 24 * HOUR_MS, -1, -HOUR_MS].map((lateMs) => closes(NOON_MS + lateMs))).toEqual([
    0, 0, 1, 1, 1, 1,
  ]);
});

test("[FLOW-3] what was merged is told by process and type, the busiest first", () => {
  const merged = { "heartbeat b": 1, "watch_match a": 12, "heartbeat a": 3, "ready c": 2 };
  expect(describeMerged({ owner: {} as never, sinceMs: 0, told: 60, merged })).toBe(
    "a: 3 heartbeat, 12 watch_match; c: 2 ready; b: 1 heartbeat",
  );
});

test("[FLOW-7] of very many processes the busiest are named, and all are counted", () => {
  const events = many(BUDGET_EVENTS_MAX + 1_000, (index) => heartbeatOf(`p${index}`));
  const [budget] = spendAll(events).budgets.values();
  expect(budget && mergedCount(budget)).toBe(1_000);
  expect(Object.keys(budget?.merged ?? {}).length).toBe(BUDGET_NAMED_MAX + 1);
  expect(budget && describeMerged(budget)).toMatch(
    /^others: 800 heartbeat; p\d+: 1 heartbeat; .*; 181 more processes: 181$/,
  );
});

test("[FLOW-7] of very many owners the one quiet for longest is given up, and what it has to tell is handed back", () => {
  const noisy = many(BUDGET_EVENTS_MAX + 5, () => heartbeatOf("a", { ownerTaskId: "noisy" }));
  const others = many(BUDGET_OWNERS_MAX, (index) => heartbeatOf("a", { ownerTaskId: `t${index}` }));
  const { budgets, dropped } = spendAll([...noisy, ...others]);
  expect([budgets.size, dropped.map((one) => [one.owner.ownerTaskId, mergedCount(one)])]).toEqual([
    BUDGET_OWNERS_MAX,
    [["noisy", 5]],
  ]);
});

test("[FLOW-5] budgets are the same after a way over a file, and what is damaged begins anew", () => {
  const { budgets } = spendAll([...many(70, () => heartbeatOf("a")), heartbeatOf("b", { ownerTaskId: "7" })]);
  const text = JSON.stringify([...budgets.values()]);
  expect(parseBudgets(JSON.parse(text))).toEqual(budgets);
  const [first] = budgets.values();
  const damaged = [
    null,
    1,
    {},
    [null],
    [{}],
    [{ ...first, told: "1" }],
    [{ ...first, owner: {} }],
    [{ ...first, merged: { a: "x" } }],
  ];
  expect(damaged.map((value) => parseBudgets(value).size)).toEqual(damaged.map(() => 0));
});

test("[FLOW-3, FLOW-7] no event is lost between what is told and what is counted", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(400))), (pairs) => {
      const events = pairs.map(([owner, id]) => heartbeatOf(`p${id}`, { ownerTaskId: `t${owner}` }));
      const { budgets, verdicts } = spendAll(events);
      const told = verdicts.filter((verdict) => verdict === "told").length;
      const counted = [...budgets.values()].reduce((sum, budget) => sum + mergedCount(budget), 0);
      return told + counted === events.length && verdicts.filter((verdict) => verdict === "first").length <= 4;
    }),
  );
});
