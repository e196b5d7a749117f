import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

import { openRegistry, type Registry } from "../../src/index.ts";
import { endAll, isAlive, pollOf, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { heard, numbers, shell } from "./children.ts";

const PROGRAM = join(import.meta.dirname, "..", "fixtures", "adopter.mjs");
const LINES = 20_000;

interface Orphan {
  readonly id: string;
  readonly pid: number;
  /** The home of the program that was killed, opened by this one. */
  readonly registry: Registry;
}

/**
 * A child that was adopted by a program that was then killed: when it had said so, or `early`, as soon as the shim has the
 * child and before the program knows.
 */
async function orphan(command: string, early = false): Promise<Orphan> {
  const home = join(temporaryDirectory(), "home");
  const program = spawn(process.execPath, [PROGRAM, home, command], { stdio: ["ignore", "pipe", "inherit"] });
  let pid = 0;
  onTestFinished(async () => {
    program.kill("SIGKILL");
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
    await endAll(home);
  });
  const said = await (early ? handedOver(home) : adopted(program));
  ({ pid } = said);
  program.kill("SIGKILL");
  await new Promise((resolve) => program.once("close", resolve));
  const registry = await openRegistry({ home, killGraceMs: 500 });
  onTestFinished(() => registry.close());
  return { ...said, registry };
}

interface Said {
  readonly id: string;
  readonly pid: number;
}

function adopted({ stdout }: ChildProcess): Promise<Said> {
  return new Promise((resolve, reject) => {
    if (stdout === null) return reject(new TypeError("It has no output."));
    createInterface({ input: stdout }).once("line", (text) => resolve(JSON.parse(text) as Said));
  });
}

async function handedOver(home: string): Promise<Said> {
  const processes = join(home, "procs");
  return until(
    () => {
      const [id = ""] = existsSync(processes) ? readdirSync(processes) : [];
      const job = join(processes, id, "job");
      const pid = id !== "" && existsSync(job) ? Number(readFileSync(job, "latin1")) : 0;
      return pid > 0 && { id, pid };
    },
    { what: "the shim to have the child" },
  );
}

async function outputOf(registry: Registry, id: string): Promise<string> {
  let text = "";
  for await (const chunk of registry.follow(id, { raw: true })) text += chunk.text;
  return text;
}

test("[ADOPT-13] kill -9 of the adopter: the child runs on, its output is complete, and nobody invents its exit code", async () => {
  const { id, registry } = await orphan(
    `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo $i; [ $((i % 2000)) = 0 ] && sleep 0.1; done; exit 3`,
  );
  expect((await pollOf(registry, id)).status).toBe("running");
  expect(await registry.wait(id)).toMatchObject({
    exitCode: null,
    completionReason: "lost",
    terminationSource: "adopter_gone",
  });
  expect((await outputOf(registry, id)) === numbers(LINES)).toBe(true);
  expect(await registry.drain()).toMatchObject([]);
});

test("[ADOPT-14] its input outlives the adopter", async () => {
  const { id, registry } = await orphan("echo up; read -r x; echo got $x; cat; echo end");
  expect(await registry.submit(id, "line")).toMatchObject({ status: "ok" });
  await registry.closeStdin(id);
  await registry.wait(id);
  expect(await outputOf(registry, id)).toBe("up\ngot line\nend\n");
});

test("[ADOPT-15] and a kill by the next owner of the home is told as one, without a code", async () => {
  const { id, pid, registry } = await orphan("echo up; sleep 60 & wait");
  expect(await registry.kill(id)).toMatchObject({
    status: "killed",
    completionReason: "killed",
    terminationSource: "process.kill",
    exitCode: null,
  });
  expect(isAlive(pid)).toBe(false);
});

test("[ADOPT-16] its copier is replaced when it is killed, also while the programs that carry its output are at work", async () => {
  const registry = await testRegistry();
  const own = shell("echo 1; read -r x; echo 2; read -r x; echo 3; exit 5");
  await heard(own, "1\n");
  const { id } = await registry.adopt(own.child, { command: "c", cwd: "/", outputSoFar: own.heard() });
  const copier = await until(() => pidIn(registry, id, "copier"), { what: "the copier" });
  const reader = await until(() => childrenOf(copier)[0], { what: "its dd" });
  for (const pid of [copier, reader]) process.kill(pid, "SIGKILL");
  // One that dies only when it is its turn takes along what was printed until then.
  await until(() => !isAlive(copier) && !isAlive(reader), { what: "their end" });
  await registry.submit(id, "");
  await until(async () => (await pollOf(registry, id)).outputPreview === "1\n2\n", { what: "another copier" });
  await registry.submit(id, "");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 5, output: "1\n2\n3\n" });
});

test("[ADOPT-16] when its shim is killed nothing of its output is lost, and its exit code is known", async () => {
  const registry = await testRegistry();
  const own = shell("echo 1; read -r x; echo 2; exit 5");
  await heard(own, "1\n");
  const { id } = await registry.adopt(own.child, { command: "c", cwd: "/", outputSoFar: own.heard() });
  process.kill(pidIn(registry, id, "running"), "SIGKILL");
  await registry.submit(id, "");
  expect(await registry.wait(id)).toMatchObject({ exitCode: 5, completionReason: "exited", output: "1\n2\n" });
});

test("[ADOPT-16] the same in the very moment in which the shim says that it has the child", async () => {
  const registry = await testRegistry();
  for (let round = 0; round < 10; round++) {
    const own = shell("echo 1; read -r x; echo 2; exit 5");
    await heard(own, "1\n");
    const before = new Set(readdirSync(join(registry.home, "procs")));
    const adoption = registry.adopt(own.child, { command: "c", cwd: "/", outputSoFar: own.heard() });
    const started = readdirSync(join(registry.home, "procs")).find((name) => !before.has(name)) ?? "";
    // In one turn: a pause would give the shim time to do what comes next.
    for (const end = Date.now() + 10_000; !(pidIn(registry, started, "job") > 0) && Date.now() < end;);
    process.kill(pidIn(registry, started, "running"), "SIGKILL");
    const { id } = await adoption;
    expect(id).toBe(started);
    await registry.submit(id, "");
    expect(await registry.wait(id)).toMatchObject({ exitCode: 5, completionReason: "exited", output: "1\n2\n" });
  }
});

function pidIn(registry: Registry, id: string, name: string): number {
  const path = join(registry.home, "procs", id, name);
  return existsSync(path) ? Number.parseInt(readFileSync(path, "latin1"), 10) : 0;
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
}

test("[ADOPT-13] killed again and again, wherever it is", async () => {
  for (let round = 0; round < 6; round++) {
    const command = "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo $i; done; sleep 0.3";
    const { id, registry } = await orphan(command, round % 2 === 0);
    await until(async () => (await pollOf(registry, id)).status === "exited", { what: "its end" });
    expect((await outputOf(registry, id)) === numbers(3_000)).toBe(true);
  }
});
