import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { systemClock } from "../../src/adapters/clock/system.ts";
import { hostIsolation } from "../../src/adapters/isolation/host.ts";
import { shimLauncher } from "../../src/adapters/launch/shim-launcher.ts";
import { sparePipes } from "../../src/adapters/launch/spare-pipes.ts";
import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import type { ResourceLimits } from "../../src/core/isolation/limits.ts";
import type { Confinement } from "../../src/ports/isolation.ts";
import { plainSpec } from "./plain-spec.ts";

/**
 * A program that starts confined commands, for a machine that has only Node:
 * `start HOME ID LIMITS COMMAND`, `stop HOME ID`, `gateway HOME` (starts `scoped`, then a plain child, and stays).
 * What came of it is in `HOME/ID/answer.json`.
 */
const [verb, home = "", ...words] = process.argv.slice(2);
const logger = { info: () => undefined, warn: () => undefined };
const { isolation } = hostIsolation({ clock: systemClock, logger, home });

if (verb === "start") await start(words[0] ?? "", JSON.parse(words[1] ?? "{}") as ResourceLimits, words[2] ?? "");
if (verb === "stop") await stop(words[0] ?? "");
if (verb === "gateway") await gateway();

async function start(id: string, limits: ResourceLimits, command: string): Promise<void> {
  const directory = join(home, id);
  mkdirSync(directory, { recursive: true });
  const { confinement, notes, ...wrap } = await isolation.prepare(id, limits);
  const launcher = shimLauncher({
    clock: systemClock,
    table: linuxProcessTable(),
    spares: sparePipes(join(home, "spares"), null),
    pipesRoot: null,
  });
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, SHELL: "/bin/bash" };
  const spec = plainSpec({ command, cwd: home, env });
  const { shim, job } = await launcher.launch(id, directory, { ...spec, wrap });
  const located = isolation.locate(confinement, shim.pid);
  const outcome = isolation.outcome(located);
  answer(id, { confinement: located, notes, shim: shim.pid, job: job?.pid ?? null, outcome });
}

async function stop(id: string): Promise<void> {
  const { confinement } = JSON.parse(readFileSync(join(home, id, "answer.json"), "utf8")) as {
    readonly confinement: Confinement;
  };
  process.stdout.write(String(await isolation.stop(confinement)));
}

async function gateway(): Promise<void> {
  const name = `scoped${process.pid}`;
  await start(name, {}, "sleep 600");
  const child = spawn("sleep", ["600"], { stdio: "ignore" });
  writeFileSync(join(home, "gateway.json"), JSON.stringify({ name, child: child.pid }));
}

function answer(id: string, value: unknown): void {
  writeFileSync(join(home, id, "answer.json"), JSON.stringify(value));
}
