import { expect, test } from "vitest";

import type { NotReadyEvent, ReadyEvent } from "../../src/core/notify/event.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { anyNumber, matching } from "../support/matchers.ts";
import { logOf, pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { freePort, listenOn, portOf, serving } from "../support/servers.ts";
import { until } from "../support/until.ts";

type Told = ReadyEvent | NotReadyEvent;

async function toldOf(registry: Registry, id: string): Promise<Told[]> {
  const waiting = await registry.pending();
  return waiting
    .map(({ event }) => event)
    .filter((event) => event.type === "ready" || event.type === "not_ready")
    .filter((event) => event.sessionId === id);
}

async function firstOf(registry: Registry, id: string): Promise<Told> {
  return until(async () => (await toldOf(registry, id))[0], { what: "ready or not_ready" });
}

test("[READY-1] a server is ready when it listens, and that is told once, with what it printed", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const { id } = await startPlain(registry, `sleep 0.2; ${serving(port)}`, { ready: { port }, sessionKey: "chat" });
  expect(await pollOf(registry, id)).toMatchObject({ ready: "pending" });
  expect(await firstOf(registry, id)).toMatchObject({
    type: "ready",
    sessionKey: "chat",
    condition: `port ${port}`,
    ports: [port],
    elapsed: anyNumber(),
  });
  expect([
    (await pollOf(registry, id)).ready,
    (await registry.list())[0]?.ready,
    (await registry.get(id))?.ready,
  ]).toEqual(["ready", "ready", "ready"]);
  expect(await toldOf(registry, id)).toHaveLength(1);
});

const python = (port: number, host: string) => `python3 -m http.server --bind ${host} ${port}`;

test.each<readonly [what: string, command: (port: number) => string]>([
  ["on IPv6", (port) => python(port, "::1")],
  ["on every address", (port) => python(port, "0.0.0.0")],
  [
    "that forked twice and left its session",
    (port) => `(setsid sh -c '${python(port, "127.0.0.1")} & exit' &) ; sleep 60`,
  ],
  ["in a pipeline", (port) => `${serving(port)} | cat`],
])("[READY-1] a server %s is of the tree", async (_, command) => {
  const registry = await testRegistry();
  const port = await freePort();
  const { id } = await startPlain(registry, command(port), { ready: { port } });
  expect(await firstOf(registry, id)).toMatchObject({ type: "ready", ports: [port] });
});

test("[READY-11] a server in a network namespace of its own is found there", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const command = `true; unshare --net --fork ${python(port, "0.0.0.0")}; true`;
  const { id } = await startPlain(registry, command, { ready: { port } });
  expect(await firstOf(registry, id)).toMatchObject({ type: "ready", ports: [port] });
  expect((await registry.get(id))?.ports).toEqual([port]);
});

test.each<readonly [what: string, command: string, pattern: string]>([
  ["a line", "echo starting; sleep 0.2; echo now listening on 3000; sleep 60", "listening"],
  ["an expression", "echo 'Local: http://localhost:5173/'; sleep 60", "/http:\\/\\/localhost:\\d+/"],
  ["an unfinished line", "printf 'ready> '; sleep 60", "ready>"],
  ["the last line", "echo ready", "ready"],
])("[READY-2] %s is what was waited for", async (_, command, pattern) => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, command, { ready: { pattern } });
  expect(await firstOf(registry, id)).toMatchObject({ type: "ready", condition: `pattern ${JSON.stringify(pattern)}` });
});

test("[READY-2] a line that comes in two halves is matched as a whole, and one behind much output is found", async () => {
  const registry = await testRegistry();
  const command = "head -c 3000000 /dev/zero | tr '\\0' x; echo; printf 'lis'; sleep 0.6; echo 'tening'; sleep 60";
  const { id } = await startPlain(registry, command, { ready: { pattern: "/^listening$/" } });
  expect(await firstOf(registry, id)).toMatchObject({ type: "ready" });
});

test("[READY-3] a page that answers below 500 is ready, and one that does not is asked again", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const [missing, broken] = [await freePort(), await freePort()];
  const http = (port: number) => ({ http: `http://localhost:${port}/health` });
  const one = await startPlain(registry, serving(missing, { status: 404 }), { ready: http(missing) });
  expect(await firstOf(registry, one.id)).toMatchObject({ type: "ready", condition: http(missing).http });
  const other = await startPlain(registry, serving(broken, { status: 503 }), { ready: http(broken) });
  await until(async () => /asked\nasked/.test((await logOf(registry, other.id)).output));
  clock.advance(120_000);
  expect(await firstOf(registry, other.id)).toMatchObject({
    type: "not_ready",
    why: "timeout",
    message: `${other.id} was not ready (${http(broken).http}) within 120 s, and runs on. The page answered with 503.`,
  });
});

test("[READY-4] one that ends first is not ready, and its last lines are told", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const { id } = await startPlain(registry, "echo cannot find config; exit 3", {
    ready: { port },
    notifyOnComplete: true,
  });
  expect(await firstOf(registry, id)).toMatchObject({
    type: "not_ready",
    why: "ended",
    message: `${id} ended with code 3 before it was ready (port ${port}).`,
    output: matching(/cannot find config/),
  });
  const types = async () => (await registry.pending()).map(({ event }) => event.type);
  await until(async () => (await types()).length === 2, { what: "its completion" });
  expect([await types(), (await pollOf(registry, id)).ready]).toEqual([["not_ready", "completion"], "not_ready"]);
});

test("[READY-4] its time is up after readyTimeoutSeconds, and it runs on", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const other = await freePort();
  const port = await freePort();
  const { id } = await startPlain(registry, serving(other), { ready: { port }, readyTimeoutSeconds: 600 });
  await until(async () => (await pollOf(registry, id)).ports);
  clock.advance(500_000);
  expect(await toldOf(registry, id)).toEqual([]);
  clock.setWall(-86_400_000);
  clock.advance(100_000);
  expect(await firstOf(registry, id)).toMatchObject({ type: "not_ready", why: "timeout" });
  expect((await pollOf(registry, id)).status).toBe("running");
});

test("[READY-5] a stranger that keeps the port is named", async () => {
  const registry = await testRegistry();
  const port = portOf(await listenOn(0, "127.0.0.1"));
  const { id } = await startPlain(registry, "sleep 60", { ready: { port } });
  expect(await firstOf(registry, id)).toMatchObject({
    type: "not_ready",
    why: "port_taken",
    message: `${id} will not be ready (port ${port}), and runs on. Port ${port} is held by pid ${process.pid} (node). End the holder of that port, or use another one.`,
  });
});

test("[READY-5] a process of ours that keeps the port is named, and where the new one listens instead", async () => {
  const registry = await testRegistry();
  const [port, next] = [await freePort(), await freePort()];
  const squatter = await startPlain(registry, serving(port), { ready: { port } });
  await firstOf(registry, squatter.id);
  const { id } = await startPlain(registry, serving(next), { ready: { http: `http://127.0.0.1:${port}/` } });
  expect(await firstOf(registry, id)).toMatchObject({
    why: "port_taken",
    message: matching(
      new RegExp(
        `Port ${port} is held by pid \\d+ \\(node\\), which belongs to ${squatter.id} .*${id} listens on ${next} instead`,
      ),
    ),
  });
});

test("[READY-5] one that ends because its port is taken says by whom", async () => {
  const registry = await testRegistry();
  const port = portOf(await listenOn(0, "0.0.0.0"));
  const { id } = await startPlain(registry, `sleep 0.3; ${serving(port)}`, { ready: { port } });
  expect(await firstOf(registry, id)).toMatchObject({
    why: "ended",
    message: matching(new RegExp(`before it was ready .*Port ${port} is held by pid ${process.pid} `)),
    output: matching(/EADDRINUSE/),
  });
});

test("[READY-5] an old server that ends a moment later does not count", async () => {
  const registry = await testRegistry();
  const port = await freePort();
  const old = await startPlain(registry, `trap '' TERM; ${python(port, "127.0.0.1")}; exit`, { ready: { port } });
  await firstOf(registry, old.id);
  const { id } = await startPlain(registry, `sleep 1; ${serving(port)}`, { ready: { port } });
  await registry.kill(old.id); // Takes a while, since it ignores the signal: the new one sees it on the port.
  expect(await firstOf(registry, id)).toMatchObject({ type: "ready" });
});

test("[READY-6] it is waited for over a restart of the registry, and told once", async () => {
  const first = await testRegistry();
  const port = await freePort();
  const { id } = await startPlain(first, `sleep 1; ${serving(port)}`, { ready: { port } });
  const second = await reopen(first);
  expect((await pollOf(second, id)).ready).toBe("pending");
  expect(await firstOf(second, id)).toMatchObject({ type: "ready" });
  const third = await reopen(second);
  expect([(await pollOf(third, id)).ready, (await toldOf(third, id)).length]).toEqual(["ready", 1]);
  const again = await third.restart(id);
  expect(await firstOf(third, "id" in again ? again.id : "")).toMatchObject({
    type: "ready",
    condition: `port ${port}`,
  });
});

test("[READY-6] what became ready while nobody looked is ready, though the time is over; what ended is not", async () => {
  const clock = new JumpingClock();
  const first = await testRegistry({ clock });
  const port = await freePort();
  const server = await startPlain(first, `sleep 0.5; ${serving(port)}`, { ready: { port } });
  const late = await startPlain(first, "sleep 60", { ready: { port } });
  const ended = await startPlain(first, "sleep 0.3; echo bye", { ready: { pattern: "hello" } });
  await first.close();
  await until(async () => (await import("node:fs")).readFileSync("/proc/net/tcp", "latin1").includes(hex(port)));
  clock.advance(3_600_000);
  const second = await reopen(first, { clock });
  expect(await firstOf(second, server.id)).toMatchObject({ type: "ready" });
  expect(await firstOf(second, late.id)).toMatchObject({ why: "timeout", message: matching(/is held by pid/) });
  expect(await firstOf(second, ended.id)).toMatchObject({ why: "ended", output: matching(/bye/) });
});

function hex(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, "0")} 00000000:0000 0A`;
}
