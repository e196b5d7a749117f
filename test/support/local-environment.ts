import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import {
  type Ability,
  type Environment,
  EnvironmentError,
  type EnvironmentTrouble,
  type ExecutedBytes,
  type ExecuteOptions,
} from "../../src/ports/environment.ts";

export interface LocalEnvironmentOptions {
  /** Where the other side keeps its files. */
  readonly directory: string;
  readonly name?: string;
  /** @default both */
  readonly abilities?: readonly Ability[];
  /** Its `sh`, and the tools that it has. @default those of the system */
  readonly ground?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Tools that are not there. */
  readonly without?: readonly string[];
  /** Printed by every call before and behind its own output, as a login file would. */
  readonly noise?: string;
}

/** How calls go wrong: `never` run, or run and the answer is `lost`, or `cut` in the middle; `starved`: their input is, and the answer is lost. */
export type Fault = "never" | "lost" | "cut" | "starved";

export interface LocalEnvironment extends Environment {
  /** Lines that were run, the latest last. */
  readonly calls: readonly string[];
  /** Bytes of all answers. */
  readonly answerBytes: () => number;
  /** The next `count` calls that `which` matches go wrong. */
  fail(fault: Fault, options?: { count?: number; which?: RegExp; trouble?: EnvironmentTrouble }): void;
  readonly isClosed: () => boolean;
}

interface Planned {
  readonly fault: Fault;
  left: number;
  readonly which: RegExp;
  readonly trouble: EnvironmentTrouble;
}

/** A place on this host that can do what it is told to, with real processes; what runs in it does not know that we are here. */
export function localEnvironment(options: LocalEnvironmentOptions): LocalEnvironment {
  const { abilities = ["bytes", "stdin", "reconnect"], name = "local:place" } = options;
  const env = environmentOf(options);
  const calls: string[] = [];
  const faults: Planned[] = [];
  const inProgress = new Set<Promise<unknown>>();
  let answered = 0;
  let closed = false;

  const run = async (line: string, runOptions: ExecuteOptions, merged: boolean): Promise<ExecutedBytes> => {
    const fault = faults.find((one) => one.left > 0 && one.which.test(line));
    if (fault !== undefined) fault.left -= 1;
    if (fault?.fault === "never") throw new EnvironmentError(fault.trouble, `${name} is not there. Try later.`);
    calls.push(line);
    const noisy =
      options.noise === undefined
        ? line
        : `printf %s ${quoted(options.noise)}; ${line}\nprintf %s ${quoted(options.noise)}`;
    const { stdin = new Uint8Array() } = runOptions;
    const half = fault?.fault === "starved" ? { stdin: stdin.subarray(0, stdin.length / 2) } : {};
    const done = await execute({ line: noisy, env, merged, inProgress }, { ...runOptions, ...half });
    answered += done.stdout.length;
    if (fault?.fault === "lost" || fault?.fault === "starved")
      throw new EnvironmentError(fault.trouble, `The connection to ${name} was cut. Try later.`);
    return fault === undefined ? done : { ...done, stdout: done.stdout.subarray(0, done.stdout.length / 2) };
  };
  return {
    name,
    abilities: new Set(abilities),
    execute: async (line, runOptions = {}) => {
      const { stdout, exitCode } = await run(line, runOptions, true);
      return { output: stdout.toString("utf8"), exitCode };
    },
    ...(abilities.includes("bytes")
      ? { executeBytes: (line: string, runOptions: ExecuteOptions = {}) => run(line, runOptions, false) }
      : {}),
    close: async () => {
      closed = true;
      await Promise.all(inProgress); // Also of calls that were given up: what they still do would come behind the test.
    },
    calls,
    answerBytes: () => answered,
    fail: (fault, { count = 1, which = /./, trouble = "unreachable" } = {}) =>
      void faults.push({ fault, left: count, which, trouble }),
    isClosed: () => closed,
  };
}

interface Work {
  readonly line: string;
  readonly env: Record<string, string>;
  readonly merged: boolean;
  /** Calls whose programs have not all ended. */
  readonly inProgress: Set<Promise<unknown>>;
}

function execute(
  { line, env, merged, inProgress }: Work,
  { stdin, cwd, signal, timeoutMs }: ExecuteOptions,
): Promise<ExecutedBytes> {
  return new Promise((resolve, reject) => {
    const words = ["-c", merged ? `exec 2>&1; ${line}` : line];
    const child = spawn(join(env["PLACE_BIN"] ?? "/bin", "sh"), words, {
      cwd: cwd ?? env["HOME"],
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    });
    const over = new Promise<void>((done) => child.once("close", () => done()));
    inProgress.add(over);
    void over.then(() => inProgress.delete(over));
    const out: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.stdin.on("error", () => undefined).end(stdin ?? "");
    child.once("error", (error) => reject(new EnvironmentError("unreachable", error.message)));
    child.once("close", (code) =>
      resolve({ stdout: Buffer.concat(out), stderr: Buffer.concat(errors).toString(), exitCode: code ?? 124 }),
    );
  });
}

/** The tools that the agent and the shim use, and what the tests run. */
const TOOLS =
  "sh cat dd mkdir rm wc sleep mkfifo mv ln tee grep sed cut tail df id chmod find base64 openssl od hexdump xxd setsid stty tr head env printf seq yes touch true kill date ps nohup".split(
    " ",
  );

function environmentOf({
  directory,
  ground = "system",
  env = {},
  without = [],
}: LocalEnvironmentOptions): Record<string, string> {
  const temporary = join(directory, "tmp");
  const tools = join(directory, "bin");
  mkdirSync(temporary, { recursive: true });
  mkdirSync(tools, { recursive: true });
  for (const tool of [...TOOLS, ...(ground === "busybox" ? [] : ["bash", "script", "perl"])]) {
    const path = without.includes(tool) ? "" : whereIs(toolFor(tool, ground));
    if (path !== "") symlinkSync(path, join(tools, tool));
  }
  return {
    BELLHOP_TEST_RUN: process.env["BELLHOP_TEST_RUN"] ?? "",
    HOME: directory,
    TMPDIR: temporary,
    PATH: tools,
    PLACE_BIN: tools,
    SHELL: "/usr/bin/fish",
    ...env,
  };
}

/** Which program stands for a tool. */
function toolFor(tool: string, ground: string): string {
  if (ground === "busybox") return "busybox";
  return tool === "sh" && ground !== "system" ? ground : tool;
}

function whereIs(program: string): string {
  try {
    return execFileSync("/bin/sh", ["-c", `command -v ${program}`], { encoding: "utf8" })
      .trim()
      .replace(/^[^/].*$/, "");
  } catch {
    return "";
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
