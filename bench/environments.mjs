import { rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { systemClock } from "../dist/adapters/clock/system.js";
import { elsewhereOf } from "../dist/adapters/environment/elsewhere.js";
import { counted, eventsById } from "./support/elsewhere.mjs";
import { dockerHindrance, withDockerd } from "./support/dockerd.mjs";
import { atMost, atMostMore, figure } from "./support/figures.mjs";
import { LIFETIME_SECONDS, LOGGER, startMany, withRegistry } from "./support/homes.mjs";
import { until } from "./support/processes.mjs";
import { sshHindrance, withSshd } from "./support/sshd.mjs";
import { cpuOf, interleaved, median, quantile, timed } from "./support/statistics.mjs";
import { wallClock } from "./support/wall-clock.mjs";

const MIB = 1024 ** 2;
const LINE = "a line of a log of an agent that says what it does, and that is about a hundred bytes long: 0123456";
/** Says as its last act what time it is. No single quotes: it goes through one more shell in the baseline. */
const lastWords = (seconds) => `sleep ${seconds}; echo $EPOCHREALTIME`;
const printed = (bytes) => `yes "${LINE}" | head -c ${bytes}`;

const FULL = { starts: 20, endings: 20, lanes: 4, throughput: { rounds: 1, bytes: 256 * MIB }, quiet: [1, 20, 100] };
const QUICK = { starts: 3, endings: 3, lanes: 3, throughput: { rounds: 1, bytes: 16 * MIB }, quiet: [1, 5] };

/** Processes in other environments, beside what one would do to run a command there once. */
export async function run({ quick, root, say }) {
  const size = quick ? QUICK : FULL;
  const places = [
    { called: "SSH", hindrance: sshHindrance(), within: withSshd },
    { called: "Docker", hindrance: dockerHindrance(), within: withDockerd },
  ];
  const figures = [];
  for (const { called, hindrance, within } of places) {
    if (hindrance === null) figures.push(...(await within(root, (place) => measure({ root, place, size, say }))));
    else figures.push(figure({ what: `${called}: not measured, since ${hindrance}`, unit: "", ours: null }));
  }
  return figures;
}

async function measure(job) {
  const parts = { starts, endings, quietEndings, throughput, looksByLog, looksByCount };
  const figures = [];
  for (const [name, part] of Object.entries(parts)) {
    job.say(`${job.place.called}: ${name}`);
    figures.push(...(await part(job)));
  }
  return figures.map((one) => ({ ...one, what: `${job.place.called}: ${one.what}` }));
}

/** Runs `action` with a registry that has `count` connections to the place, each with a mirror of its own. */
function withPlaces({ root, place }, count, action) {
  const opened = Object.fromEntries(
    Array.from({ length: count }, (_, lane) => [`place-${lane}`, counted(place.open())]),
  );
  const close = () => Promise.all(Object.values(opened).map((one) => one.environment.close()));
  const environments = Object.fromEntries(Object.entries(opened).map(([name, one]) => [name, one.environment]));
  const each = async (registry) => {
    const figures = await action(registry, Object.keys(opened), Object.values(opened));
    for (const one of Object.values(opened)) await one.tidy();
    return figures;
  };
  return andThen(withRegistry(root, each, { environments }), close);
}

async function starts(job) {
  const { place, size } = job;
  return withPlaces(job, 1, async (registry, [environment]) => {
    const command = "true";
    const start = async () => {
      let id;
      const tookMs = await timed(async () => ({ id } = await registry.start({ command, shell: "plain", environment })));
      await registry.wait(id);
      await registry.remove(id);
      return tookMs;
    };
    const first = await start();
    const variants = {
      ours: start,
      once: () => timed(() => place.once(command)),
      ...(place.onceKept === null ? {} : { kept: () => timed(() => place.onceKept(command)) }),
    };
    const { ours, once, kept } = await interleaved(variants, { rounds: size.starts });
    await place.endKept();
    const all = { what: "start() until it resolves", unit: "ms", ours: median(ours) };
    return [
      figure({ ...all, baseline: median(once), against: `${place.baseline}: true` }),
      ...(kept
        ? [figure({ ...all, baseline: median(kept), against: `${place.baseline}: true, kept connection` })]
        : []),
      figure({ ...all, what: "the first start(), which connects and installs, once", ours: first }),
    ];
  });
}

async function endings(job) {
  const { place, size } = job;
  return withPlaces(job, 1, async (registry, [environment]) => {
    const events = eventsById(registry);
    const variants = {
      ours: () => endingMs({ registry, events, environment }, lastWords(0.1)),
      once: () => onceEndingMs(place, lastWords(0.1)),
    };
    const times = await andThen(interleaved(variants, { rounds: size.endings }), events.end);
    return endingFigures("end → event in hand, after 0.1 s", { ...times, place, limitMs: 500 });
  });
}

/** Several connections at a time, each with a pace of its own: alone they would take minutes. */
async function quietEndings(job) {
  const { place, size } = job;
  return withPlaces(job, size.lanes, async (registry, environments) => {
    const events = eventsById(registry);
    const seconds = Array.from({ length: size.endings }, (_, round) => 2.5 + round / size.endings);
    const ours = [];
    const lane = async (environment) => {
      // Not always at the same place of the pace.
      for (let next = seconds.pop(); next !== undefined; next = seconds.pop())
        ours.push(await endingMs({ registry, events, environment }, lastWords(next)));
    };
    await andThen(Promise.all(environments.map(lane)), events.end);
    const once = [];
    while (once.length < Math.min(3, size.endings)) once.push(await onceEndingMs(place, lastWords(2.5)));
    return endingFigures("end → event in hand, after 2.5 to 3.5 s of quiet", { ours, once, place, limitMs: 2_000 });
  });
}

function endingFigures(what, { ours, once, place, limitMs }) {
  const rest = { unit: "ms", against: `${place.baseline}: end → exit` };
  const p99 = (times) => quantile(times, 0.99);
  return [
    figure({ what: `${what}, p50`, ours: median(ours), baseline: median(once), ...rest }),
    figure({ what: `${what}, p99`, ours: p99(ours), baseline: p99(once), target: atMost(limitMs, "ms"), ...rest }),
  ];
}

async function endingMs({ registry, events, environment }, command) {
  const wallMs = wallClock();
  const { id } = await registry.start({ command, shell: "plain", environment, notifyOnComplete: true });
  const { event, atMs } = await events.of(id);
  const seenMs = wallMs() - (performance.now() - atMs);
  await registry.remove(id);
  return seenMs - millisecondsIn(event.output);
}

async function onceEndingMs(place, command) {
  const wallMs = wallClock();
  const { said, atMs } = await place.once(`bash -c '${command}'`);
  return wallMs() - (performance.now() - atMs) - millisecondsIn(said);
}

function millisecondsIn(text) {
  return Number(text.trim().replace(",", ".")) * 1000;
}

async function throughput(job) {
  const { root, place, size } = job;
  const { bytes, rounds } = size.throughput;
  const command = printed(bytes);
  const file = join(root, "copied");
  return withPlaces(job, 1, async (registry, [environment]) => {
    const variants = {
      ours: () => cpuOf(() => mirrored({ registry, environment }, command, bytes)),
      once: () => timed(() => place.intoFile(command, file)),
    };
    const { ours, once } = await interleaved(variants, { rounds, warmUp: 0 });
    check(statSync(file).size, bytes);
    rmSync(file);
    const rate = (times) => bytes / MIB / (median(times) / 1000);
    const what = `${bytes / MIB} MiB there → log here`;
    const speeds = { ours: rate(ours.map((one) => one.wallMs)), baseline: rate(once) };
    return [
      figure({ what: `${what}: speed`, unit: "MiB/s", ...speeds, against: `${place.baseline}: … > FILE` }),
      figure({ what: `${what}: our CPU`, unit: "ms", ours: median(ours.map((one) => one.cpuMs)) }),
    ];
  });
}

/** With a log that keeps all, here and there. */
async function mirrored({ registry, environment }, command, bytes) {
  const logMaxBytes = 2 * bytes;
  const { id } = await registry.start({ command, shell: "plain", environment, logMaxBytes });
  const { cursor } = await registry.wait(id);
  check(cursor, bytes);
  await registry.remove(id);
}

function check(seen, written) {
  if (seen !== written) throw new Error(`${written} bytes were written and ${seen} arrived.`);
}

const LOGS_BYTES = { small: MIB, large: 64 * MIB };
/** Within it are about five looks: the pace slows down. */
const LOOKS_MS = 2_000;

/** What a look costs on the wire when nothing is new, beside a short and a long log. */
async function looksByLog(job) {
  return withPlaces(job, 2, async (registry, environments, all) => {
    const bytesOfLook = async (bytes, lane) => {
      const command = `${printed(bytes)}; exec sleep ${LIFETIME_SECONDS}`;
      const options = { shell: "plain", logMaxBytes: 2 * bytes, environment: environments[lane] };
      const { id } = await registry.start({ command, ...options });
      const isHere = async () => (await registry.poll(id)).cursor === bytes;
      await until(isHere, "The whole log");
      await all[lane].looks(1); // This one may have been under way.
      return (await all[lane].looksWithin(LOOKS_MS)).bytes;
    };
    const small = await bytesOfLook(LOGS_BYTES.small, 0);
    const large = await bytesOfLook(LOGS_BYTES.large, 1);
    const compared = { baseline: small, against: "the same, log of 1 MiB", target: atMostMore(100, "B") };
    return [figure({ what: "a look with no news, both ways, log of 64 MiB", unit: "B", ours: large, ...compared })];
  });
}

/** The longest pauses between looks, and what they are cut to, so that there are enough looks. */
const PACE_MAX_MS = 2_000;
const HURRIED_MS = 20;
const HURRIED_LOOKS_MS = 2_000;
const HURRIED_CLOCK = {
  ...systemClock,
  every: (ms, task) => systemClock.every(ms <= PACE_MAX_MS ? HURRIED_MS : ms, task),
};

/** What a look at many quiet processes costs: they are asked together. */
async function looksByCount(job) {
  const { place, root, size } = job;
  const figures = [];
  for (const count of size.quiet) {
    const one = counted(place.open());
    const elsewhere = elsewhereOf({ clock: HURRIED_CLOCK, logger: LOGGER, open: () => one.environment, idleMs: 1e9 });
    const measured = async (registry) => {
      await startMany(registry, count, { command: `exec sleep ${LIFETIME_SECONDS}`, environment: "place" });
      await one.looks(3); // The first proves each shim to be itself, which costs more and is seldom done.
      const thereBefore = place.cpuMs?.() ?? 0;
      const { looks, wallMs, ours } = await looksOf(one);
      const there = ((place.cpuMs?.() ?? 0) - thereBefore) / looks;
      return { ours: ours / looks, there, wallMs };
    };
    const cost = await withRegistry(root, measured, { environments: { place: one.environment }, elsewhere });
    await one.environment.close();
    figures.push(...lookFigures(place, count, cost));
  }
  return figures;
}

async function looksOf(one) {
  let seen;
  const { cpuMs } = await cpuOf(async () => (seen = await one.looksWithin(HURRIED_LOOKS_MS)));
  return { looks: seen.looks, wallMs: seen.wallMs, ours: cpuMs };
}

function lookFigures(place, count, { ours, there, wallMs }) {
  const what = `a look at ${count} quiet ${count === 1 ? "process" : "processes"}`;
  return [
    figure({ what: `${what}: duration`, unit: "ms", ours: wallMs }),
    figure({ what: `${what}: our CPU`, unit: "ms", ours }),
    ...(place.cpuMs === null ? [] : [figure({ what: `${what}: CPU there`, unit: "ms", ours: there })]),
  ];
}

/** What `work` gives, once `tidy` is done, whatever happens. */
async function andThen(work, tidy) {
  try {
    return await work;
  } finally {
    await tidy();
  }
}
