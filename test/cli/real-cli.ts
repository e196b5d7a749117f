import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The built program. */
export const MAIN: string = fileURLToPath(new URL("../../dist/surfaces/cli/main.js", import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A program of a test with what it has printed so far. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly seen: { out: string; err: string };
  readonly ended: Promise<Ended>;
}

/** Starts a program with the home as its own. It does not outlive the test. */
export function start(home: string, program: string, args: readonly string[]): Running {
  const child = spawn(program, args, { env: { ...process.env, BELLHOP_HOME: home, TERM: "xterm", NO_COLOR: "" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const seen = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (seen.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (seen.err += text));
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...seen })));
  return { child, seen, ended };
}

/** `bellhop ARGS` in the background of the test. */
export function startBellhop(home: string, ...args: readonly string[]): Running {
  return start(home, process.execPath, [MAIN, ...args]);
}

/** `bellhop ARGS`, without input, to its end. */
export function bellhop(home: string, ...args: readonly string[]): Promise<Ended> {
  const running = startBellhop(home, ...args);
  running.child.stdin.end();
  return running.ended;
}

/** The same in a terminal (script(1)); what it prints on stdout and stderr comes together. */
export function startInTerminal(home: string, ...args: readonly string[]): Running {
  const line = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");
  return start(home, "script", ["-qec", line, "/dev/null"]);
}
