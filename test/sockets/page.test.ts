import { createServer, type RequestListener } from "node:http";
import { hostname } from "node:os";

import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { linuxSockets } from "../../src/adapters/sockets/linux.ts";
import { answering, isThisHost } from "../../src/adapters/sockets/page.ts";
import type { ListeningSocket } from "../../src/ports/sockets.ts";
import { listenOn, portOf } from "../support/servers.ts";

async function serve(listener: RequestListener, host = "127.0.0.1"): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return portOf(server);
}

async function ask(url: string, isOwn: (socket: ListeningSocket) => boolean, deadlineMs = 5_000) {
  const sockets = linuxSockets(systemClock); // A new one: it has not looked yet.
  const of = (await sockets.listening(0)).filter(isOwn);
  return sockets.fetchStatus({ url, of, deadlineMs, signal: new AbortController().signal });
}

test.each([200, 302, 404, 503])(
  "[SOCKET-5] a page gives its status %d, and no redirect is followed",
  async (status) => {
    const port = await serve((_, answer) => answer.writeHead(status, { location: "http://192.0.2.1/" }).end());
    expect(await ask(`http://localhost:${port}/a?b=c`, (socket) => socket.port === port)).toBe(status);
  },
);

test("[SOCKET-5] only its own sockets are asked", async () => {
  const seen: string[] = [];
  const port = await serve((request, answer) => {
    seen.push(request.headers.host ?? "");
    answer.end();
  });
  await listenOn(port, "::1");
  const onIpv6 = (socket: ListeningSocket) => socket.port === port && socket.address === "::1";
  expect(await ask(`http://localhost:${port}/`, onIpv6)).toBeNull();
  expect(await ask(`http://127.0.0.1:${port}/`, onIpv6)).toBeNull();
  expect(seen).toEqual([]);
  expect(await ask(`http://app.localhost:${port}/`, (socket) => socket.port === port)).toBe(200);
  expect(seen).toEqual([`app.localhost:${port}`]);
});

test("[SOCKET-5] a page that does not answer in time has no status", async () => {
  const port = await serve(() => undefined);
  expect(await ask(`http://127.0.0.1:${port}/`, (socket) => socket.port === port, 50)).toBeNull();
});

test("[SOCKET-5] this host is known by name or address, without a look-up", () => {
  const names = ["localhost", "app.localhost", "127.0.0.1", "127.8.8.8", "[::1]", "0.0.0.0", "[::]", hostname()];
  expect(names.filter((name) => !isThisHost(name))).toEqual([]);
  expect(["example.com", "192.0.2.1", "[2001:db8::1]", "localhost.example", ""].filter(isThisHost)).toEqual([]);
});

test("[SOCKET-5] the most specific address answers", () => {
  const socket = (address: string, inode: number): ListeningSocket => ({ address, inode, port: 80, uid: 0 });
  const all = [socket("::", 1), socket("0.0.0.0", 2), socket("127.0.0.1", 3), socket("127.0.0.1", 4)];
  const asked = (listening: readonly ListeningSocket[], address: string) =>
    answering(listening, address, 80).map(({ inode }) => inode);
  expect([
    asked(all, "127.0.0.1"),
    asked(all, "127.0.0.2"),
    asked(all, "::1"),
    asked([socket("::", 1)], "127.0.0.1"),
    asked([socket("0.0.0.0", 2)], "::1"),
  ]).toEqual([[3, 4], [2], [1], [1], []]);
});
