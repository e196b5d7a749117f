import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The processes in a cgroup and in those below it. None when it cannot be read, which is so once it was removed; and none
 * when this program itself is in it: then it is not the cgroup of one command, whoever says so.
 */
export function pidsInCgroup(directory: string, ownPid: number): ReadonlySet<number> {
  const pids = new Set<number>();
  collect(directory, pids);
  return pids.has(ownPid) ? new Set() : pids;
}

function collect(directory: string, pids: Set<number>): void {
  try {
    // 0 stands for a process that this pid namespace cannot see.
    for (const line of readFileSync(join(directory, "cgroup.procs"), "latin1").split("\n"))
      if (Number(line) > 0) pids.add(Number(line));
    for (const entry of readdirSync(directory, { withFileTypes: true }))
      if (entry.isDirectory()) collect(join(directory, entry.name), pids);
  } catch {
    // It was removed in between: nobody is in it.
  }
}
