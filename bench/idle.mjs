import { setTimeout as sleep } from "node:timers/promises";

import { atMost, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, startMany, withRegistry } from "./support/homes.mjs";
import { growYoungGeneration, memoryKib } from "./support/memory.mjs";
import { childrenOf, pssKib } from "./support/processes.mjs";
import { cpuOf, median } from "./support/statistics.mjs";
import { withBareSupervisor } from "./support/supervisor.mjs";

const COMMAND = `sleep ${LIFETIME_SECONDS}`;
/** Processes whose helpers are measured; each takes the kernel a millisecond. */
const SAMPLE = 200;
/** The registry looks after its processes every two seconds, and writes then what could wait. */
const SETTLE_MS = 4_000;
/** Whole numbers of those. */
const IDLE_MS = { full: 20_000, quick: 4_000 };

/**
 * What 1,000 processes cost that do nothing. Memory is what the second half adds: with the first, code is compiled, and the
 * heap gets its shape.
 */
export async function run({ quick, root, say }) {
  const count = quick ? 100 : 1000;
  const idleMs = quick ? IDLE_MS.quick : IDLE_MS.full;
  return withBareSupervisor(async (bare) => {
    say(`${count} of the baseline`);
    const base = await measureBare(bare, count, idleMs);
    say(`${count} of ours`);
    return withRegistry(root, async (registry) => figuresOf(count, await measureOurs(registry, count, idleMs), base));
  });
}

function figuresOf(count, ours, base) {
  const of = `${count.toLocaleString("en-US")} idle`;
  const against = "spawn, 2 pipes each";
  const memory = (name) => ({ unit: "KiB", ours: ours.each[name], baseline: base.each[name], against });
  return [
    figure({
      what: `${of}: our CPU`,
      unit: "ms/s",
      ours: ours.cpu,
      baseline: base.cpu,
      against,
      target: atMost(5, "ms/s"),
    }),
    figure({ what: `${of}: our memory, each`, ...memory("resident"), target: atMost(16, "KiB") }),
    figure({ what: `${of}: of that JavaScript's, each`, ...memory("heap") }),
    figure({
      what: `${of}: memory of the shim, each (PSS)`,
      unit: "KiB",
      ours: ours.helpersKib,
      baseline: ours.commandKib,
      against: "the sleep itself",
      target: atMost(350, "KiB"),
    }),
  ];
}

async function measureBare(bare, count, forMs) {
  const command = COMMAND;
  await bare.ask("growYoungGeneration");
  const half = { count: count / 2, command };
  await bare.ask("startMany", half);
  const before = await bare.ask("memoryKib");
  await bare.ask("startMany", half);
  const each = growth(before, await bare.ask("memoryKib"), half.count);
  const cpu = perSecond(await bare.ask("idle", { forMs }));
  await bare.ask("endMany");
  return { each, cpu };
}

async function measureOurs(registry, count, forMs) {
  growYoungGeneration();
  await startMany(registry, count / 2, COMMAND);
  await sleep(SETTLE_MS);
  const before = await memoryKib();
  const ids = await startMany(registry, count / 2, COMMAND);
  await sleep(SETTLE_MS);
  const each = growth(before, await memoryKib(), ids.length);
  const cpu = perSecond(await cpuOf(() => sleep(forMs)));
  const sample = [];
  for (const id of ids.slice(0, SAMPLE)) sample.push(pssOf(await registry.get(id)));
  const helpersKib = median(sample.map((one) => one.helpersKib));
  const commandKib = median(sample.map((one) => one.commandKib));
  return { each, cpu, helpersKib, commandKib };
}

function growth(before, after, count) {
  return { resident: (after.resident - before.resident) / count, heap: (after.heap - before.heap) / count };
}

/** Milliseconds of CPU in a second. */
function perSecond({ cpuMs, wallMs }) {
  return cpuMs / (wallMs / 1000);
}

/** The shim, its copier, and what the copier runs; and the command beside them. */
function pssOf({ shimPid, pid }) {
  const helpers = [
    shimPid,
    ...childrenOf(shimPid)
      .filter((child) => child !== pid)
      .flatMap((child) => [child, ...childrenOf(child)]),
  ];
  return { helpersKib: helpers.reduce((sum, helper) => sum + pssKib(helper), 0), commandKib: pssKib(pid) };
}
