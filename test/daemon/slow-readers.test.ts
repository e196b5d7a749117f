import { expect, test } from "vitest";

import { until } from "../support/until.ts";
import { testDaemon } from "./harness.ts";
import { RawClient } from "./raw-client.ts";

const MIB = 1024 * 1024;

test("[DMN-18] a client that stops reading a stream stops only that stream, in bounded memory, and gets all of it in the end", async () => {
  const { path, bellhop } = await testDaemon();
  const { id } = await bellhop.start({ command: "yes" });
  bellhop.print(id, "0123456789abcde\n".repeat((64 * MIB) / 16));
  bellhop.finish(id);
  const slow = await RawClient.greeted(path);
  slow.socket.pause();
  slow.say({ id: 1, call: "follow", input: { session_id: id } });
  const other = await RawClient.greeted(path);
  await until(() => bellhop.followed > 0);
  let taken = -1;
  await until(async () => {
    const before = taken;
    taken = bellhop.followed;
    for (let round = 0; round < 20; round++) await other.ask("list");
    return before === taken;
  });
  // 256 KiB wait here, and what the kernel keeps for the socket.
  expect(bellhop.followed * 65_536).toBeLessThan(2 * MIB);
  expect(await other.ask("poll", { session_id: id })).toMatchObject({ result: { status: "exited" } });
  slow.socket.resume();
  await until(() => slow.messages.at(-1)?.["end"] === true, { what: "the rest of the stream" });
  expect(slow.messages.at(-2)).toMatchObject({ item: { cursor: 64 * MIB } });
  slow.socket.destroy();
  other.socket.destroy();
});

test("[DMN-18] a client that goes while its stream is paused lets go of it", async () => {
  const { path, bellhop } = await testDaemon();
  const { id } = await bellhop.start({ command: "yes" });
  bellhop.print(id, "x".repeat(16 * MIB));
  const slow = await RawClient.greeted(path);
  slow.socket.pause();
  slow.say({ id: 1, call: "follow", input: { session_id: id } });
  await until(() => bellhop.followed > 1);
  slow.socket.destroy();
  const other = await RawClient.greeted(path);
  await until(async () => (await other.ask("daemon_stop")) !== undefined);
  await other.end();
  expect(bellhop.asking).toBe(0);
});

test("[DMN-19] a client that leaves its answers unread is disconnected", async () => {
  const { path, bellhop } = await testDaemon({ limits: { unreadMaxBytes: 1 * MIB } });
  const { id } = await bellhop.start({ command: "yes" });
  bellhop.print(id, "x".repeat(100_000));
  const slow = await RawClient.greeted(path);
  slow.socket.pause();
  for (let call = 0; call < 100; call++) slow.say({ id: call, call: "log", input: { session_id: id } });
  const other = await RawClient.greeted(path);
  await until(async () => {
    const { result } = await other.ask("daemon_status");
    return (result as { connections: number }).connections === 1;
  });
  slow.socket.resume();
  await slow.end();
  expect(slow.messages.length).toBeLessThan(100);
  other.socket.destroy();
});

test("[DMN-20] an answer that no client would take is an error instead", async () => {
  const { path, bellhop } = await testDaemon({ limits: { messageMaxBytes: 10_000 } });
  const { id } = await bellhop.start({ command: "yes" });
  bellhop.print(id, "x".repeat(20_000));
  const client = await RawClient.greeted(path);
  expect(await client.ask("log", { session_id: id })).toEqual({
    id: 1,
    error: { code: "invalid_argument", message: "The answer is longer than 10000 bytes; ask for less at a time." },
  });
  client.say({ id: 2, call: "follow", input: { session_id: id } });
  expect(await client.next()).toMatchObject({ id: 2, error: { code: "invalid_argument" } });
  client.socket.destroy();
});
