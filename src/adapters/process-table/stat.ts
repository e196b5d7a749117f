import { closeSync, openSync, readSync } from "node:fs";

import type { ProcessEntry } from "../../ports/process-table.ts";

/** One line of `/proc/PID/stat`, proc_pid_stat(5). The name may hold spaces and `)`: fields are read after the last `)`. */
export function parseStat(text: string): ProcessEntry | null {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parentPid, , sessionPid] = fields;
  const startTicks = fields[19];
  if (!state || !parentPid || !sessionPid || !startTicks) return null;
  return {
    pid: Number.parseInt(text, 10),
    state,
    parentPid: Number(parentPid),
    sessionPid: Number(sessionPid),
    startTicks: Number(startTicks),
  };
}

/** Longer than any line of `/proc/PID/stat`: 52 numbers and a name of at most 64 bytes. */
const LINE = Buffer.alloc(2_048);

/** The process with `pid` now, zombies too; null when there is none. A look at a tree reads thousands: it takes no new memory. */
export function readStat(pid: number): ProcessEntry | null {
  let descriptor: number;
  try {
    descriptor = openSync(`/proc/${pid}/stat`, "r");
  } catch {
    return null;
  }
  try {
    return parseStat(LINE.toString("latin1", 0, readSync(descriptor, LINE, 0, LINE.length, 0)));
  } catch {
    return null; // It has ended in between.
  } finally {
    closeSync(descriptor);
  }
}
