// Measures Bellhop beside what one would do without it, and prints both.
//
//   node bench/main.mjs [--quick] [--json FILE] [NAME...]
//
// NAME: capture, start, ... (benchmarks.mjs has them); all by default. --quick: small and short, to see that everything runs;
// its figures say little. --json: the figures also as a file. Exits with 1 when a benchmark could not run.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { fail } from "../scripts/tasks.mjs";
import { BENCHMARKS } from "./benchmarks.mjs";
import { figure, table } from "./support/figures.mjs";
import { startHelper } from "./support/helper.mjs";
import { emptyHome } from "./support/homes.mjs";
import { loadLine, machine, machineLine } from "./support/machine.mjs";

const PROGRAM = new URL("programs/benchmark.mjs", import.meta.url);
let interrupted = false;

async function main() {
  const { values, positionals } = parseArgs({
    options: { quick: { type: "boolean", default: false }, json: { type: "string" } },
    allowPositionals: true,
  });
  const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
  const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0)
    throw new Error(`No benchmark is called ${unknown.join(", ")}. There are: ${Object.keys(BENCHMARKS).join(", ")}.`);
  print(`${machineLine()}\nLoad at the beginning: ${loadLine()}\n`);
  const figures = [];
  for (const name of names) {
    figures.push(...(await runOne(name, values.quick).catch(missing(name))));
    if (interrupted) return;
  }
  print(`\n${table(figures)}\n\nLoad at the end: ${loadLine()}`);
  if (values.quick) print("These are figures of the short form, with less of everything: no measure of the targets.");
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify({ machine: machine(), quick: values.quick, figures }, null, 2)}\n`);
}

/** A benchmark that fails is said, and the others go on. */
function missing(name) {
  return (error) => {
    fail(error);
    return [figure({ what: `${name} could not run`, unit: "", ours: null })];
  };
}

/** However the benchmark ends, nothing of it stays behind. */
async function runOne(name, quick) {
  const root = mkdtempSync(join(tmpdir(), "bellhop-bench-"));
  const program = startHelper(PROGRAM);
  const interrupt = () => {
    interrupted = true;
    void program.kill();
  };
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  process.stderr.write(`${name}\n`);
  try {
    return await program.ask("run", { name, quick, root });
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await program.end();
    for (const entry of readdirSync(root)) if (entry.startsWith("home-")) await emptyHome(join(root, entry));
    rmSync(root, { recursive: true, force: true });
  }
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

main().catch(fail);
