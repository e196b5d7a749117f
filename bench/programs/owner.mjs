// Owns a home until it is killed.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { openHome, startMany } from "../support/homes.mjs";
import { serve } from "../support/helper.mjs";
import { timed } from "../support/statistics.mjs";

const home = process.argv[2];
let registry;

serve(
  {
    open: () => timed(async () => (registry = await openHome(home))),
    startMany: ({ count, command }) => startMany(registry, count, command),
    running: async () => (await registry.list()).filter((entry) => entry.status === "running").length,
    readRecords: () => timed(readRecords),
  },
  () => registry?.close(),
);

/** The record of a process that has not changed since its start stands in its spec. */
function readRecords() {
  const processes = join(home, "procs");
  for (const id of readdirSync(processes)) {
    const directory = join(processes, id);
    const name = readdirSync(directory).includes("record.json") ? "record.json" : "spec.json";
    JSON.parse(readFileSync(join(directory, name), "utf8"));
  }
}
