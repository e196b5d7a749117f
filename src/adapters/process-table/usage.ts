import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

import type { ProcessUsage } from "../../ports/process-table.ts";
import { TICKS_PER_SECOND } from "./stat.ts";

/** What a process uses, from `/proc`; null when there is none. A zombie uses no memory, and has no program any more. */
export function readUsage(pid: number): ProcessUsage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // utime, stime, cutime and cstime, the fields 14 to 17 of proc_pid_stat(5); what is behind the last `)` begins with the third.
    const ticks = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = ticks;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return {
      name: programOf(pid) || (/^Name:\t(.*)$/m.exec(status)?.[1] ?? ""),
      cpuSeconds: (user + system) / TICKS_PER_SECOND,
      waitedForCpuSeconds: (childrenUser + childrenSystem) / TICKS_PER_SECOND,
      memoryBytes: Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024,
    };
  } catch {
    return null;
  }
}

/** From proc_pid_smaps_rollup(5); null where it may not be looked at. */
export function readMemoryShare(pid: number): number | null {
  try {
    const kibibytes = /^Pss:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "latin1"))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1024;
  } catch {
    return null;
  }
}

/** The file name of its program; its own name for itself may be that of a thread. Empty when it may not be looked at. */
function programOf(pid: number): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ""));
  } catch {
    return "";
  }
}
