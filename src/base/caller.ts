import { homedir } from "node:os";

import { readFileSync } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

export interface Caller {
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly umask: number;
}

/** What a child of this program takes over from it: the environment, the directory and the file mode creation mask. */
export function callerContext(env: Environment = process.env): Caller {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { env: Object.fromEntries(set), cwd: workingDirectory(env), umask: currentUmask() };
}

/** A directory that was deleted under us has no path any more; the shell's note of it leads to its parent. */
function workingDirectory(env: Environment): string {
  try {
    return process.cwd();
  } catch {
    return env["PWD"] || "/";
  }
}

/** What nearly every system begins with; the daemon itself is stricter. */
const COMMON_UMASK = 0o022;

/** From proc_pid_status(5): asking the other way sets it to 0 for a moment, which other threads would see. */
function currentUmask(): number {
  try {
    const umask = /^Umask:\s*([0-7]+)$/m.exec(readFileSync("/proc/self/status", "utf8"));
    if (umask?.[1] !== undefined) return Number.parseInt(umask[1], 8);
  } catch {
    // Not Linux.
  }
  return COMMON_UMASK;
}

/**
 * What a job takes over when whoever starts it over HTTP sends no environment: that of this program, in the user's home
 * directory. The daemon may have been started by somebody's job; its clients are in no conversation of that one.
 */
export function homeContext(): Caller {
  const { env } = callerContext();
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("BELLHOP_SESSION_"));
  return { env: Object.fromEntries(kept), cwd: homedir(), umask: COMMON_UMASK };
}
