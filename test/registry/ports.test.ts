import { createServer } from "node:http";
import { networkInterfaces, tmpdir } from "node:os";

import { expect, onTestFinished, test } from "vitest";

import type { StartOptions } from "../../src/core/contract.ts";
import { matching } from "../support/matchers.ts";
import { pollOf, startPlain, testRegistry } from "../support/registry.ts";
import { freePort, portOf, serving } from "../support/servers.ts";
import { until } from "../support/until.ts";

test("[READY-7] poll, list and show tell the ports of the whole tree", async () => {
  const registry = await testRegistry();
  const [one, two] = [await freePort(), await freePort()].toSorted((a, b) => a - b) as [number, number];
  const { id } = await startPlain(registry, `${serving(two)} & ${serving(one)}`);
  const other = await startPlain(registry, "sleep 60");
  await until(async () => (await pollOf(registry, id)).ports?.length === 2);
  expect((await registry.list()).map(({ sessionId, ports }) => [sessionId, ports])).toEqual([
    [id, [one, two]],
    [other.id, undefined],
  ]);
  expect([(await registry.get(id))?.ports, (await registry.get(other.id))?.ports]).toEqual([[one, two], undefined]);
});

test("[READY-7] a server that was left over still has its port, until it is gone", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const { id } = await startPlain(registry, `${serving(port)} & sleep 0.5`);
  await registry.wait(id);
  await until(async () => (await pollOf(registry, id)).ports);
  expect(await pollOf(registry, id)).toMatchObject({ status: "exited", ports: [port] });
  await registry.kill(id);
  await until(async () => (await pollOf(registry, id)).ports === undefined);
});

test("[READY-8] starting what already runs says so", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const start = (options: Partial<StartOptions> = {}) => startPlain(registry, serving(port), { cwd: "/", ...options });
  const first = await start({ ownerTaskId: "task", sessionKey: "chat" });
  await until(async () => (await pollOf(registry, first.id)).ports);
  const answers = {
    "same owner": await start({ ownerTaskId: "task" }),
    "same conversation": await start({ ownerTaskId: "other", sessionKey: "chat" }),
    stranger: await start({ ownerTaskId: "stranger" }),
    nobody: await start(),
    "another directory": await start({ ownerTaskId: "task", cwd: tmpdir() }),
  };
  expect(first.alreadyRunning).toBeUndefined();
  expect(answers["same owner"]).toMatchObject({
    status: "running",
    alreadyRunning: [first.id],
    note: matching(new RegExp(`^${first.id} \\(listens on ${port}\\) already runs the same command`)),
  });
  expect(answers["same conversation"].alreadyRunning).toEqual([first.id]);
  expect([answers.stranger, answers.nobody, answers["another directory"]].map((one) => one.alreadyRunning)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("[READY-8] commands that differ in a secret only are different, and one that has ended does not run", async () => {
  const registry = await testRegistry();
  const command = (secret: string) => `: --password=${secret}; sleep 60`;
  const first = await startPlain(registry, command("hunter2hunter2"));
  const second = await startPlain(registry, command("swordfish1234"));
  const third = await startPlain(registry, command("swordfish1234"));
  await registry.kill(first.id);
  const fourth = await startPlain(registry, command("hunter2hunter2"));
  expect([second, third, fourth].map((one) => one.alreadyRunning)).toEqual([undefined, [second.id], undefined]);
});

test("[READY-10] with notify_on_complete nothing is watched for, and the answer says why", async () => {
  const registry = await testRegistry();
  const both = await startPlain(registry, "sleep 60", { watchPatterns: ["ERROR"], notifyOnComplete: true });
  const watched = await startPlain(registry, "sleep 61", { watchPatterns: ["ERROR"], heartbeatSeconds: 5 });
  expect(both.watchPatternsIgnored).toMatch(/notify_on_complete.*duplicate notifications/);
  expect([both.watchPatterns, (await registry.get(both.id))?.watchPatterns]).toEqual([undefined, []]);
  expect(watched).toMatchObject({ watchPatterns: ["ERROR"], heartbeatSeconds: 60 });
  expect(watched.watchPatternsIgnored).toBeUndefined();
  expect(await registry.get(watched.id)).toMatchObject({ watchPatterns: ["ERROR"], heartbeatSeconds: 60 });
});

test.each<readonly [options: Record<string, unknown>, message: RegExp]>([
  [{ watchPatterns: "ERROR" }, /list/],
  [{ watchPatterns: [""] }, /empty/],
  [{ watchPatterns: ["/(/"] }, /no regular expression/],
  [{ heartbeatSeconds: -1 }, /^heartbeatSeconds must be a number of seconds from 0/],
  [{ heartbeatSeconds: Number.NaN }, /^heartbeatSeconds/],
  [{ ready: 3000 }, /^ready must be one of \{port\}, \{pattern\}, \{http\}; got 3000/],
  [{ ready: {} }, /^ready must be one of/],
  [{ ready: { port: 1, pattern: "a" } }, /^ready must be one of/],
  [{ ready: { file: "a" } }, /^ready must be one of .*got "\{file\}"/],
  [{ ready: { port: 0 } }, /^ready.port must be a whole number from 1 to 65535; got 0/],
  [{ ready: { port: "3000" } }, /^ready.port/],
  [{ ready: { pattern: 3 } }, /text; got number/],
  [{ ready: { http: "localhost:3000" } }, /^ready.http must be an http/],
  [{ ready: { http: "http://example.com/" } }, /^ready.http must be a URL of this host/],
  [{ ready: { http: "http://me:secret@localhost/" } }, /^ready.http must be a URL without a user(?!.*secret)/],
  [{ readyTimeoutSeconds: 0 }, /^readyTimeoutSeconds/],
  [{ readyTimeoutSeconds: 1e9 }, /^readyTimeoutSeconds/],
  [{ watcher: "chat" }, /^watcher must be an object/],
  [{ watcher: { chat: "a" } }, /^watcher must be an object with platform, .*interval; got "\{chat\}"/],
  [{ watcher: { chatId: 5 } }, /^watcher.chatId must be a text/],
  [{ watcher: { interval: -5 } }, /^watcher.interval/],
  [{ onExit: "a\0b" }, /^onExit must be a text without NUL/],
  [{ notifyUrl: "ftp://localhost/" }, /^notifyUrl must be an http/],
  [{ notifySecret: 5 }, /^notifySecret/],
])("[READY-9] %j is refused before anything is started", async (options, message) => {
  const registry = await testRegistry();
  await expect(startPlain(registry, "sleep 60", options)).rejects.toMatchObject({
    code: "invalid_argument",
    message: matching(message),
  });
  expect(await registry.list()).toEqual([]);
});

test("[READY-3] a stranger on another address of the same port is not asked", async () => {
  const registry = await testRegistry();
  let asked = 0;
  const server = createServer((_, answer) => answer.end(String((asked += 1))));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const port = portOf(server);
  const { id } = await startPlain(registry, serving(port, { host: "::1" }), {
    ready: { http: `http://localhost:${port}/` },
  });
  await until(async () => (await pollOf(registry, id)).ready === "ready");
  expect(asked).toBe(0);
});

test("[READY-5] a stranger on an address that nobody means is in nobody's way", async () => {
  const [address] = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  const registry = await testRegistry();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, address?.address ?? "127.0.0.2", resolve));
  onTestFinished(() => void server.close());
  const port = portOf(server);
  const { id } = await startPlain(registry, `sleep 4; ${serving(port)}`, { ready: { port } });
  await until(async () => (await pollOf(registry, id)).ready !== "pending");
  expect((await pollOf(registry, id)).ready).toBe("ready");
});
