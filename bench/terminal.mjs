import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import nodePty from "@lydell/node-pty";

import { atLeast, atMostTimes, figure } from "./support/figures.mjs";
import { emptyHome, LIFETIME_SECONDS, newHome, openHome, withRegistry } from "./support/homes.mjs";
import { childrenOf, pssKib, until } from "./support/processes.mjs";
import { interleaved, median, quantile, timed } from "./support/statistics.mjs";

const MIB = 2 ** 20;
const LINE_BYTES = 100;
const SCRIPT = "script, pipes, Node";
const NODE_PTY = "node-pty";
/** Writes back what it reads, and the terminal itself does not. */
const ECHO = "stty raw -echo; echo up; exec cat";
const IDLE = `exec sleep ${LIFETIME_SECONDS}`;
const SNAPSHOT_BYTES = 10_000_000;
/** Between two characters: a key that is held down repeats every 30 ms or so. */
const KEY_PAUSE_MS = 12;
/** Between two looks at a log. */
const LOOK_MS = 0.02;
const NOBODY = new Int32Array(new SharedArrayBuffer(4));
/** node-pty tells an exit that much later, if nobody else has closed its terminal before (DESTROY_SOCKET_TIMEOUT_MS). */
const NODE_PTY_LATE_MS = 200;

/** Terminals beside those of node-pty, and a bare `script` (util-linux) whose pipes this program reads. */
export async function run({ quick, root, say }) {
  const scale = quick
    ? { echoes: 100, bytes: 10 * MIB, rounds: 2, terminals: 5 }
    : { echoes: 400, bytes: 50 * MIB, rounds: 3, terminals: 20 };
  return withRegistry(root, async (registry) => {
    say("echoes");
    const figures = echoFigures(await echoes(registry, scale));
    say("throughput");
    figures.push(...(await throughput(registry, scale, LINES)), ...(await throughput(registry, scale, BLOCKS)));
    say("memory");
    figures.push(...(await memory(registry, scale)));
    say("snapshots");
    return [...figures, ...(await snapshots(root, scale))];
  });
}

function echoFigures({ live, log, bare, native }) {
  const at = (what, times) =>
    [0.5, 0.99].flatMap((share) => {
      const ours = quantile(times, share);
      const one = { what: `terminal: echo of a character ${what}, p${share * 100}`, unit: "ms", ours };
      return [
        figure({ ...one, baseline: quantile(native, share), against: NODE_PTY, target: atMostTimes(1, 0, "ms") }),
        figure({ ...one, baseline: quantile(bare, share), against: SCRIPT }),
      ];
    });
  return [...at("in the log", log), ...at("in live output", live)];
}

/** Milliseconds from the call that writes a character until it is in the log, or live output shows it, or a listener has it. */
async function echoes(registry, { echoes: rounds }) {
  const watched = await startTerminal(registry, ECHO);
  const quiet = await startTerminal(registry, ECHO);
  const stop = new AbortController();
  const chunks = registry.follow(watched.id, { raw: true, live: true, signal: stop.signal })[Symbol.asyncIterator]();
  const bare = bareScript(ECHO);
  const native = nativeTerminal(ECHO);
  const typed = async (write) => {
    await pause(KEY_PAUSE_MS);
    return timed(write);
  };
  try {
    await Promise.all([chunks.next(), once(bare.stdout, "data"), native.next()]);
    const file = await logOf(registry.home, quiet.id);
    const variants = {
      live: () => typed(() => Promise.all([chunks.next(), registry.write(watched.id, "x")])),
      log: () => {
        const { size } = statSync(file);
        return typed(() => registry.write(quiet.id, "x").then(() => waitForMore(file, size)));
      },
      bare: () =>
        typed(() => {
          const shown = once(bare.stdout, "data");
          bare.stdin.write("x");
          return shown;
        }),
      native: () =>
        typed(() => {
          const shown = native.next();
          native.terminal.write("x");
          return shown;
        }),
    };
    return await interleaved(variants, { rounds, warmUp: 10 });
  } finally {
    stop.abort();
    await Promise.all([registry.kill(watched.id), registry.kill(quiet.id)]);
    native.kill();
    await endBare(bare);
  }
}

/** The last piece of its log, once there is one. */
async function logOf(home, id) {
  const directory = join(home, "procs", id);
  const pieces = () => readdirSync(directory).filter((one) => one.startsWith("log."));
  await until(() => pieces().length > 0, "The first output");
  return join(directory, pieces().toSorted().at(-1));
}

/**
 * Looks again and again, asleep in between: a watcher of files would be part of what is measured, and who spins takes a core from
 * the programs that the character passes.
 */
function waitForMore(file, size) {
  while (statSync(file).size === size) Atomics.wait(NOBODY, 0, 0, LOOK_MS);
}

/** Each newline becomes two characters in a terminal. */
const LINES = {
  name: "of lines",
  command: (bytes) => `yes ${"x".repeat(LINE_BYTES - 1)} | head -n ${Math.floor(bytes / LINE_BYTES)}`,
  shown: (bytes) => Math.floor(bytes / LINE_BYTES) * (LINE_BYTES + 1),
};
const BLOCKS = {
  name: "of blocks, not converted",
  command: (bytes) => `stty -opost; head -c ${bytes} /dev/zero`,
  shown: (bytes) => bytes,
};

async function throughput(registry, { bytes, rounds }, { name, command, shown }) {
  const line = command(bytes);
  const checked = (show) => () => timed(async () => checkBytes(await show(), shown(bytes)));
  const times = await interleaved(
    {
      ours: checked(() => runTerminal(registry, line)),
      bare: checked(() => readBare(line)),
      native: checked(() => readNative(line)),
    },
    { rounds },
  );
  const rate = (ms) => shown(bytes) / MIB / (ms / 1000);
  const ours = rate(median(times.ours));
  const one = { what: `terminal: ${bytes / MIB} MiB ${name}`, unit: "MiB/s", ours };
  const native = rate(median(times.native) - NODE_PTY_LATE_MS);
  return [
    figure({ ...one, baseline: native, against: NODE_PTY, target: atLeast(100, "MiB/s") }),
    figure({ ...one, baseline: rate(median(times.bare)), against: SCRIPT }),
  ];
}

async function runTerminal(registry, command) {
  const { id } = await startTerminal(registry, command);
  const { cursor } = await registry.wait(id);
  await registry.remove(id);
  return cursor;
}

async function readBare(command) {
  const bare = bareScript(command);
  let bytes = 0;
  bare.stdout.on("data", (chunk) => (bytes += chunk.length));
  await once(bare, "close");
  return bytes;
}

/** Its terminal is held open until it has ended, or the end of the output would be lost. */
async function readNative(command) {
  const { terminal } = nativeTerminal(command);
  const held = openSync(terminal.ptsName, constants.O_RDWR | constants.O_NOCTTY);
  let bytes = 0;
  terminal.onData((chunk) => (bytes += chunk.length));
  await new Promise((resolve) => terminal.onExit(resolve));
  closeSync(held);
  return bytes;
}

function checkBytes(seen, written) {
  if (seen !== written) throw new Error(`${written} bytes were shown and ${seen} arrived.`);
}

/** What is around the command: the shim, `script`, and their helpers. With node-pty: what this program grows by. */
async function memory(registry, { terminals }) {
  const ids = [];
  const bare = [];
  const native = [];
  const what = `terminal: memory of each (PSS), ${terminals} idle`;
  try {
    for (let count = 0; count < terminals; count += 1) {
      ids.push((await startTerminal(registry, IDLE)).id);
      bare.push(bareScript(IDLE));
    }
    const runs = (script) => childrenOf(script.pid).length > 0;
    await until(() => bare.every(runs), "The start of the bare scripts");
    const around = [];
    for (const id of ids) around.push(pssAround(await registry.get(id)));
    const ours = median(around);
    const before = settledPssKib();
    for (let count = 0; count < terminals; count += 1) native.push(nativeTerminal(IDLE));
    await Promise.all(native.map(({ terminal }) => until(() => isSleep(terminal.pid), "The start of a terminal")));
    const grown = (settledPssKib() - before) / terminals;
    return [
      figure({ what, unit: "KiB", ours, baseline: grown, against: `${NODE_PTY}, in our program` }),
      figure({ what, unit: "KiB", ours, baseline: median(bare.map(({ pid }) => pssKib(pid))), against: "script" }),
    ];
  } finally {
    for (const one of native) one.kill();
    await Promise.all([...ids.map((id) => registry.kill(id)), ...bare.map(endBare)]);
  }
}

function settledPssKib() {
  globalThis.gc?.();
  return pssKib(process.pid);
}

function isSleep(pid) {
  return readFileSync(`/proc/${pid}/comm`, "latin1").startsWith("sleep");
}

function pssAround({ shimPid, pid }) {
  const sum = (one) => (one === pid ? 0 : childrenOf(one).reduce((total, child) => total + sum(child), pssKib(one)));
  return sum(shimPid);
}

/** The first by a registry that was just opened, and the next one by the same, with nothing new in the log. */
async function snapshots(root, { rounds }) {
  const home = newHome(root);
  try {
    const id = await writeLog(home);
    const first = [];
    const again = [];
    for (let round = 0; round < rounds * 2; round += 1) {
      const registry = await openHome(home);
      first.push(await timed(() => registry.screen(id)));
      again.push(await timed(() => registry.screen(id)));
      await registry.close();
    }
    const what = `terminal: screen of a log of ${SNAPSHOT_BYTES / 1e6} MB`;
    return [
      figure({ what: `${what}, first`, unit: "ms", ours: median(first) }),
      figure({ what: `${what}, again`, unit: "ms", ours: median(again) }),
    ];
  } finally {
    await emptyHome(home);
  }
}

/** Numbered lines, in colours. */
async function writeLog(home) {
  const registry = await openHome(home);
  const line = `\\033[32m%0${LINE_BYTES - 11}.0f\\033[0m`; // With the codes, the carriage return and the newline: 100 bytes.
  const command = `seq 0 ${SNAPSHOT_BYTES / LINE_BYTES - 1} | xargs printf '${line}\\n'`;
  const { id } = await startTerminal(registry, command);
  checkBytes((await registry.wait(id)).cursor, SNAPSHOT_BYTES);
  await registry.close();
  return id;
}

function startTerminal(registry, command) {
  return registry.start({ command, shell: "plain", pty: true, env: { TERM: "xterm-256color" } });
}

function bareScript(command) {
  return spawn("script", ["-qefc", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
}

/** `next` resolves with what it prints next. Its own `kill` and `destroy` are not used: only what was started is ended. */
function nativeTerminal(command) {
  const terminal = nodePty.spawn("sh", ["-c", command], { encoding: null });
  const next = () =>
    new Promise((resolve) => {
      const listener = terminal.onData((chunk) => {
        listener.dispose();
        resolve(chunk);
      });
    });
  return { terminal, next, kill: () => process.kill(terminal.pid, "SIGKILL") };
}

/** Its terminal is closed, which ends what is in it. */
async function endBare(bare) {
  const closed = once(bare, "close");
  bare.stdout.resume();
  bare.kill("SIGKILL");
  await closed;
}
