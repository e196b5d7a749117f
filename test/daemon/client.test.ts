import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import type { ToldEvent } from "../../src/core/contract.ts";
import { CALLS_PER_CONNECTION_MAX } from "../../src/core/limits.ts";
import type { BellhopEvent } from "../../src/core/notify/event.ts";
import { eventOf } from "../support/fake-answers.ts";
import { until } from "../support/until.ts";
import { testClient, testDaemon } from "./harness.ts";

/** What this program runs with. */
const UMASK = Number.parseInt(/^Umask:\s*([0-7]+)$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? "", 8);

describe("a client has the interface of the registry", () => {
  test("[DMN-26] starts with the environment, directory and umask of this program, and what is asked for", async () => {
    const { bellhop, home } = await testDaemon();
    const env = { PATH: "/bin", A_SECRET_Name: "kept_as_it_is" };
    const client = await testClient(home, { env });
    const started = await client.start({
      command: "make",
      env: { X_Y: "1" },
      notifyOnComplete: true,
      sessionKey: "chat",
    });
    expect([started.id, started.sessionId, started.notifyOnComplete]).toEqual([
      "proc_000000000001",
      "proc_000000000001",
      true,
    ]);
    expect(bellhop.processes.get(started.id)?.options).toEqual({
      command: "make",
      env: { X_Y: "1" },
      notifyOnComplete: true,
      sessionKey: "chat",
      caller: { env, cwd: process.cwd(), umask: UMASK },
    });
  });

  test("[DMN-26] answers in the words of the library", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "make", ownerTaskId: "task-1" });
    bellhop.print(id, "one\ntwo\n");
    expect(await client.poll(id)).toEqual(await bellhop.poll(id));
    expect(await client.log(id, { limit: 1 })).toEqual(await bellhop.log(id, { limit: 1 }));
    expect(await client.list({ taskId: "task-1" })).toEqual(await bellhop.list({ taskId: "task-1" }));
    expect(await client.list({ taskId: "task-2" })).toEqual([]);
    expect(await client.get(id)).toEqual(await bellhop.get(id));
    expect(await client.get("nothing")).toBeNull();
    expect(await client.wait(id, { timeoutSeconds: 0.01 })).toMatchObject({ status: "timeout", processRunning: true });
    expect(await client.kill(id, { source: "me" })).toMatchObject({
      status: "killed",
      terminationSource: "me",
      exitCode: -15,
    });
    expect(await client.wait(id)).toMatchObject({ status: "exited", exitCode: -15 });
    expect(await client.restart(id)).toMatchObject({ id: "proc_000000000002", status: "running" });
    expect(await client.restart("nothing")).toMatchObject({ status: "not_found" });
    expect(await client.remove(id)).toEqual({ status: "removed", sessionId: id });
  });

  test("[DMN-26] types text and bytes", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "cat", stdin: "pipe" });
    await client.write(id, "añ");
    await client.write(id, Uint8Array.of(0, 255, 10));
    await client.submit(id, "yes");
    await client.closeStdin(id);
    expect(bellhop.processes.get(id)?.input).toBe(`${Buffer.from("añ").toString("latin1")}\0\u00ff\nyes\n`);
  });

  test("[DMN-9] rejects with the daemon's errors", async () => {
    const { home } = await testDaemon();
    const client = await testClient(home);
    await expect(client.start({ command: "fail" })).rejects.toMatchObject({
      code: "start_failed",
      name: "BellhopError",
    });
    await expect(client.wait("proc_0001", { timeoutSeconds: -1 })).rejects.toMatchObject({
      code: "invalid_argument",
      message: "timeout_seconds must be a number of seconds above 0; got -1.",
    });
    await expect(client.call("follow", { session_id: "x" })).rejects.toMatchObject({ code: "not_found" });
    await expect(client.call("pending", {})).rejects.toMatchObject({ code: "invalid_argument" });
  });

  test("[DMN-7] follows, and stops when its signal aborts", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "make" });
    const enough = new AbortController();
    const seen: string[] = [];
    const following = (async () => {
      for await (const { text } of client.follow(id, { signal: enough.signal })) seen.push(text);
    })();
    bellhop.print(id, "one\n");
    await until(() => seen.length === 1);
    enough.abort();
    await following;
    await until(() => bellhop.asking === 0, { what: "the end of the stream in the daemon" });
    expect(seen).toEqual(["one\n"]);
  });

  test("[DMN-18] a follower that reads slowly holds up its own stream only", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "yes" });
    bellhop.print(id, "0123456789abcde\n".repeat(4 * 1024 * 1024));
    bellhop.finish(id);
    let bytes = 0;
    for await (const { text } of client.follow(id)) {
      bytes += text.length;
      if (bytes === text.length) {
        await until(async () => {
          const before = bellhop.followed;
          for (let round = 0; round < 20; round++) await client.list();
          return bellhop.followed === before;
        });
        expect(bellhop.followed).toBeLessThan(200); // Of 1,024.
      }
    }
    expect(bytes).toBe(64 * 1024 * 1024);
  });

  test("[DMN-8] an aborted wait is given up by the daemon, and consumes nothing", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "make", notifyOnComplete: true });
    const enough = new AbortController();
    const waiting = client.wait(id, { signal: enough.signal });
    await until(() => bellhop.asking === 1);
    enough.abort();
    expect(await waiting).toMatchObject({ status: "interrupted" });
    expect(await client.wait(id, { signal: enough.signal })).toMatchObject({ status: "interrupted" });
    bellhop.finish(id);
    expect(bellhop.waiting).toHaveLength(1);
  });

  test("[DMN-27] asks as many things at once as it likes", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "make" });
    const waits = Array.from({ length: CALLS_PER_CONNECTION_MAX * 2 + 10 }, () => client.wait(id));
    await until(() => bellhop.asking === waits.length, { what: "all waits in progress" });
    expect(await client.poll(id)).toMatchObject({ status: "running" });
    bellhop.finish(id, 4);
    expect(new Set((await Promise.all(waits)).map(({ exitCode }) => exitCode))).toEqual(new Set([4]));
  });

  test("[DMN-28] a closed client has let go, and says so", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const { id } = await client.start({ command: "make" });
    const waiting = client.wait(id);
    const events = (async () => {
      for await (const told of client.events()) throw new Error(told.eventId);
    })();
    await until(() => bellhop.asking === 2);
    await client.close();
    await expect(waiting).rejects.toMatchObject({ code: "connection_lost" });
    await events;
    await expect(client.poll(id)).rejects.toMatchObject({
      code: "connection_lost",
      message: "This client was closed.",
    });
    await until(() => bellhop.asking === 0);
  });
});

describe("events", () => {
  test("[DMN-29] come as they happen and stay queued until acknowledged", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    bellhop.tell(eventOf("proc_a", "chat"));
    bellhop.tell(eventOf("proc_b", "other"));
    const taken: string[] = [];
    for await (const told of client.events({ sessionKey: "chat" })) {
      const { sessionId = "" } = told.event;
      if (taken.length === 0) bellhop.tell(eventOf("proc_c", "chat"));
      expect(told).toMatchObject(eventOf(sessionId, "chat"));
      expect([await told.acknowledge(), await told.acknowledge()]).toEqual([true, false]);
      taken.push(sessionId);
      if (taken.length === 2) break;
    }
    expect(taken).toEqual(["proc_a", "proc_c"]);
    expect(bellhop.waiting.map(({ event }) => event.sessionId)).toEqual(["proc_b"]);
  });

  test("[DMN-30] a drain takes what it gives; of two at the same time, one gets each event", async () => {
    const { bellhop, home } = await testDaemon();
    const clients = [await testClient(home), await testClient(home), await testClient(home)];
    const all = Array.from({ length: 200 }, (_, index) => eventOf(`proc_${index}`));
    for (const told of all) bellhop.tell(told);
    const drained = await Promise.all(clients.map((client) => client.drain()));
    const ids = drained.flat().map(({ eventId }) => eventId);
    expect(ids.toSorted()).toEqual(all.map(({ eventId }) => eventId).toSorted());
    expect(bellhop.waiting).toEqual([]);
  });

  test("[DMN-30] a drain of more than a message holds gives all of it", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    const text = "x".repeat(200_000);
    for (let index = 0; index < 100; index++) bellhop.tell({ ...eventOf(`proc_${index}`), text });
    expect(await client.pending()).toHaveLength(100);
    expect(await client.drain()).toHaveLength(100);
    for (let index = 0; index < 100; index++) bellhop.tell({ ...eventOf(`proc_${index}`), text });
    const first = (await client.call("drain", {})) as { events: ToldEvent[]; more?: true };
    expect({
      more: first.more,
      some: first.events.length > 0,
      rest: first.events.length + bellhop.waiting.length,
    }).toEqual({
      more: true,
      some: true,
      rest: 100,
    });
  });

  test("[DMN-30] only a true of ownsEvent takes an event", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home);
    for (const id of ["proc_yes", "proc_no", "proc_throws"]) bellhop.tell(eventOf(id, "chat"));
    const ownsEvent = ({ sessionId }: BellhopEvent): boolean => {
      if (sessionId === "proc_throws") throw new Error("no idea");
      return sessionId === "proc_yes";
    };
    expect((await client.drain({ ownsEvent })).map(({ event }) => event.sessionId)).toEqual(["proc_yes"]);
    expect(bellhop.waiting.map(({ event }) => event.sessionId)).toEqual(["proc_no", "proc_throws"]);
  });
});

test("[DMN-31] a connection keeps its program alive only while something is asked", async () => {
  const { home, bellhop } = await testDaemon({ version: await versionOfPackage() });
  const { id } = await bellhop.start({ command: "sleep" });
  const script = `
    import { connect } from ${JSON.stringify(new URL("../../dist/surfaces/client/connect.js", import.meta.url).href)};
    const remote = await connect({ home: ${JSON.stringify(home)}, start: false });
    console.log((await remote.poll("${id}")).status);
    const { exitCode } = await remote.wait("${id}");
    console.log(exitCode);
  `;
  const program = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  program.stdout.on("data", (text: Buffer) => (said += text.toString()));
  await until(() => bellhop.asking === 1, { what: "the wait" });
  expect(program.exitCode).toBeNull();
  bellhop.finish(id, 7);
  const [code] = (await once(program, "close")) as [number];
  expect({ code, said }).toEqual({ code: 0, said: "running\n7\n" });
});

async function versionOfPackage(): Promise<string> {
  const { packageVersion } = await import("../../src/base/version.ts");
  return packageVersion();
}
