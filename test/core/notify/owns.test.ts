import { describe, expect, test } from "vitest";

import type { DrainOptions } from "../../../src/core/contract.ts";
import type { BellhopEvent } from "../../../src/core/notify/event.ts";
import { isOfSubagent, isOwnKill, isRoutedTo } from "../../../src/core/notify/owns.ts";

const completion = (sessionKey: string, ownerTaskId = "t1") =>
  ({ type: "completion", sessionId: "p", sessionKey, ownerTaskId, taskId: "" }) as BellhopEvent;
const delegation = (sessionKey: string, more: object = {}) =>
  ({ type: "async_delegation", delegationId: "d", sessionKey, ...more }) as BellhopEvent;
const overflow = { type: "watch_overflow_tripped", sessionId: "", sessionKey: "" } as BellhopEvent;
const yes = () => true;
const no = () => false;
const broken = () => {
  throw new Error("the ownership check exploded");
};

describe("[ROUTE-1, ROUTE-2, ROUTE-3] who gets an event", () => {
  const cases: readonly (readonly [string, BellhopEvent, DrainOptions, boolean])[] = [
    ["everything goes to who asks for everything", completion("a"), {}, true],
    ["an empty conversation asks for everything (original)", completion("a"), { sessionKey: "" }, true],
    ["of the same conversation", completion("a"), { sessionKey: "a" }, true],
    ["of another conversation", completion("a"), { sessionKey: "b" }, false],
    ["of no conversation needs no proof", completion(""), { sessionKey: "b" }, true],
    ["of no conversation is not even asked about", completion(""), { ownsEvent: no }, true],
    ["about all processes", overflow, { sessionKey: "b", ownsEvent: broken }, true],
    ["the callback says yes, against the conversation", completion("a"), { sessionKey: "b", ownsEvent: yes }, true],
    ["the callback says no, against the conversation", completion("a"), { sessionKey: "a", ownsEvent: no }, false],
    ["the callback throws", completion("a"), { sessionKey: "a", ownsEvent: broken }, false],
    ["the callback gives something that is not true", completion("a"), { ownsEvent: () => 1 as never }, false],
    ["of the task", completion("a"), { ownerTaskId: "t1" }, true],
    ["of another task", completion("a"), { ownerTaskId: "t2", ownsEvent: yes }, false],
    ["of the type", completion("a"), { type: "completion" }, true],
    ["of another type", completion("a"), { type: "heartbeat", ownsEvent: yes }, false],
    ["a delegation of this run", delegation(""), {}, true],
    ["a delegation always needs a proof, where there is one", delegation(""), { sessionKey: "a" }, false],
    ["a delegation of the conversation", delegation("a"), { sessionKey: "a" }, true],
    ["a delegation that the callback refuses", delegation(""), { ownsEvent: no }, false],
    ["a restored delegation without a proof", delegation("", { restored: true }), {}, false],
    ["a restored delegation of the conversation", delegation("a", { restored: true }), { sessionKey: "a" }, true],
    ["a restored delegation with a proof", delegation("a", { restored: true }), { ownsEvent: yes }, true],
    ["a restored delegation by type alone", delegation("a", { restored: true }), { type: "async_delegation" }, false],
    [
      "a restored delegation of the task",
      delegation("", { restored: true, ownerTaskId: "t" }),
      { ownerTaskId: "t" },
      true,
    ],
  ];
  test.each(cases)("%s", (_, event, options, expected) => {
    expect(isRoutedTo(event, options)).toBe(expected);
  });
});

test("[ROUTE-4] the spawning task says whether it is a subagent's, else the other task; a delegation never is", () => {
  const of = (ownerTaskId: string, taskId: string) => ({ type: "heartbeat", ownerTaskId, taskId }) as BellhopEvent;
  expect([
    isOfSubagent(of("sa-1", "")),
    isOfSubagent(of("", "sa-1")),
    isOfSubagent(of("t1", "sa-1")),
    isOfSubagent(of("", "")),
    isOfSubagent(overflow),
    isOfSubagent(delegation("", { ownerTaskId: "sa-1" })),
  ]).toEqual([true, true, false, false, false, false]);
});

describe("[QUEUE-7] whose kill it is", () => {
  const owned = { ownerTaskId: "t1", sessionKey: "s1" };
  const cases: readonly (readonly [string, typeof owned, Parameters<typeof isOwnKill>[1], boolean])[] = [
    ["nobody is known", owned, undefined, true],
    ["nobody is named", owned, { ownerTaskId: "", sessionKey: "" }, true],
    ["the owner", owned, { ownerTaskId: "t1" }, true],
    ["another task", owned, { ownerTaskId: "t2" }, false],
    ["another task of the conversation", owned, { ownerTaskId: "t2", sessionKey: "s1" }, false],
    ["the conversation", owned, { sessionKey: "s1" }, true],
    ["another conversation", owned, { sessionKey: "s2" }, false],
    ["a task, of a process without", { ownerTaskId: "", sessionKey: "" }, { ownerTaskId: "t1" }, false],
    [
      "the conversation, of a process without a task",
      { ...owned, ownerTaskId: "" },
      { ownerTaskId: "t1", sessionKey: "s1" },
      true,
    ],
  ];
  test.each(cases)("%s", (_, process, asker, expected) => {
    expect(isOwnKill(process, asker)).toBe(expected);
  });
});
