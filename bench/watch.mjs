import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { SHELL } from "./support/bare.mjs";
import { atMost, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withRegistry } from "./support/homes.mjs";
import { growYoungGeneration, memoryKib } from "./support/memory.mjs";
import { cpuMsOfStats } from "./support/processes.mjs";
import { cpuOf, interleaved, median, quantile } from "./support/statistics.mjs";
import { wallClock } from "./support/wall-clock.mjs";

const MIB = 2 ** 20;
const LAST = "the very last line";
/** None of them stands in the log, so that all of it is looked through; the last line ends the measurement. */
const PATTERNS = ["error:", "failed", "Traceback", "panic", "not found", "timed out", "npm ERR!", LAST];
/** The same, for a regular expression, whose engine takes linear time. */
const EXPRESSION = ["/(?:token|miss) \\d+x/", LAST];
const STEP_BYTES = 16 * MIB;

/** What it costs to look through output while it is written, and how soon a match is told. */
export async function run({ quick, root, say }) {
  const bytes = (quick ? 256 : 1024) * MIB;
  const file = join(root, "log");
  say(`writing ${bytes / MIB} MiB`);
  writeLog(file, bytes);
  const torrent = await withRegistry(root, (registry) => throughput({ registry, file, bytes, quick, say }));
  rmSync(file);
  say("write → event");
  const latency = await withRegistry(root, (registry) => latencies(registry, quick ? 10 : 100));
  say("processes that match all the time");
  const crowd = await withRegistry(root, (registry) => crowded({ registry, root, quick }));
  return [...torrent, ...latency, ...crowd];
}

async function throughput({ registry, file, bytes, quick, say }) {
  say("torrents");
  const events = registry.events()[Symbol.asyncIterator]();
  const job = { registry, events, file, bytes };
  const variants = {
    ours: () => watched(job, PATTERNS),
    expression: () => watched(job, EXPRESSION),
    nobody: () => watched(job, []),
    grep: () => grep(file),
  };
  const { ours, expression, nobody, grep: baseline } = await interleaved(variants, { rounds: quick ? 2 : 5 });
  await events.return();
  const of = `${bytes / MIB} MiB written`;
  const limit = atMost((1500 * bytes) / (1024 * MIB), "ms");
  const rest = { unit: "ms", baseline: median(baseline), against: "grep -F -c, 8 patterns" };
  return [
    figure({ what: `${of}, 8 patterns: our CPU`, ours: median(ours), target: limit, ...rest }),
    figure({ what: `${of}, a regular expression: our CPU`, ours: median(expression), ...rest }),
    figure({ what: `${of}, nobody watches: our CPU`, ours: median(nobody), ...rest }),
  ];
}

/** Our CPU from the start of a command that prints the file until its last line was told, or until it has ended. */
async function watched({ registry, events, file, bytes }, watchPatterns) {
  const options = { command: `cat '${file}'; sleep 2`, shell: "plain", logMaxBytes: 2 * bytes };
  let id;
  const { cpuMs } = await cpuOf(async () => {
    ({ id } = await registry.start({ ...options, ...(watchPatterns.length > 0 ? { watchPatterns } : {}) }));
    if (watchPatterns.length === 0) await registry.wait(id);
    else await lastLineOf(events, id);
  });
  await registry.wait(id);
  await registry.remove(id);
  return cpuMs;
}

async function lastLineOf(events, id) {
  const { event, acknowledge } = await nextOf(events, id);
  await acknowledge();
  if (event.pattern !== LAST) throw new Error(`The pattern ${event.pattern} matched, which is not in the log.`);
}

async function nextOf(events, id) {
  for (;;) {
    const { value: told } = await events.next();
    if (told.event.sessionId === id) return told;
    await told.acknowledge();
  }
}

/** The CPU of `grep`, as the shell says that waited for it. */
async function grep(file) {
  const words = PATTERNS.map((pattern) => `-e '${pattern}'`).join(" ");
  const child = spawn(SHELL, ["-c", `grep -F -c ${words} '${file}' >&2; cat /proc/$$/stat`], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  let stat = "";
  child.stdout.on("data", (text) => (stat += text));
  await once(child, "close");
  return cpuMsOfStats(stat);
}

/** Words of a build and of a server, in no order: a search must look at every line. */
function writeLog(file, bytes) {
  const words =
    "request handled connection from server user session token cache miss hit module compiled warning in after test passed src/app/components/Button.tsx 127.0.0.1 GET POST /api/v1/items status=200 took level=info INFO DEBUG done building".split(
      " ",
    );
  let seed = 12_345;
  const random = (below) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % below;
  };
  const lines = [];
  for (let size = 0; size < STEP_BYTES;) {
    const text = Array.from({ length: 4 + random(12) }, () => words[random(words.length)]).join(" ");
    size += lines.push(`2026-01-01T00:00:${10 + random(50)}Z ${text} ${random(1e6)}\n`) && lines.at(-1).length;
  }
  const step = Buffer.from(lines.join(""));
  const log = openSync(file, "w");
  for (let size = 0; size < bytes; size += step.length) writeSync(log, step);
  writeSync(log, `${LAST}\n`);
  closeSync(log);
}

async function latencies(registry, rounds) {
  const events = registry.events()[Symbol.asyncIterator]();
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await latencyMs({ registry, events, round }));
  await events.return();
  const what = "write → watch event in hand";
  return [
    figure({ what: `${what}, p50`, unit: "ms", ours: median(times), target: atMost(20, "ms") }),
    figure({ what: `${what}, p99`, unit: "ms", ours: quantile(times, 0.99) }),
  ];
}

/** Fewer matches in ten seconds than the breaker takes; and each has an owner of its own, whose budget is not used up. */
const PAUSE_SECONDS = 0.75;

/** The line says when it was printed. */
async function latencyMs({ registry, events, round }) {
  const wallMs = wallClock();
  const command = `sleep ${PAUSE_SECONDS}; echo "now $EPOCHREALTIME"; exec sleep ${LIFETIME_SECONDS}`;
  const options = { shell: "plain", watchPatterns: PATTERNS.with(0, "now "), ownerTaskId: `task${round}` };
  const { id } = await registry.start({ command, ...options });
  const told = await nextOf(events, id);
  const seenMs = wallMs();
  await told.acknowledge();
  await registry.kill(id);
  await registry.remove(id);
  return seenMs - Number(told.event.output.slice(4).replace(",", ".")) * 1000;
}

const APPEND_MS = 100;

/** All follow one file, to which lines that match are appended all the time. */
async function crowded({ registry, root, quick }) {
  const { count, forMs } = quick ? { count: 50, forMs: 3_000 } : { count: 200, forMs: 20_000 };
  const file = join(root, "crowd");
  writeFileSync(file, "");
  const command = `exec tail -n 0 -F '${file}'`;
  growYoungGeneration();
  const start = (watchPatterns) =>
    startMany({ start: (options) => registry.start({ ...options, watchPatterns }) }, count, command);
  await start(["ERROR"]);
  const print = async () => {
    const end = performance.now() + forMs;
    while (performance.now() < end) {
      appendFileSync(file, "an ERROR\n");
      await sleep(APPEND_MS);
    }
  };
  await print();
  const before = await memoryKib();
  const { cpuMs, wallMs } = await cpuOf(print);
  const after = await memoryKib();
  const events = await registry.drain();
  const told = events.filter(({ event }) => event.type === "watch_match").length;
  const what = `${count} processes that match 10 times a second`;
  return [
    figure({ what: `${what}: our CPU`, unit: "ms/s", ours: cpuMs / (wallMs / 1000) }),
    figure({
      what: `${what}: memory that ${Math.round(forMs / 1000)} s add, each`,
      unit: "KiB",
      ours: (after.resident - before.resident) / count,
    }),
    figure({
      what: `${what}: matches told of ${count * 2 * (forMs / APPEND_MS)}`,
      unit: "",
      ours: told,
      target: atMost(8 * count, ""),
    }),
    figure({ what: `${what}: all events`, unit: "", ours: events.length }),
  ];
}
