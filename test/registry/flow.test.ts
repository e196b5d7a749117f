import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { BellhopEvent } from "../../src/core/notify/event.ts";
import { enqueueCompletion } from "../../src/registry/outbox.ts";
import { post } from "../../src/registry/post.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { matching } from "../support/matchers.ts";
import { type Desk, noticeDesk } from "../support/notice-desk.ts";
import { temporaryDirectory } from "../support/temp.ts";

const HOUR_MS = 3_600_000;

function desk(): { readonly desk: Desk; readonly clock: JumpingClock; readonly home: string } {
  const clock = new JumpingClock();
  const home = join(temporaryDirectory(), "home");
  return { desk: noticeDesk(home, clock), clock, home };
}

/** How many there are of each type. */
function counts(events: readonly BellhopEvent[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { type } of events) found[type] = (found[type] ?? 0) + 1;
  return found;
}

function messages(events: readonly BellhopEvent[]): readonly string[] {
  return events.flatMap((event) => ("message" in event ? [event.message] : []));
}

test("[FLOW-1, FLOW-2] matches of many processes trip the breaker once; its release comes by itself and says how many", () => {
  const { desk: one, clock } = desk();
  for (let index = 0; index < 40; index++)
    one.raise(one.process({ ownerTaskId: `t${index}` }), { type: "watch_match" });
  expect(counts(one.events())).toEqual({ watch_match: 15, watch_overflow_tripped: 1 });
  one.raise(one.process(), { type: "heartbeat" });
  clock.advance(26_000);
  expect(counts(one.events())).toEqual({ watch_match: 15, watch_overflow_tripped: 1, heartbeat: 1 });
  clock.advance(6_000);
  expect(one.events().at(-1)).toEqual({
    type: "watch_overflow_released",
    sessionId: "",
    sessionKey: "",
    command: "",
    platform: "",
    chatId: "",
    userId: "",
    userName: "",
    threadId: "",
    suppressed: 25,
    message: "Watch matches are told again. 25 were not told meanwhile.",
  });
  one.raise(one.process(), { type: "watch_match" });
  clock.advance(60_000);
  expect(counts(one.events())).toEqual({
    watch_match: 16,
    watch_overflow_tripped: 1,
    heartbeat: 1,
    watch_overflow_released: 1,
  });
});

test("[FLOW-1, FLOW-5] a pause lasts over a kill -9, and is ended by the next owner", () => {
  const { desk: one, clock } = desk();
  for (let index = 0; index < 20; index++) one.raise(one.process(), { type: "watch_match" });
  const two = one.next();
  two.raise(two.process({ id: "proc_00000000aaaa" }), { type: "watch_match" });
  expect(counts(two.events())).toEqual({ watch_match: 15, watch_overflow_tripped: 1 });
  clock.advance(40_000);
  const three = two.next();
  expect([counts(three.events()), messages(three.events()).at(-1)]).toEqual([
    { watch_match: 15, watch_overflow_tripped: 1, watch_overflow_released: 1 },
    "Watch matches are told again. 6 were not told meanwhile.",
  ]);
});

test("[FLOW-3, FLOW-4] the events of 200 processes: 60 are told, the rest is merged into one event, completions all are told", () => {
  const { desk: one, clock } = desk();
  const processes = Array.from({ length: 200 }, (_, index) =>
    one.process({ ownerTaskId: "t1", sessionKey: `s${index % 2}` }),
  );
  for (let beat = 0; beat < 10; beat++) for (const each of processes) one.raise(each, { type: "heartbeat" });
  for (const each of processes) {
    each.record = {
      ...each.record,
      state: { phase: "ended", endedAtMs: clock.wall(), outcome: { kind: "exited", code: 0 } },
    };
    enqueueCompletion(one.context, each);
  }
  post(one.context, { type: "async_delegation", delegationId: "d1", ownerTaskId: "t1" });
  expect(counts(one.events())).toEqual({ heartbeat: 60, events_merged: 1, completion: 200, async_delegation: 1 });
  clock.advance(HOUR_MS + 5_000);
  const merged = one.events().filter((event) => event.type === "events_merged");
  expect(merged).toEqual([
    {
      type: "events_merged",
      sessionId: "",
      command: "",
      sessionKey: "s0",
      taskId: "",
      ownerTaskId: "t1",
      merged: 0,
      message: matching(
        /^60 events were told since \S+Z, which is the most in an hour\. Until \S+Z further ones are only counted, but for completions; then their number is told\.$/,
      ),
    },
    {
      type: "events_merged",
      sessionId: "",
      command: "",
      sessionKey: "s1",
      taskId: "",
      ownerTaskId: "t1",
      merged: 1_940,
      message: matching(
        /^1940 events were not told one by one between \S+Z and \S+Z: (?:proc_[0-9a-f]{12}: 10 heartbeat; ){20}180 more processes: \d+\. Their output is in the logs\.$/,
      ),
    },
  ]);
  one.raise(one.process({ ownerTaskId: "t1" }), { type: "heartbeat" });
  clock.advance(2 * HOUR_MS);
  expect(counts(one.events())).toEqual({ heartbeat: 61, events_merged: 2, completion: 200, async_delegation: 1 });
});

test("[FLOW-3, FLOW-5] a budget lasts over a kill -9, and its end is told by the next owner, once", () => {
  const { desk: one, clock, home } = desk();
  const noisy = one.process({ ownerTaskId: "t1" });
  for (let index = 0; index < 70; index++) one.raise(noisy, { type: "awaiting_input" });
  expect(statSync(join(home, "flow.json")).mode & 0o777).toBe(0o600);
  const before = readFileSync(join(home, "flow.json"), "utf8");
  clock.advance(2 * HOUR_MS);
  const two = one.next();
  const told = (of: Desk) => of.events().flatMap((event) => (event.type === "events_merged" ? [event.merged] : []));
  expect(told(two)).toEqual([0, 10]);
  writeFileSync(join(home, "flow.json"), before); // As if it had been killed between the event and the file.
  expect(told(two.next())).toEqual([0, 10]);
});

test("[FLOW-5] a damaged file begins anew, and nothing is lost", () => {
  const { desk: one, home } = desk();
  for (let index = 0; index < 61; index++) one.raise(one.process({ ownerTaskId: "t1" }), { type: "ready" });
  for (const damage of ["", "{", "[]", "null", '{"breaker":1,"budgets":[1],"number":-1}', '{"number":"9"}']) {
    writeFileSync(join(home, "flow.json"), damage);
    const two = one.next();
    two.raise(
      two.process({ id: `proc_${Buffer.from(damage.padEnd(6)).toString("hex").slice(0, 12)}`, ownerTaskId: "t1" }),
      { type: "ready" },
    );
    expect([damage, two.events().at(-1)?.type]).toEqual([damage, "ready"]);
  }
});

test("[FLOW-6] a clock that is set back by a day ends a pause and an hour at once", () => {
  const { desk: one, clock } = desk();
  const noisy = one.process({ ownerTaskId: "t1" });
  for (let index = 0; index < 70; index++) one.raise(noisy, { type: "watch_match" });
  for (let index = 0; index < 70; index++) one.raise(noisy, { type: "heartbeat" });
  clock.setWall(-24 * HOUR_MS);
  clock.advance(2_000);
  one.raise(noisy, { type: "heartbeat" });
  expect(counts(one.events())).toEqual({
    watch_match: 15,
    watch_overflow_tripped: 1,
    heartbeat: 46,
    events_merged: 2,
    watch_overflow_released: 1,
  });
});

test("[ROUTE-4] what nobody is told of costs no budget, and is not kept", () => {
  const { desk: one } = desk();
  const child = one.process({ ownerTaskId: "sa-1-abc" });
  for (let index = 0; index < 100; index++) one.raise(child, { type: "heartbeat" });
  expect([one.waiting(), child.record.notices.seq]).toEqual([[], 100]);
  const surfacing = noticeDesk(join(temporaryDirectory(), "home"), new JumpingClock(), { surfaceSubagentEvents: true });
  surfacing.raise(surfacing.process({ taskId: "sa-1" }), { type: "heartbeat" });
  expect(surfacing.waiting().length).toBe(1);
});
