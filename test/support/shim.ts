import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { logLayout } from "../../src/core/log-layout.ts";

const SHIM = join(import.meta.dirname, "../../src/adapters/launch/shim.sh");

/** A shell and a set of tools that the shim must work with. */
export interface Ground {
  readonly name: string;
  readonly shell: readonly string[];
  readonly setsid: string;
  /** Tools that come first on the PATH of the shim. */
  readonly tools: "system" | "busybox";
}

export const GROUNDS: readonly Ground[] = [
  { name: "dash", shell: ["dash"], setsid: "/usr/bin/setsid", tools: "system" },
  { name: "bash", shell: ["bash"], setsid: "/usr/bin/setsid", tools: "system" },
  { name: "busybox", shell: ["busybox", "ash"], setsid: "setsid", tools: "busybox" },
  { name: "dash with the macOS substitutes", shell: ["dash"], setsid: "", tools: "system" },
];

export interface ShimOptions {
  readonly ground: Ground;
  readonly argv: readonly string[];
  readonly stdin?: "null" | "pipe";
  readonly logMaxBytes?: number;
  readonly mode?: "quick" | "careful";
  readonly env?: Record<string, string>;
  readonly directory?: string;
}

export interface ShimRun {
  readonly directory: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
}

const APPLETS = ["sh", "mkfifo", "dd", "mv", "ln", "rm", "wc", "tee", "sleep", "cat"];

/** Runs the shim by itself, as the launcher does, in a new directory below `root`. */
export function startShim(root: string, options: ShimOptions): ShimRun {
  const directory = options.directory ?? join(root, `p${readdirSync(root).length}`);
  mkdirSync(directory, { recursive: true });
  const env = {
    ...process.env,
    ...options.env,
    PATH: `${toolsOf(root, options.ground)}${options.env?.["PATH"] ?? process.env["PATH"]}`,
  };
  const words = [
    ...copyWords(directory, options),
    options.stdin ?? "null",
    "022",
    options.env?.["PATH"] ?? process.env["PATH"] ?? "",
  ];
  const setsid = options.ground.tools === "busybox" ? join(root, "busybox", "setsid") : options.ground.setsid;
  const [program = "sh", ...first] = options.ground.shell;
  const child = spawn(program, [...first, SHIM, "run", ...words, setsid, ...options.argv], {
    env,
    stdio: "ignore",
    detached: true,
  });
  return { directory, child, ended: new Promise((resolve) => child.once("exit", (code) => resolve(code))) };
}

/** A second copier for a directory whose first one was killed. */
export function startCopier(run: ShimRun, options: ShimOptions): Promise<number | null> {
  const [program = "sh", ...first] = options.ground.shell;
  const child = spawn(program, [...first, SHIM, "copy", ...copyWords(run.directory, options)], {
    stdio: "ignore",
    detached: true,
  });
  return new Promise((resolve) => child.once("exit", resolve));
}

function copyWords(directory: string, options: ShimOptions): string[] {
  const layout = logLayout(options.logMaxBytes ?? 64 * 1024 * 1024);
  return [
    directory,
    directory,
    String(layout.blockBytes),
    String(layout.segmentBytes),
    String(layout.segments),
    options.mode ?? "quick",
  ];
}

function toolsOf(root: string, ground: Ground): string {
  if (ground.tools === "system") return "";
  const directory = join(root, "busybox");
  if (!existsSync(directory)) {
    mkdirSync(directory);
    const busybox = execFileSync("sh", ["-c", "command -v busybox"]).toString().trim();
    for (const applet of [...APPLETS, "setsid"]) symlinkSync(busybox, join(directory, applet));
  }
  return `${directory}:`;
}

export interface Segment {
  readonly start: number;
  readonly size: number;
  readonly path: string;
}

export function segments(directory: string): Segment[] {
  return readdirSync(directory)
    .filter((name) => /^log\.\d{15}$/.test(name))
    .toSorted()
    .map((name) => ({
      start: Number(name.slice(4)),
      size: statSync(join(directory, name)).size,
      path: join(directory, name),
    }));
}

export function logText(directory: string): string {
  return Buffer.concat(segments(directory).map((segment) => readFileSync(segment.path))).toString();
}

export function names(directory: string, prefix: string): string[] {
  return readdirSync(directory).filter((name) => name.startsWith(prefix));
}
