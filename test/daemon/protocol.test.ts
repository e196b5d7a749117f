import { describe, expect, test } from "vitest";

import { eventOf } from "../support/fake-answers.ts";
import { until } from "../support/until.ts";
import { testDaemon } from "./harness.ts";
import { RawClient } from "./raw-client.ts";

const CALLER = { env: { A_B: "1" }, cwd: "/tmp", umask: 0o22 };

describe("a conversation", () => {
  test("[DMN-4] begins with hello and tells who answers", async () => {
    const { path, home } = await testDaemon();
    const client = new RawClient(path);
    client.say({ hello: { version: "1.0.0", protocol: 1 } });
    expect(await client.next()).toEqual({ hello: { version: "1.0.0", protocol: 1, pid: process.pid, home } });
    client.socket.destroy();
  });

  test("[DMN-5] a call gets one answer, in the words of the wire", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    const started = await client.ask("start", { command: "make", notify_on_complete: true, caller: CALLER });
    expect(started).toEqual({
      id: 1,
      result: {
        status: "running",
        session_id: "proc_000000000001",
        name: "",
        command: "make",
        cwd: "/",
        pid: 1,
        notify_on_complete: true,
        started_at: "2026-01-01T00:00:00.000Z",
      },
    });
    expect(bellhop.processes.get("proc_000000000001")?.options).toEqual({
      command: "make",
      notifyOnComplete: true,
      caller: CALLER,
    });
    expect(await client.ask("poll", { session_id: "proc_x" })).toEqual({
      id: 1,
      result: { status: "not_found", error: "No process with ID proc_x" },
    });
    client.socket.destroy();
  });

  test("[DMN-6] calls are answered as they are ready, not as they came", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    const { id } = await bellhop.start({ command: "make" });
    client.say({ id: 7, call: "wait", input: { session_id: id } });
    expect((await client.ask("poll", { session_id: id }, 8))["id"]).toBe(8);
    bellhop.finish(id, 3);
    expect(await client.next()).toMatchObject({ id: 7, result: { status: "exited", exit_code: 3 } });
    client.socket.destroy();
  });

  test("[DMN-7] a stream gives items and an end", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    const { id } = await bellhop.start({ command: "make" });
    client.say({ id: 2, call: "follow", input: { session_id: id } });
    bellhop.print(id, "one\n");
    expect(await client.next()).toEqual({ id: 2, item: { text: "one\n", cursor: 4 } });
    bellhop.print(id, "two\n");
    expect(await client.next()).toEqual({ id: 2, item: { text: "two\n", cursor: 8 } });
    bellhop.finish(id);
    expect(await client.next()).toEqual({ id: 2, end: true });
    client.socket.destroy();
  });

  test("[DMN-7] a stream that is cancelled ends", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    client.say({ id: 2, call: "events", input: {} });
    await until(() => bellhop.asking === 1);
    client.say({ cancel: 2 });
    expect(await client.next()).toEqual({ id: 2, end: true });
    expect(bellhop.asking).toBe(0);
    client.socket.destroy();
  });

  test("[DMN-8] a cancelled wait is answered, and consumes nothing", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    const { id } = await bellhop.start({ command: "make", notifyOnComplete: true });
    client.say({ id: 3, call: "wait", input: { session_id: id } });
    await until(() => bellhop.asking === 1);
    client.say({ cancel: 3 });
    expect(await client.next()).toMatchObject({ id: 3, result: { status: "interrupted", process_running: true } });
    bellhop.finish(id);
    expect(bellhop.waiting).toHaveLength(1);
    client.socket.destroy();
  });
});

describe("errors", () => {
  test("[DMN-9] an error has a code and a sentence, and the conversation goes on", async () => {
    const { path } = await testDaemon();
    const client = await RawClient.greeted(path);
    expect(await client.ask("start", { command: "fail", caller: CALLER })).toEqual({
      id: 1,
      error: { code: "start_failed", message: "The command could not be started." },
    });
    expect(await client.ask("poll", { session_id: 7 })).toEqual({
      id: 1,
      error: {
        code: "invalid_argument",
        message: "session_id must be an id, a unique prefix of one, or a name (1 to 128 characters); got 7.",
      },
    });
    for (const name of ["constructor", "__proto__", "nothing"]) {
      const { error } = await client.ask(name);
      expect(error).toMatchObject({
        code: "invalid_argument",
        message: expect.stringContaining(`no operation "${name}"`) as unknown,
      });
    }
    client.socket.destroy();
  });

  test("[DMN-9] a fault of ours is told as one, logged, and harms nobody else", async () => {
    const { path, said } = await testDaemon();
    const client = await RawClient.greeted(path);
    expect(await client.ask("start", { command: "crash", caller: CALLER })).toEqual({
      id: 1,
      error: { code: "internal", message: "a fault of the fake" },
    });
    expect(said.join()).toContain("The operation start failed: TypeError: a fault of the fake");
    expect(await client.ask("list")).toEqual({ id: 1, result: { processes: [] } });
    client.socket.destroy();
  });

  test("[DMN-10] a job gets its caller's environment, so a start without one is refused", async () => {
    const { path, bellhop } = await testDaemon();
    const client = await RawClient.greeted(path);
    const { error } = await client.ask("start", { command: "make" });
    expect(error).toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining("caller is missing") as unknown,
    });
    expect(bellhop.processes.size).toBe(0);
    client.socket.destroy();
  });
});

describe("the daemon itself", () => {
  test("[DMN-11] tells how it is", async () => {
    const { path, home, bellhop } = await testDaemon();
    await bellhop.start({ command: "make" });
    bellhop.tell(eventOf("proc_a"));
    const [client, other] = [await RawClient.greeted(path), await RawClient.greeted(path)];
    expect(await client.ask("daemon_status")).toEqual({
      id: 1,
      result: {
        running: true,
        pid: process.pid,
        version: "1.0.0",
        home,
        uptime_seconds: expect.any(Number) as unknown,
        connections: 2,
        running_processes: 1,
        pending_events: 1,
      },
    });
    client.socket.destroy();
    other.socket.destroy();
  });

  test("[DMN-12] stops when asked to, after the answer, and tells every client why and what was not begun", async () => {
    const { path, bellhop, left } = await testDaemon();
    const [client, other] = [await RawClient.greeted(path), await RawClient.greeted(path)];
    other.say({ id: 5, call: "events", input: {} });
    await until(() => bellhop.asking === 1);
    expect(await client.ask("daemon_stop", { reason: "enough" })).toEqual({
      id: 1,
      result: { status: "stopping", pid: process.pid },
    });
    expect(await client.next()).toEqual({ bye: { reason: "enough", seen: 1 } });
    expect(await other.next()).toEqual({ bye: { reason: "enough", seen: 5 } });
    expect(await left).toBe("enough");
    expect({ closed: bellhop.closed, asking: bellhop.asking }).toEqual({ closed: true, asking: 0 });
    await client.end();
    await other.end();
  });
});
