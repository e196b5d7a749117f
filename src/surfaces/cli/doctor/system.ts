import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { basename, delimiter, isAbsolute, join } from "node:path";
import { RUNNING_MAX } from "../../../core/limits.ts";
import { fail, ok, warn } from "./check.ts";
import type { Check, Patient } from "./check.ts";

const NODE_OLDEST = [20, 19] as const;
/** What the shim calls. */
const PROGRAMS = ["sh", "setsid", "dd", "mkfifo", "mv", "rm", "wc", "tee"] as const;
/** Programs that macOS does not have; the shim has a substitute there. */
const LINUX_ONLY: ReadonlySet<string> = new Set(["setsid"]);
const SYSTEM_DIRECTORIES = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin", "/run/current-system/sw/bin"];
const POSIX_SHELLS: ReadonlySet<string> = new Set(["bash", "zsh", "sh", "dash", "ksh", "mksh"]);
/** Above this a login shell is felt with every command. */
const SLOW_SHELL_MS = 1_000;
const SHELL_MAX_MS = 10_000;
/** Each running process takes one watch; the rest of the machine wants some, too. */
const WATCHES_FEW = 2 * RUNNING_MAX;
/** The daemon takes one of these; editors and file watchers of the same user take dozens. */
const INSTANCES_FEW = 64;
/** Descriptors: a few for each running process of a busy home, and the clients. */
const OPEN_FILES_FEW = 4_096;

/** Whether this machine has what jobs need. */
export async function systemChecks({ env }: Patient): Promise<readonly Check[]> {
  const shell = shellCheck(env);
  return [
    nodeCheck(),
    programsCheck(env),
    shell.check,
    await loginCheck(shell.path, env),
    ...inotifyChecks(),
    openFilesCheck(),
  ];
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isOldEnough = major > NODE_OLDEST[0] || (major === NODE_OLDEST[0] && minor >= NODE_OLDEST[1]);
  if (isOldEnough) return ok("Node", process.versions.node);
  return fail("Node", process.versions.node, `Install Node ${NODE_OLDEST.join(".")} or newer.`);
}

function programsCheck(env: Patient["env"]): Check {
  const name = "programs";
  const needed = PROGRAMS.filter((program) => process.platform === "linux" || !LINUX_ONLY.has(program));
  const missing = needed.filter((program) => findProgram(program, env["PATH"]) === null);
  if (missing.length === 0) return ok(name, needed.join(" "));
  return fail(
    name,
    `missing: ${missing.join(" ")}`,
    "Install them (Debian: coreutils and util-linux; Alpine: coreutils and util-linux, or busybox).",
  );
}

function shellCheck(env: Patient["env"]): { readonly check: Check; readonly path: string | null } {
  const name = "shell";
  const preferred = env["SHELL"] ?? "";
  if (isAbsolute(preferred) && POSIX_SHELLS.has(basename(preferred)) && isExecutable(preferred)) {
    return { check: ok(name, preferred), path: preferred };
  }
  const why = preferred ? `$SHELL is ${preferred}, which is no POSIX shell that can be run` : "$SHELL is not set";
  const path = findProgram("bash", env["PATH"]);
  if (path)
    return { check: warn(name, `${why}; jobs run in ${path}`, "Set SHELL to bash, zsh, dash or ksh to choose."), path };
  return { check: fail(name, `${why}, and there is no bash`, "Install bash, or set SHELL to a POSIX shell."), path };
}

async function loginCheck(shell: string | null, env: Patient["env"]): Promise<Check> {
  const name = "login shell";
  if (!shell) return warn(name, "not tried, since there is no shell", "See above.");
  const beganMs = performance.now();
  const ended = await loginShellEnds(shell, env);
  const ms = Math.round(performance.now() - beganMs);
  const advice = `Use run --shell cached, which reads its files once, or make them faster (they are what ${shell} -lic true runs).`;
  if (!ended) return fail(name, `has not started within ${SHELL_MAX_MS} ms`, advice);
  return ms > SLOW_SHELL_MS ? warn(name, `starts in ${ms} ms`, advice) : ok(name, `starts in ${ms} ms`);
}

/** In a session of its own (`detached`): an interactive shell would take our terminal and stop us. */
async function loginShellEnds(shell: string, env: Patient["env"]): Promise<boolean> {
  const child = spawn(shell, ["-lic", "true"], { stdio: "ignore", detached: true, env });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), SHELL_MAX_MS);
  try {
    const [, signal] = (await once(child, "exit")) as [number | null, string | null];
    return signal === null;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function inotifyChecks(): readonly Check[] {
  if (process.platform !== "linux") return [];
  return [
    kernelLimit("inotify watches", "max_user_watches", WATCHES_FEW),
    kernelLimit("inotify instances", "max_user_instances", INSTANCES_FEW),
  ];
}

function kernelLimit(name: string, file: string, few: number): Check {
  const value = Number(readText(`/proc/sys/fs/inotify/${file}`) || Number.NaN);
  if (Number.isNaN(value)) return warn(name, "unknown", "Endings are noticed within a second instead of at once.");
  if (value >= few) return ok(name, String(value));
  return warn(name, `${value}, and ${few} are advised`, `Run as root: sysctl fs.inotify.${file}=${few}`);
}

/** Node raises its soft limit to the hard one at start, so the hard one counts. */
function openFilesCheck(): Check {
  const name = "open files";
  const line = /^Max open files\s+\S+\s+(\S+)/m.exec(readText("/proc/self/limits"))?.[1];
  if (line === undefined) return ok(name, "limit unknown on this system");
  if (line === "unlimited" || Number(line) >= OPEN_FILES_FEW) return ok(name, line);
  return warn(
    name,
    `${line}, and ${OPEN_FILES_FEW} are advised`,
    `Raise the hard limit (ulimit -Hn ${OPEN_FILES_FEW}) before the daemon starts.`,
  );
}

function findProgram(program: string, path = ""): string | null {
  const directories = [...path.split(delimiter).filter(isAbsolute), ...SYSTEM_DIRECTORIES];
  return directories.map((directory) => join(directory, program)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
