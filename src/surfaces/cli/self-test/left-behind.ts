import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { MARK_VARIABLE } from "../../../core/mark.ts";

/** Pids that carry the mark of a process of this home, and live. Where there is no /proc nobody can look, and none is found. */
export function leftBehind(home: string): readonly number[] {
  const ids = new Set(names(join(home, "procs")));
  return names("/proc")
    .filter((name) => /^\d+$/.test(name) && ids.has(markOf(name)))
    .map(Number);
}

function markOf(pid: string): string {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1").split("\0");
    return environment.find((entry) => entry.startsWith(`${MARK_VARIABLE}=`))?.slice(MARK_VARIABLE.length + 1) ?? "";
  } catch {
    return ""; // It has ended, or belongs to somebody else.
  }
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
