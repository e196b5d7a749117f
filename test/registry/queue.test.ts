import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { catchUp } from "../../src/registry/notices.ts";
import { acknowledge, consume, drain, enqueueCompletion } from "../../src/registry/outbox.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { type Desk, noticeDesk, type NoticePart } from "../support/notice-desk.ts";
import { reopen, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

const newDesk = (): Desk => noticeDesk(join(temporaryDirectory(), "home"), new JumpingClock());

function end(desk: Desk, tracked: ReturnType<Desk["process"]>): void {
  const endedAtMs = desk.context.ports.clock.wall();
  tracked.record = { ...tracked.record, state: { phase: "ended", endedAtMs, outcome: { kind: "exited", code: 0 } } };
  enqueueCompletion(desk.context, tracked);
  tracked.attending.abort();
}

const NOTICES: readonly NoticePart[] = [
  { type: "watch_match" },
  { type: "watch_disabled" },
  { type: "heartbeat" },
  { type: "ready" },
  { type: "not_ready" },
  { type: "awaiting_input" },
];

test("[QUEUE-1] every type of event is the same after a kill -9", () => {
  const one = newDesk();
  const process = one.process({ sessionKey: "s1", ownerTaskId: "t1" });
  for (const part of NOTICES) one.raise(process, part);
  end(one, process);
  const noisy = one.process({ ownerTaskId: "t2" });
  for (let index = 0; index < 61; index++) one.raise(noisy, { type: "watch_match" });
  const before = one.events();
  expect(new Set(before.map(({ type }) => type))).toEqual(
    new Set([...NOTICES.map(({ type }) => type), "completion", "watch_overflow_tripped"]),
  );
  expect(one.next().events()).toEqual(before);
});

describe("[QUEUE-2] what is no event is set aside", () => {
  const completion = {
    type: "completion",
    sessionId: "proc_0123456789ab",
    sessionKey: "",
    taskId: "",
    ownerTaskId: "",
    command: "true",
    exitCode: 0,
    completionReason: "exited",
    terminationSource: "",
    output: "",
    startedAt: 1,
  };
  const cases: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["half of one", JSON.stringify(completion).slice(0, 40)],
    ["a list", "[]"],
    ["an unknown type", JSON.stringify({ ...completion, type: "surprise" })],
    ["a type of every object", JSON.stringify({ ...completion, type: "constructor" })],
    ["a missing key", JSON.stringify({ ...completion, output: undefined })],
    ["a key of another kind", JSON.stringify({ ...completion, leftoverPids: ["1"] })],
    ["a number that is none", JSON.stringify({ ...completion, startedAt: Number.NaN })],
    ["a delegation without an id", JSON.stringify({ type: "async_delegation" })],
  ];
  test.each(cases)("%s", async (_, text) => {
    const registry = await testRegistry();
    await registry.close();
    const warnings: string[] = [];
    const queue = join(registry.home, "queue");
    writeFileSync(join(queue, "0000000000001-all-00000000_x.json"), text);
    writeFileSync(join(queue, "0000000000002-proc_0123456789ab-completion.json"), JSON.stringify(completion));
    const again = await reopen(registry, { logger: { info: () => undefined, warn: (line) => warnings.push(line) } });
    expect((await again.pending()).map(({ event }) => event)).toEqual([completion]);
    expect([readdirSync(join(registry.home, "aside")), warnings.length]).toEqual([
      ["0000000000001-all-00000000_x.json"],
      1,
    ]);
  });
});

test("[QUEUE-3] the file of an event says how far its owner was told, and the record catches up", () => {
  const one = newDesk();
  const process = one.process({ watchPatterns: ["x"], notifyOnComplete: false });
  const earlier = process.record;
  const watch = { ...earlier.notices.watch, disabled: true, hits: 8 };
  one.raise(process, { type: "watch_disabled" }, { watch });
  const told = process.record.notices;
  const two = one.next();
  const found = two.process({ ...earlier, id: "proc_00000000aaaa" });
  found.record = earlier; // As the record was when it was killed between both files.
  two.context.tracked.set(earlier.id, found);
  catchUp(two.context);
  expect([found.record.notices, found.record.notifyOnComplete]).toEqual([told, true]);
  expect(two.events().map((event) => "notices" in event)).toEqual([false]);
});

test("[QUEUE-4] an answer that tells the ending takes what was said before out of the queue, and nothing of others", () => {
  const desk = newDesk();
  const process = desk.process();
  const other = desk.process();
  desk.raise(process, { type: "watch_match" });
  desk.raise(other, { type: "watch_match" });
  desk.raise(process, { type: "ready" });
  end(desk, process);
  consume(desk.context, process);
  expect(desk.waiting()).toEqual([`watch_match ${other.record.id}`]);
});

test("[QUEUE-5] what was said before a completion comes before it, whatever the clock does; whoever takes it leaves nothing behind", () => {
  const clock = new JumpingClock();
  const desk = noticeDesk(join(temporaryDirectory(), "home"), clock);
  const process = desk.process();
  desk.raise(process, { type: "watch_match" });
  clock.setWall(-3_600_000);
  desk.raise(process, { type: "heartbeat" });
  end(desk, process);
  const { id } = process.record;
  expect(desk.waiting()).toEqual([`watch_match ${id}`, `heartbeat ${id}`, `completion ${id}`]);
  const completion = desk.context.ports.store.queued().at(-1)?.eventId ?? "";
  expect(acknowledge(desk.context, [completion])).toBe(1);
  expect(desk.waiting()).toEqual([]);
  const second = desk.process();
  desk.raise(second, { type: "watch_match" });
  end(desk, second);
  expect(drain(desk.context, { type: "completion" }).map(({ event }) => event.type)).toEqual(["completion"]);
  expect(desk.waiting()).toEqual([]);
});

test("[QUEUE-6] nothing is said after the completion; the last words come before it, and before the record says that it has ended", () => {
  const desk = newDesk();
  const process = desk.process();
  const { id } = process.record;
  desk.raise(process, { type: "heartbeat" });
  acknowledge(
    desk.context,
    desk.context.ports.store.queued().map(({ eventId }) => eventId),
  );
  const record = join(desk.context.home, "procs", id, "record.json");
  const before = readFileSync(record, "utf8");
  const endedAtMs = desk.context.ports.clock.wall();
  process.record = { ...process.record, state: { phase: "ended", endedAtMs, outcome: { kind: "exited", code: 0 } } };
  desk.raise(process, { type: "not_ready" });
  expect(readFileSync(record, "utf8")).toBe(before); // A crash now would lose the completion otherwise.
  end(desk, process);
  desk.raise(process, { type: "watch_match" });
  desk.raise(process, { type: "heartbeat" });
  expect(desk.waiting()).toEqual([`not_ready ${id}`, `completion ${id}`]);
  enqueueCompletion(desk.context, {
    ...process,
    record: { ...process.record, notices: { ...process.record.notices, lastAtMs: endedAtMs + 1_000 } },
  });
  expect(desk.waiting()).toEqual([`not_ready ${id}`, `completion ${id}`]);
});

test("[QUEUE-10] an event that finds no queue directory is told, and is written when there is one again", () => {
  const one = newDesk();
  const queue = join(one.context.home, "queue");
  const { store } = one.context.ports;
  rmSync(queue, { recursive: true });
  one.raise(one.process(), { type: "ready" });
  store.flush();
  expect(one.events().map(({ type }) => type)).toEqual(["ready"]);
  mkdirSync(queue, { mode: 0o700 });
  store.flush();
  expect(one.next().events()).toEqual(one.events());
  acknowledge(
    one.context,
    store.queued().map(({ eventId }) => eventId),
  );
  expect([readdirSync(queue), one.next().events()]).toEqual([[], []]);
});
