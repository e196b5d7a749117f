import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness, brokenPipe } from "./harness.ts";

function two(): Harness {
  const harness = new Harness();
  harness.remote.queue("e1", "First\u001b[2J ended.\n", { session_key: "s1" });
  harness.remote.queue("e2", "Second ended.", { owner_task_id: "t1" });
  return harness;
}

function waiting(harness: Harness): readonly string[] {
  return harness.remote.events.map((event) => event.event_id);
}

describe("events", () => {
  test("[CLI-18, CLI-10] prints what waits, and leaves it", async () => {
    const harness = two();
    expect(await harness.run("events")).toEqual({ code: 0, out: "First\\e[2J ended.\n\nSecond ended.\n\n", err: "" });
    expect(waiting(harness)).toEqual(["e1", "e2"]);
  });

  test.each([
    [["--session", "s1"], { session_key: "s1" }],
    [["--owner", "t1"], { owner_task_id: "t1" }],
    [["--type", "completion"], { type: "completion" }],
  ])("%j narrows", async (options, input) => {
    const harness = two();
    await harness.run("events", ...options);
    await harness.run("drain", ...options);
    expect(harness.remote.calls).toEqual([
      ["pending", input],
      ["drain", input],
    ]);
  });

  test("[CLI-18] --follow takes each once it is printed, and goes on", async () => {
    const harness = two();
    const following = harness.run("events", "--follow");
    await until(() => waiting(harness).length === 0);
    harness.remote.queue("e3", "Third ended.", {
      type: "watch_match",
      pattern: "ERR",
      output: "ERR\u001b[2J 1\nERR 2",
    });
    await until(() => waiting(harness).length === 0);
    const ended = "proc_eeee00000001 exited 0\n";
    expect(harness.out).toBe(`${ended}${ended}proc_eeee00000001 matched "ERR": ERR\\e[2J 1\n`);
    harness.interrupt();
    expect((await following).code).toBe(130);
    expect(harness.listens).toBe(false);
  });

  test("[CLI-18, CLI-15] what nobody could read stays queued", async () => {
    const harness = two();
    harness.outError = brokenPipe();
    expect(await harness.run("events", "--follow")).toEqual({ code: 0, out: "", err: "" });
    expect(waiting(harness)).toEqual(["e1", "e2"]);
  });

  test("[CLI-6] --json prints one event a line", async () => {
    const { out } = await two().run("events", "--json");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual(two().remote.events);
  });
});

describe("drain", () => {
  test("takes all, however many answers that needs", async () => {
    const harness = two();
    const told = (id: string) => ({ event_id: id, event: {}, text: `${id} ended.` });
    const answers = [{ events: [told("e1")], more: true }, { events: [told("e2")] }];
    harness.remote.answers.set("drain", () => answers.shift());
    expect(await harness.run("drain")).toEqual({ code: 0, out: "e1 ended.\n\ne2 ended.\n\n", err: "" });
  });

  test("[CLI-6] --json is one answer", async () => {
    const harness = two();
    const { events } = two().remote;
    expect(JSON.parse((await harness.run("drain", "--json")).out)).toEqual({ events });
    expect(waiting(harness)).toEqual([]);
  });

  test("[CLI-2] prints nothing when nothing waits", async () => {
    expect(await new Harness().run("drain")).toEqual({ code: 0, out: "", err: "" });
  });
});
