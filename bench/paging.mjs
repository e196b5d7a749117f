import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { atLeast, atMost, figure } from "./support/figures.mjs";
import { emptyHome, newHome, openHome } from "./support/homes.mjs";
import { interleaved, median, timed } from "./support/statistics.mjs";

const LINE_BYTES = 100;
const GIB = 2 ** 30;
const PAGE_LINES = 200;
const LAST_BYTES = 10 * 1024;

/** Pages of a log of 1 GiB, which a process has really written. */
export async function run({ quick, root, say }) {
  const bytes = quick ? GIB / 16 : GIB;
  const home = newHome(root);
  const log = { home, bytes, line: quick ? 300_000 : 5_000_000, rounds: quick ? 3 : 7, id: "" };
  try {
    say("writing the log");
    log.id = await write(log);
    const files = segmentsOf(log);
    say("indexing");
    const index = await interleaved(
      { ours: () => indexAnew(log), wc: () => program("wc", "-l", ...files) },
      { rounds: log.rounds },
    );
    say("pages");
    return figuresOf(log, index, await pages(log, files));
  } finally {
    await emptyHome(home);
  }
}

function figuresOf({ bytes, line }, index, { page, sed, since, tail }) {
  const rate = (times) => bytes / 2 ** 20 / (median(times) / 1000);
  const at = line.toLocaleString("en-US");
  return [
    figure({
      what: "indexing a log",
      unit: "MiB/s",
      ours: rate(index.ours),
      baseline: rate(index.wc),
      against: "wc -l",
      target: atLeast(1024, "MiB/s"),
    }),
    figure({
      what: `page at line ${at}, indexed`,
      unit: "ms",
      ours: median(page),
      baseline: median(sed),
      against: "sed -n 'N,Mp;Mq'",
      target: atMost(50, "ms"),
    }),
    figure({
      what: "log since the last 10 KiB",
      unit: "ms",
      ours: median(since),
      baseline: median(tail),
      against: "tail -c",
    }),
  ];
}

/** Writes numbered lines of 100 bytes. */
async function write({ home, bytes }) {
  const registry = await openHome(home);
  const command = `seq -f %0${LINE_BYTES - 1}.0f 0 ${Math.floor(bytes / LINE_BYTES) - 1}`;
  const { id } = await registry.start({ command, shell: "plain", logMaxBytes: 2 * GIB });
  await registry.wait(id);
  await registry.close();
  return id;
}

function segmentsOf({ home, id }) {
  const directory = join(home, "procs", id);
  return readdirSync(directory)
    .filter((name) => name.startsWith("log."))
    .toSorted()
    .map((name) => join(directory, name));
}

/** A registry that was just opened knows nothing of the log yet: its first page counts all lines. */
async function indexAnew({ home, id }) {
  const registry = await openHome(home);
  try {
    return await timed(() => registry.log(id, { offset: 0, limit: 1 }));
  } finally {
    await registry.close();
  }
}

async function pages(log, files) {
  const { home, id, line, rounds } = log;
  const registry = await openHome(home);
  try {
    const { cursor } = await registry.log(id, { limit: 1 });
    const range = `${line + 1},${line + PAGE_LINES}p;${line + PAGE_LINES}q`;
    return await interleaved(
      {
        page: () => timed(async () => checkPage(log, await registry.log(id, { offset: line, limit: PAGE_LINES }))),
        sed: () => program("sed", "-n", range, ...files),
        since: () => timed(() => registry.log(id, { since: cursor - LAST_BYTES })),
        tail: () => program("tail", "-c", String(LAST_BYTES), files.at(-1)),
      },
      { rounds: rounds * 3 },
    );
  } finally {
    await registry.close();
  }
}

function checkPage({ line }, { output }) {
  const [first] = output.split("\n");
  if (Number(first) !== line) throw new Error(`Line ${line} was asked for, and line ${first} came.`);
}

/** Milliseconds that a program takes, its start included. */
function program(name, ...words) {
  return timed(async () => {
    const child = spawn(name, words, { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.resume();
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${name} ended with exit code ${code}.`);
  });
}
