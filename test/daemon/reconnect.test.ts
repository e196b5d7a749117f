import { createServer } from "node:net";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { ToldEvent } from "../../src/core/contract.ts";
import { RECONNECTS_MAX } from "../../src/core/limits.ts";
import { eventOf } from "../support/fake-answers.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { testClient, testDaemon, type TestDaemon } from "./harness.ts";

/** The same home again, in a new daemon; the first one is gone. */
async function replace(daemon: TestDaemon): Promise<TestDaemon> {
  await daemon.stop();
  return testDaemon({ bellhop: daemon.bellhop });
}

test("[DMN-32] a call in progress is told that it may have been done; the next one finds the next daemon", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  const { id } = await client.start({ command: "make" });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const { kill } = first.bellhop;
  first.bellhop.kill = async (asked) => {
    await held;
    return kill.call(first.bellhop, asked);
  };
  const killing = client.kill(id);
  const settled = killing.catch((error: unknown) => error);
  await client.list(); // The kill has arrived before it.
  await replace(first);
  expect(await settled).toMatchObject({
    code: "connection_lost",
    message:
      "The connection to the daemon ended (The test stopped it.) before kill was answered: it may have been done; look before you repeat it.",
  });
  expect(await client.poll(id)).toMatchObject({ status: "running" });
  release();
});

test("[DMN-33] a wait goes on with the next daemon, for the rest of its time", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  const { id } = await client.start({ command: "make" });
  const waiting = client.wait(id, { timeoutSeconds: 60 });
  const short = client.wait(id, { timeoutSeconds: 0.3 });
  await until(() => first.bellhop.asking === 2);
  const second = await replace(first);
  expect(await short).toMatchObject({ status: "timeout" });
  second.bellhop.finish(id, 5);
  expect(await waiting).toMatchObject({ status: "exited", exitCode: 5 });
});

test("[DMN-34] a follower goes on behind what it has", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  const { id } = await client.start({ command: "make" });
  let seen = "";
  const following = (async () => {
    for await (const { text } of client.follow(id)) seen += text;
  })();
  for (let line = 0; line < 3; line++) first.bellhop.print(id, `${line}\n`);
  await until(() => seen === "0\n1\n2\n");
  const second = await replace(first);
  for (let line = 3; line < 6; line++) second.bellhop.print(id, `${line}\n`);
  second.bellhop.finish(id);
  await following;
  expect(seen).toBe("0\n1\n2\n3\n4\n5\n");
});

test("[DMN-35] a subscription goes on, with no event lost and none given twice", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  const told: string[] = [];
  const subscription = (async () => {
    for await (const event of client.events()) {
      told.push(event.event.sessionId ?? "");
      if (event.event.sessionId !== "proc_kept") await event.acknowledge();
      if (told.length === 4) return;
    }
  })();
  first.bellhop.tell(eventOf("proc_kept"));
  first.bellhop.tell(eventOf("proc_a"));
  await until(() => told.length === 2);
  await first.stop();
  first.bellhop.tell(eventOf("proc_meanwhile"));
  const second = await testDaemon({ bellhop: first.bellhop });
  second.bellhop.tell(eventOf("proc_b"));
  await subscription;
  expect(told).toEqual(["proc_kept", "proc_a", "proc_meanwhile", "proc_b"]);
  await until(() => second.bellhop.waiting.length === 1);
});

test("[DMN-36] what was not begun when the daemon left is asked again; a start runs once", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  await client.list();
  const stopped = first.stop();
  const starts = Promise.allSettled(Array.from({ length: 20 }, () => client.start({ command: "make" })));
  await stopped;
  const second = await testDaemon({ bellhop: first.bellhop });
  const done = await starts;
  const ids = done.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
  const lost = done.filter((one) => one.status === "rejected").length;
  expect([ids.length + lost, second.bellhop.processes.size]).toEqual([20, ids.length]);
});

test("[DMN-30] events that a drain has in hand are not given again when the connection breaks", async () => {
  const first = await testDaemon();
  const client = await testClient(first.home);
  const all = [eventOf("proc_a"), eventOf("proc_b")];
  all.forEach((told) => first.bellhop.tell(told));
  const { acknowledge } = first.bellhop;
  let second: Promise<TestDaemon> | undefined;
  first.bellhop.acknowledge = async (ids) => {
    first.bellhop.acknowledge = acknowledge;
    const taken = await acknowledge.call(first.bellhop, ids);
    second = replace(first);
    await new Promise(() => undefined);
    return taken;
  };
  const drained: readonly ToldEvent[] = await client.drain();
  expect(drained).toEqual(all);
  expect(await client.drain()).toEqual([]);
  await second;
});

test("[DMN-37] a daemon that dies of the question is not asked for ever", async () => {
  const home = temporaryDirectory();
  let asked = 0;
  const server = createServer((socket) => {
    socket.write(`${JSON.stringify({ hello: { version: "1.0.0", protocol: 1, pid: 1, home } })}\n`);
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      if (!chunk.includes('"call"')) return;
      asked++;
      socket.destroy();
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(join(home, "daemon.sock"), resolve));
  const client = await testClient(home);
  await expect(client.wait("proc_0001")).rejects.toMatchObject({ code: "connection_lost" });
  expect(asked).toBe(RECONNECTS_MAX + 1);
});
