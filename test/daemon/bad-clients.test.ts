import { spawn } from "node:child_process";
import { once } from "node:events";

import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";

import { until } from "../support/until.ts";
import { FakeClock } from "./fake-clock.ts";
import { testDaemon } from "./harness.ts";
import { RawClient } from "./raw-client.ts";

/** What is not a message, and what the daemon says to it. */
const MALFORMED: readonly (readonly [what: string, line: string, sentence: string])[] = [
  ["no JSON", "what is this?\n", "A message must be a line with one JSON object."],
  ["half a message", '{"id":1,\n', "A message must be a line with one JSON object."],
  ["an empty line", "\n", "A message must be a line with one JSON object."],
  ["an array", "[1]\n", "A message must be a line with one JSON object."],
  ["null", "null\n", "A message must be a line with one JSON object."],
  ["no id", '{"call":"list"}\n', "id must be a whole number, 0 or more."],
  ["an id that is a text", '{"id":"1","call":"list"}\n', "id must be a whole number, 0 or more."],
  ["an id that no number holds", '{"id":1e999,"call":"list"}\n', "id must be a whole number, 0 or more."],
  ["a call that is a number", '{"id":1,"call":2}\n', "call must be the name of an operation."],
  ["a cancel of nothing", '{"cancel":null}\n', "cancel must be the id of a call."],
  ["bytes that are no text", "\u00ff\u00fe\n", "A message must be a line with one JSON object."],
];

describe("malformed frames", () => {
  test.each(MALFORMED)("[DMN-13] %s is answered with an error, and ends the conversation", async (_, line, message) => {
    const { path } = await testDaemon();
    const [client, other] = [await RawClient.greeted(path), await RawClient.greeted(path)];
    client.say(line);
    expect(await client.next()).toEqual({ error: { code: "protocol", message } });
    await client.end();
    expect(await other.ask("list")).toEqual({ id: 1, result: { processes: [] } });
    other.socket.destroy();
  });

  test("[DMN-13] a call before hello, and an id that is in use, too", async () => {
    const { path, bellhop } = await testDaemon();
    const early = new RawClient(path);
    early.say({ id: 1, call: "list", input: {} });
    expect(await early.next()).toEqual({ error: { code: "protocol", message: "The first message must be hello." } });
    const twice = await RawClient.greeted(path);
    twice.say({ id: 1, call: "events", input: {} });
    await until(() => bellhop.asking === 1);
    twice.say({ id: 1, call: "list", input: {} });
    expect(await twice.next()).toMatchObject({ error: { code: "protocol" } });
    await until(() => bellhop.asking === 0, { what: "the end of the stream" });
    await twice.end();
  });

  test("[DMN-2] a line of 10 MB is refused, and the sentence arrives although the client is still writing", async () => {
    const { path } = await testDaemon();
    const client = await RawClient.greeted(path);
    client.say(`{"id":1,"call":"poll","input":{"session_id":"${"x".repeat(10_000_000)}"}}\n`);
    expect(await client.next()).toEqual({
      error: { code: "protocol", message: "A line is longer than 8388608 bytes." },
    });
    await client.end();
  });

  test("[DMN-14] whatever comes, the daemon answers the next one", async () => {
    const { path, said } = await testDaemon({ limits: { goodbyeMs: 5 } });
    const rest = fc.record({
      id: fc.jsonValue(),
      call: fc.constantFrom("poll", "wait", "events", "daemon_status", "x"),
      input: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.json(),
            fc.string(),
            rest.map((one) => JSON.stringify(one)),
          ),
        ),
        async (lines) => {
          const client = await RawClient.greeted(path);
          client.say(`${lines.join("\n")}\n`);
          client.socket.end();
          await client.end();
        },
      ),
      { numRuns: 200 },
    );
    const client = await RawClient.greeted(path);
    expect(await client.ask("list")).toEqual({ id: 1, result: { processes: [] } });
    client.socket.destroy();
    expect(said).toEqual([]);
  });
});

describe("clients that go or never speak", () => {
  test("[DMN-15] a client that is killed in a wait consumes nothing, and what it asked is given up", async () => {
    const { path, bellhop } = await testDaemon();
    const { id } = await bellhop.start({ command: "make", notifyOnComplete: true });
    const script = `
      const socket = require("node:net").connect(${JSON.stringify(path)});
      socket.write('{"hello":{"version":"1.0.0","protocol":1}}\\n{"id":1,"call":"wait","input":{"session_id":"${id}"}}\\n');
    `;
    const client = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
    await until(() => bellhop.asking === 1, { what: "the wait" });
    client.kill("SIGKILL");
    await once(client, "close");
    await until(() => bellhop.asking === 0, { what: "the end of the wait" });
    bellhop.finish(id);
    expect({ waiting: bellhop.waiting.length, consumed: bellhop.processes.get(id)?.consumed }).toEqual({
      waiting: 1,
      consumed: false,
    });
  });

  test("[DMN-16] 1,000 connections that say nothing are told to go, and do not keep others out of the daemon", async () => {
    const clock = new FakeClock();
    const { path } = await testDaemon({ clock, limits: { connectionsMax: 1_100, helloDeadlineMs: 10_000 } });
    const silent = Array.from({ length: 1_000 }, () => new RawClient(path));
    onTestFinished(() => silent.forEach((client) => client.socket.destroy()));
    await until(() => clock.waiting >= 1_000, { what: "1,000 connections" });
    const client = await RawClient.greeted(path);
    clock.advance(10_000);
    expect(await silent[999]?.next()).toEqual({ error: { code: "protocol", message: "No hello came within 10 s." } });
    await until(() => silent.every((one) => one.messages.length > 0 || one.closed), { what: "an answer for each" });
    clock.advance(1_000);
    await until(() => silent.every((one) => one.closed), { what: "the end of each" });
    await until(async () => {
      const { result } = await client.ask("daemon_status");
      return (result as { connections: number }).connections === 1;
    });
    client.socket.destroy();
  });

  test("[DMN-16] half a hello is no hello", async () => {
    const clock = new FakeClock();
    const { path } = await testDaemon({ clock });
    const client = new RawClient(path);
    client.say('{"hello":');
    await until(() => clock.waiting === 1);
    clock.advance(10_000);
    expect(await client.next()).toMatchObject({ error: { code: "protocol" } });
    client.socket.destroy();
  });
});

describe("too much at once", () => {
  test("[DMN-17] a client too many is told so", async () => {
    const { path } = await testDaemon({ limits: { connectionsMax: 2 } });
    const clients = [await RawClient.greeted(path), await RawClient.greeted(path)];
    const third = new RawClient(path);
    expect(await third.next()).toEqual({
      error: { code: "daemon_unreachable", message: "The daemon has 2 clients, which is its most; close some." },
    });
    await third.end();
    clients.forEach((client) => client.socket.destroy());
    await until(async () => (await RawClient.greeted(path)).socket.destroy() !== undefined, { what: "room again" });
  });

  test("[DMN-17] a call too many ends the conversation that asks for it", async () => {
    const { path, bellhop } = await testDaemon({ limits: { callsMax: 3 } });
    const client = await RawClient.greeted(path);
    for (const id of [1, 2, 3, 4]) client.say({ id, call: "events", input: {} });
    expect(await client.next()).toEqual({
      error: {
        code: "protocol",
        message: "A connection may have 3 calls in progress; wait for answers, or open another connection.",
      },
    });
    await client.end();
    await until(() => bellhop.asking === 0);
  });
});
