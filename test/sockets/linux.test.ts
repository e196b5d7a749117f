import { spawn, type ChildProcess } from "node:child_process";

import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { linuxSockets } from "../../src/adapters/sockets/linux.ts";
import type { ListeningSocket } from "../../src/ports/sockets.ts";
import { cpuMsOf } from "../support/cpu-time.ts";
import { freePort, listenOn, portOf, serving } from "../support/servers.ts";
import { until } from "../support/until.ts";

function run(command: string, env: Record<string, string> = {}): ChildProcess {
  const child = spawn("sh", ["-c", `exec ${command}`], {
    stdio: "ignore",
    detached: true,
    env: { ...process.env, BELLHOP_PROC_ID: "", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const sockets = linuxSockets(systemClock);

function socketOn(port: number): Promise<ListeningSocket> {
  return until(async () => (await sockets.listening(0)).find((one) => one.port === port), { what: `port ${port}` });
}

test("[SOCKET-2] the holder of a socket is found, with its program and whose job it is", async () => {
  const [own, job] = [portOf(await listenOn(0, "127.0.0.1")), await freePort()];
  const child = run(serving(job), { BELLHOP_PROC_ID: "proc_0000000000aa" });
  const found = [await socketOn(own), await socketOn(job)];
  const holders = sockets.holders(found, true);
  expect(found.map(({ inode }) => holders.get(inode))).toEqual([
    { pid: process.pid, program: "node", mark: "" },
    { pid: child.pid, program: "node", mark: "proc_0000000000aa" },
  ]);
  expect(sockets.holders(found, false)).toEqual(holders);
});

test("[SOCKET-2] a server without an environment is of the job of its ancestor", async () => {
  const port = await freePort();
  run(`sh -c "env -i $(command -v node) ${serving(port).slice(5).replaceAll('"', '\\"')}; true"`, {
    BELLHOP_PROC_ID: "proc_0000000000ab",
  });
  const socket = await socketOn(port);
  expect(sockets.holders([socket], true).get(socket.inode)).toMatchObject({ mark: "proc_0000000000ab" });
});

test("[SOCKET-2] of a server and its children that share a socket, the server is the holder, and then who is left", async () => {
  const port = await freePort();
  const script = `import os, socket, time\ns = socket.create_server(("127.0.0.1", ${port}))\nos.set_inheritable(s.fileno(), True)\nif os.fork() == 0: os.setsid()\ntime.sleep(60)`;
  const parent = run(`python3 -c '${script.replaceAll("'", `'\\''`)}'`);
  const socket = await socketOn(port);
  const holder = () => sockets.holders([socket], true).get(socket.inode);
  await until(() => holder()?.pid === parent.pid);
  parent.kill("SIGKILL");
  const child = await until(() => {
    const left = holder();
    return left !== undefined && left.pid !== parent.pid ? left : null;
  });
  process.kill(child.pid, "SIGKILL");
});

test("[SOCKET-3] a socket whose holder cannot be found has none, and is not looked for again and again", async () => {
  const nobody: ListeningSocket = { port: 1, address: "0.0.0.0", uid: 0, inode: 4_000_000_001 };
  const look = (): unknown => expect(sockets.holders([nobody], true).size).toBe(0);
  const lookedForMs = cpuMsOf(look);
  for (let again = 0; again < 3; again++) look();
  const passedOverMs = cpuMsOf(() => {
    for (let again = 0; again < 100; again++) sockets.holders([nobody], true);
  });
  expect(passedOverMs).toBeLessThan(30 * lookedForMs);
});

test("[SOCKET-3] the sockets of a set of processes are theirs alone", async () => {
  const [port, other] = [await freePort(), portOf(await listenOn(0, "127.0.0.1"))];
  const { pid = 0 } = run(serving(port));
  await socketOn(port);
  const held = async (pids: readonly number[]) => {
    const { sockets: found, isComplete } = await sockets.heldBy(pids);
    return { ports: found.map((one) => one.port), isComplete };
  };
  expect([await held([pid, 4_194_305]), await held([])]).toEqual([
    { ports: [port], isComplete: true },
    { ports: [], isComplete: true },
  ]);
  expect((await held([process.pid])).ports).toContain(other);
});

const NOBODY = 65_534;

// Only root may become another user, and back. Anybody else looks at a process of root: the first one.
const isRoot = process.geteuid?.() === 0;

test("[SOCKET-3] another user may not look, and is told so", async () => {
  const port = await freePort();
  const { pid = 0 } = isRoot ? run(serving(port)) : { pid: 1 };
  const socket = isRoot ? await socketOn(port) : { port, address: "0.0.0.0", uid: 0, inode: 1 };
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    const other = linuxSockets(systemClock);
    expect([other.holders([socket], true).size, (await other.heldBy([pid])).isComplete]).toEqual([0, false]);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

test("[SOCKET-4] those who ask together share a look", async () => {
  const [one, two] = await Promise.all([sockets.listening(0), sockets.listening(0)]);
  expect(one).toBe(two);
  expect(await sockets.listening(60_000)).toBe(one);
});
