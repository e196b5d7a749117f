import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { SHELL } from "./support/bare.mjs";
import { atLeastTimes, atMost, figure } from "./support/figures.mjs";
import { withRegistry } from "./support/homes.mjs";
import { cpuMsOfStats } from "./support/processes.mjs";
import { cpuOf, interleaved, median, timed } from "./support/statistics.mjs";
import { withBareSupervisor } from "./support/supervisor.mjs";

const MIB = 2 ** 20;
const LARGE_LOG_BYTES = 2048 * MIB;

/** One process writes 1 GiB and nobody watches. */
export async function run({ quick, root, say }) {
  const bytes = quick ? 64 * MIB : 1024 * MIB;
  const sources = {
    "lines of 100 bytes": `yes ${"x".repeat(99)} | head -c ${bytes}`,
    "writes of 4 KiB": `dd if=/dev/zero bs=4k count=${bytes / 4096} status=none`,
  };
  return withRegistry(root, (registry) =>
    withBareSupervisor(async (bare) => {
      const figures = [];
      for (const [name, command] of Object.entries(sources)) {
        say(name);
        const job = { registry, bare, command, bytes, file: join(root, "capture"), rounds: quick ? 3 : 5 };
        figures.push(...figuresOf(name, bytes, await measure(job)));
      }
      return figures;
    }),
  );
}

async function measure(job) {
  const { registry, command, rounds } = job;
  const cost = await interleaved(
    {
      ours: () => ours(job, command),
      large: () => ours(job, command, LARGE_LOG_BYTES),
      cat: () => cat(job),
      discard: () => readBare(job, false),
      tail: () => readBare(job, true),
      nothing: () => capture(registry, "true"),
    },
    { rounds },
  );
  const { copier } = await interleaved({ copier: () => copierCpuMs(job) }, { rounds });
  return { ...cost, copier };
}

function figuresOf(name, bytes, { ours, large, cat, discard, tail, nothing, copier }) {
  const rate = (costs) => bytes / MIB / (median(costs.map((cost) => cost.wallMs)) / 1000);
  const cpu = (costs) => median(costs.map((cost) => cost.cpuMs));
  const of = `${bytes / MIB} MiB, ${name}`;
  const speed = { what: `${of}: speed`, unit: "MiB/s", ours: rate(ours) };
  const work = { what: `${of}: our CPU`, unit: "ms", ours: cpu(ours) };
  const beside = { baseline: rate(cat), against: "cat >> FILE", target: atLeastTimes(0.9) };
  return [
    figure({ ...speed, ...beside }),
    figure({ ...speed, what: `${of}: speed, log of 2 GiB`, ours: rate(large), ...beside }),
    figure({ ...speed, baseline: rate(discard), against: "Node, discards" }),
    figure({ ...speed, baseline: rate(tail), against: "Node, keeps a tail" }),
    figure({ ...work, baseline: cpu(nothing), against: "ours, no output", target: atMost(10, "ms") }),
    figure({ ...work, baseline: cpu(discard), against: "Node, discards" }),
    figure({ ...work, baseline: cpu(tail), against: "Node, keeps a tail" }),
    figure({ ...work, what: `${of}: CPU of the copier`, ours: median(copier), baseline: cpu(cat), against: "cat" }),
  ];
}

async function ours({ registry, bytes }, command, logMaxBytes) {
  const cost = await capture(registry, command, logMaxBytes);
  checkBytes(cost.cursor, bytes);
  return cost;
}

/** Runs a command to its end. Its log goes when the clocks have stopped. */
async function capture(registry, command, logMaxBytes) {
  const options = logMaxBytes === undefined ? {} : { logMaxBytes };
  let result;
  const cost = await cpuOf(async () => {
    const { id } = await registry.start({ command, shell: "plain", ...options });
    result = await registry.wait(id);
  });
  await registry.remove(result.sessionId);
  return { ...cost, cursor: result.cursor };
}

/** The way that costs least without us. Its last line of `times` is what cat used. */
async function cat({ command, file, bytes }) {
  const times = `${file}.times`;
  const wallMs = await timed(() => shell(`${command} | (cat >> '${file}'; times > '${times}')`));
  checkBytes(statSync(file).size, bytes);
  const [user, system] = readFileSync(times, "latin1").trim().split("\n").at(-1).split(" ").map(minutesToMs);
  rmSync(file);
  return { wallMs, cpuMs: user + system };
}

async function readBare({ bare, command, bytes }, keeps) {
  const cost = await bare.ask("read", { command, keeps });
  checkBytes(cost.bytes, bytes);
  return cost;
}

/**
 * The command itself, when it has written everything, says what the other children of the shim have used by then: the copier,
 * and what that runs. A sleep lets the last of it be copied.
 */
async function copierCpuMs({ registry, command, file }) {
  const others =
    "for p in $(cat /proc/$PPID/task/$PPID/children); do [ $p = $$ ] || echo $p $(cat /proc/$p/task/$p/children); done";
  const stats = `for p in $(${others}); do cat /proc/$p/stat; done > '${file}.stats'`;
  await capture(registry, `${command}; sleep 0.1; ${stats}`);
  return cpuMsOfStats(readFileSync(`${file}.stats`, "latin1"));
}

async function shell(command) {
  const [code] = await once(spawn(SHELL, ["-c", command], { stdio: "ignore" }), "exit");
  if (code !== 0) throw new Error(`The baseline ended with exit code ${code}.`);
}

/** `0m1.234s` */
function minutesToMs(text) {
  const [minutes, seconds] = text.slice(0, -1).split("m");
  return (Number(minutes) * 60 + Number(seconds)) * 1000;
}

function checkBytes(seen, written) {
  if (seen !== written) throw new Error(`${written} bytes were written and ${seen} arrived.`);
}
