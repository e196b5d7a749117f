import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";

import { openRegistry, type OpenOptions } from "../../src/compose.ts";
import type { Bellhop, LogOptions, StartOptions } from "../../src/core/contract.ts";
import type { LogResult, NotFound, PollResult, StartedProcess } from "../../src/core/results.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { temporaryDirectory } from "./temp.ts";
import { until } from "./until.ts";

/** A registry over a fresh home. When the test has finished, everything that it started is killed and the home is removed. */
export async function testRegistry(options: OpenOptions = {}): Promise<Registry> {
  return open({ home: join(temporaryDirectory(), "home"), ...options });
}

/** Lets go of the home and opens it again, as after a crash or an upgrade. */
export async function reopen(registry: Registry, options: OpenOptions = {}): Promise<Registry> {
  await registry.close();
  return open({ home: registry.home, ...options });
}

async function open(options: OpenOptions): Promise<Registry> {
  const registry = await openRegistry({ killGraceMs: 500, ...options });
  onTestFinished(async () => {
    await registry.close();
    await endAll(registry.home);
  });
  return registry;
}

/** Kills what a home still has running, whoever owns it now. By the mark: nothing else is touched. */
export async function endAll(home: string): Promise<void> {
  const ids = idsIn(home);
  await endMarked(ids);
  rmSync(home, { recursive: true, force: true });
}

/** Kills until none is found: a copier may have been starting a program at the first look. */
export async function endMarked(ids: readonly string[]): Promise<void> {
  await until(() => marked(ids).every((pid) => !killed(pid)), { what: "the processes of the test to be gone" });
}

function idsIn(home: string): string[] {
  try {
    return readdirSync(join(home, "procs"));
  } catch {
    return [];
  }
}

/** Until nothing of these is alive, also their shims and copiers: those end by themselves, behind the receipt. */
export async function allGone(...ids: readonly string[]): Promise<void> {
  await until(() => marked(ids).length === 0, { what: "all of it to be gone", seen: () => marked(ids) });
}

/** Pids of living processes that carry one of the ids in their environment. */
export function marked(ids: readonly string[]): number[] {
  const marks = ids.map((id) => `BELLHOP_PROC_ID=${id}\0`);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const environment = read(`/proc/${name}/environ`);
      return marks.some((mark) => environment.includes(mark)) && !/^State:\s+Z/m.test(read(`/proc/${name}/status`));
    })
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function killed(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** Starts with a plain shell, which is there in a few milliseconds. */
export function startPlain(
  registry: Registry,
  command: string,
  options: Partial<StartOptions> = {},
): Promise<StartedProcess> {
  return registry.start({ command, shell: "plain", ...options });
}

/** Starts, waits for the end, and gives what `wait` says. */
export async function runPlain(registry: Registry, command: string, options: Partial<StartOptions> = {}) {
  const { id } = await startPlain(registry, command, options);
  return { id, ...(await registry.wait(id)) };
}

/** What `poll` says of a process that is there. */
export async function pollOf(bellhop: Bellhop, id: string): Promise<PollResult> {
  return found(await bellhop.poll(id));
}

/** What `log` says of a process that is there. */
export async function logOf(bellhop: Bellhop, id: string, options?: LogOptions): Promise<LogResult> {
  return found(await bellhop.log(id, options));
}

function found<T extends object>(answer: T | NotFound): T {
  if ("status" in answer && answer.status === "not_found") throw new Error(answer.error);
  return answer as T;
}

export function isAlive(pid: number): boolean {
  return /^State:\s+[^ZX]/m.test(read(`/proc/${pid}/status`));
}
