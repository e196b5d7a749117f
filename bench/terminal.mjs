import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";

import { figure } from "./support/figures.mjs";
import { emptyHome, LIFETIME_SECONDS, newHome, openHome, withRegistry } from "./support/homes.mjs";
import { childrenOf, pssKib, until } from "./support/processes.mjs";
import { interleaved, median, quantile, timed } from "./support/statistics.mjs";

const MIB = 2 ** 20;
const LINE_BYTES = 100;
const AGAINST = "script, pipes, Node";
/** Writes back what it reads, and the terminal itself does not. */
const ECHO = "stty raw -echo; echo up; exec cat";
const IDLE = `exec sleep ${LIFETIME_SECONDS}`;
const SNAPSHOT_BYTES = 10_000_000;

/** Terminals beside a bare `script` (util-linux) whose pipes this program reads. */
export async function run({ quick, root, say }) {
  const scale = quick
    ? { echoes: 100, bytes: 10 * MIB, rounds: 2, terminals: 5 }
    : { echoes: 2_000, bytes: 100 * MIB, rounds: 5, terminals: 20 };
  return withRegistry(root, async (registry) => {
    say("echoes");
    const figures = echoFigures(await echoes(registry, scale));
    say("throughput");
    figures.push(await throughput(registry, scale));
    say("memory");
    figures.push(await memory(registry, scale));
    say("snapshots");
    return [...figures, ...(await snapshots(root, scale))];
  });
}

function echoFigures({ live, log, bare }) {
  const at = (what, times) =>
    [0.5, 0.99].map((share) =>
      figure({
        what: `terminal: echo of a character ${what}, p${share * 100}`,
        unit: "ms",
        ours: quantile(times, share),
        baseline: quantile(bare, share),
        against: AGAINST,
      }),
    );
  return [...at("in the log", log), ...at("in live output", live)];
}

/** Milliseconds from the call that writes a character until it is in the log, or live output shows it. */
async function echoes(registry, { echoes: rounds }) {
  const { id } = await startTerminal(registry, ECHO);
  const file = logOf(registry.home, id);
  const stop = new AbortController();
  const chunks = registry.follow(id, { raw: true, live: true, signal: stop.signal })[Symbol.asyncIterator]();
  const bare = bareScript(ECHO);
  try {
    await chunks.next();
    await once(bare.stdout, "data");
    return await interleaved(
      {
        live: () => timed(() => Promise.all([chunks.next(), registry.write(id, "x")])),
        log: async () => {
          const time = await timed(() => Promise.all([grown(file), registry.write(id, "x")]));
          await chunks.next();
          return time;
        },
        bare: () =>
          timed(async () => {
            const echoed = once(bare.stdout, "data");
            bare.stdin.write("x");
            await echoed;
          }),
      },
      { rounds, warmUp: 10 },
    );
  } finally {
    stop.abort();
    await registry.kill(id);
    await endBare(bare);
  }
}

/** The last piece of its log. */
function logOf(home, id) {
  const directory = join(home, "procs", id);
  const [name] = readdirSync(directory)
    .filter((one) => one.startsWith("log."))
    .toSorted()
    .slice(-1);
  return join(directory, name);
}

/** Looks at once again and again: a watcher of files would be part of what is measured. */
async function grown(file) {
  const { size } = statSync(file);
  while (statSync(file).size === size) await turn();
}

async function throughput(registry, { bytes, rounds }) {
  const lines = Math.floor(bytes / LINE_BYTES);
  const command = `yes ${"x".repeat(LINE_BYTES - 1)} | head -n ${lines}`;
  // Each newline becomes two characters in a terminal.
  const shown = lines * (LINE_BYTES + 1);
  const times = await interleaved(
    {
      ours: () => timed(async () => checkBytes(await runTerminal(registry, command), shown)),
      bare: () => timed(async () => checkBytes(await readBare(command), shown)),
    },
    { rounds },
  );
  const rate = (all) => shown / MIB / (median(all) / 1000);
  const what = `terminal: ${bytes / MIB} MiB of lines`;
  return figure({ what, unit: "MiB/s", ours: rate(times.ours), baseline: rate(times.bare), against: AGAINST });
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

function checkBytes(seen, written) {
  if (seen !== written) throw new Error(`${written} bytes were shown and ${seen} arrived.`);
}

/** What is around the command: the shim, `script`, and their helpers. */
async function memory(registry, { terminals }) {
  const ids = [];
  const bare = [];
  try {
    for (let count = 0; count < terminals; count += 1) {
      ids.push((await startTerminal(registry, IDLE)).id);
      bare.push(bareScript(IDLE));
    }
    const runs = (script) => childrenOf(script.pid).length > 0;
    await until(() => bare.every(runs), "The start of the bare scripts");
    const ours = [];
    for (const id of ids) ours.push(pssAround(await registry.get(id)));
    return figure({
      what: `terminal: memory of each (PSS), ${terminals} idle`,
      unit: "KiB",
      ours: median(ours),
      baseline: median(bare.map(({ pid }) => pssKib(pid))),
      against: "script",
    });
  } finally {
    await Promise.all([...ids.map((id) => registry.kill(id)), ...bare.map(endBare)]);
  }
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

/** Its terminal is closed, which ends what is in it. */
async function endBare(bare) {
  const closed = once(bare, "close");
  bare.stdout.resume();
  bare.kill("SIGKILL");
  await closed;
}
