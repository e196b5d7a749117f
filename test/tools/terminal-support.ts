import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

import { systemClock } from "../../src/adapters/clock/system.ts";
import type { OpenOptions } from "../../src/compose.ts";
import type { Bellhop, CallerContext } from "../../src/core/contract.ts";
import { operations } from "../../src/operations/index.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { runDaemon } from "../../src/surfaces/daemon/daemon.ts";
import { SERVER_LIMITS } from "../../src/surfaces/daemon/settings.ts";
import { createTools } from "../../src/surfaces/tools/create-tools.ts";
import type { Tool, ToolCaller, ToolRunOptions } from "../../src/surfaces/tools/tool.ts";
import { testClient } from "../daemon/harness.ts";
import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";

/** The tool works the same over both. */
export const FACES = ["a registry in process", "a connection to the daemon"] as const;
export type Face = (typeof FACES)[number];

export interface Ground {
  readonly registry: Registry;
  /** What the tool works with: the registry, or a connection to it. */
  readonly bellhop: Bellhop;
  readonly caller: ToolCaller & { readonly caller: CallerContext };
  /** Where commands run. */
  readonly directory: string;
  run(args: unknown, options?: ToolRunOptions & { readonly as?: Partial<ToolCaller> }): Promise<Answer>;
}

export type Answer = Record<string, unknown> & { readonly session_id?: string };

/** A real registry, with the tool over one of the faces, until the test has finished. Nobody's login files are read. */
export async function ground(face: Face, options: OpenOptions = {}): Promise<Ground> {
  const registry = await testRegistry(options);
  const bellhop = face === FACES[0] ? registry : await connectionTo(registry);
  const directory = temporaryDirectory();
  const env = { PATH: process.env["PATH"] ?? "", HOME: directory };
  const caller = {
    taskId: "sandbox",
    ownerTaskId: "task",
    sessionKey: "talk",
    caller: { env, cwd: directory, umask: 0o22 },
  };
  return {
    registry,
    bellhop,
    caller,
    directory,
    run: async (args, { as, ...runOptions } = {}) =>
      JSON.parse(await terminalOf(bellhop, { ...caller, ...as }).run(args, runOptions)) as Answer,
  };
}

export function terminalOf(bellhop: Bellhop, caller: ToolCaller = {}): Tool {
  const tool = createTools(bellhop, caller).find(({ name }) => name === "terminal");
  if (tool === undefined) throw new Error("There is no tool terminal.");
  return tool;
}

/** A daemon in this program over a real registry, and a client of it. */
async function connectionTo(registry: Registry): Promise<Bellhop> {
  const over = new AbortController();
  let left = Promise.resolve("");
  await new Promise<string>((resolve, reject) => {
    left = runDaemon({
      registry,
      operations,
      version: "1.0.0",
      idleMs: null,
      clock: systemClock,
      logger: { info: () => undefined, warn: () => undefined },
      signal: over.signal,
      onListening: resolve,
      limits: { ...SERVER_LIMITS, goodbyeMs: 200 },
    });
    left.catch(reject);
  });
  onTestFinished(async () => {
    over.abort("The test is over.");
    await left;
  });
  return testClient(registry.home);
}

interface Places {
  readonly registry: { readonly home: string };
  readonly directory: string;
}

/** What differs from run to run, in fixed words. */
export function settled(answer: unknown, { registry, directory }: Places): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (key === "memory_bytes" || key === "cpu_seconds") return "NUMBER";
    return /^pids?$|_pids?$/.test(key) ? pidWords(value) : value;
  })
    .replaceAll(registry.home, "HOME")
    .replaceAll(directory, "DIRECTORY")
    .replaceAll(/proc_[0-9a-f]{12}/g, "proc_ID");
  return JSON.parse(text);
}

function pidWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pidWords);
  return typeof value === "number" ? "PID" : value;
}

const GOLDEN = join(import.meta.dirname, "golden");

/** Compares with `golden/terminal-NAME.json`. `GOLDEN=write` writes what is new; read it before it is kept. */
export function expectGolden(name: string, answer: unknown): void {
  const path = join(GOLDEN, `terminal-${name}.json`);
  if (process.env["GOLDEN"] === "write") {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(path, `${JSON.stringify(answer, null, 2)}\n`);
  }
  expect(answer).toEqual(existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : `There is no ${path}`);
}
