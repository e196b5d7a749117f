import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { TYPED_AHEAD_MAX_BYTES } from "../../core/limits.ts";
import { readStat } from "../process-table/stat.ts";
import { readPid } from "./pids.ts";

/**
 * Bytes that the terminal of a process may still be sent. What its program does not read, `script` holds in its memory, without a
 * bound, and keeps the pipe empty: it is what it has read and not written (proc_pid_io(5)), with the few bytes that it has
 * read to start. Infinity when there is no terminal, or the kernel does not count: the pipe has a bound of its own.
 */
export function typingRoomBytes(directory: string): number {
  const holder = holderPid(directory);
  if (holder === null) return Infinity;
  try {
    const counters = readFileSync(`/proc/${holder}/io`, "latin1");
    return TYPED_AHEAD_MAX_BYTES - (counted(counters, "rchar") - counted(counters, "wchar"));
  } catch {
    return Infinity;
  }
}

/**
 * `script`: the command's parent is the shell in the terminal, and that one's parent is it. None where `cat` carries the
 * input (`movers`): that holds one read of it, and what is behind that waits in the pipe.
 */
function holderPid(directory: string): number | null {
  const job = has(directory, "tty") && !has(directory, "movers") ? readPid(join(directory, "job")) : null;
  const shell = job === null ? null : readStat(job)?.parentPid;
  const holder = shell ? readStat(shell)?.parentPid : undefined;
  return holder !== undefined && holder > 1 ? holder : null;
}

function has(directory: string, name: string): boolean {
  return statSync(join(directory, name), { throwIfNoEntry: false }) !== undefined;
}

function counted(counters: string, name: string): number {
  return Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(counters)?.[1] ?? 0);
}
