import { closeSync, openSync, readSync } from "node:fs";

import type { ProcessEntry } from "../../ports/process-table.ts";

/** Clock ticks a second in everything that the kernel tells: USER_HZ, the same on each architecture that Node runs on. */
export const TICKS_PER_SECOND = 100;

/** PF_KTHREAD in the flags of proc_pid_stat(5). */
const KERNEL_THREAD = 0x0020_0000;

/**
 * One line of `/proc/PID/stat`, proc_pid_stat(5). The name may hold spaces and `)`: fields are read after the last `)`.
 * Null for a thread of the kernel, which is nobody's process. A program that has ended its first thread is told as a zombie,
 * but lives as long as the others: it is `S` here.
 */
export function parseStat(text: string): ProcessEntry | null {
  const fields = fieldsOf(text);
  const [state, parentPid, , sessionPid, , , flags] = fields;
  const threads = Number(fields[17]);
  const startTicks = fields[19];
  if (!state || !parentPid || !sessionPid || !startTicks || (Number(flags) & KERNEL_THREAD) !== 0) return null;
  return {
    pid: Number.parseInt(text, 10),
    state: state === "Z" && threads > 1 ? "S" : state,
    parentPid: Number(parentPid),
    sessionPid: Number(sessionPid),
    startTicks: Number(startTicks),
  };
}

/** Longer than any line of `/proc/PID/stat`: 52 numbers and a name of at most 64 bytes. */
const LINE = Buffer.alloc(2_048);

/** The process with `pid` now, zombies too; null when there is none. */
export function readStat(pid: number): ProcessEntry | null {
  const text = readLine(pid);
  return text === null ? null : parseStat(text);
}

/** The same, telling a thread of the kernel from what could not be read. */
export function readStatOrKernel(pid: number): ProcessEntry | "kernel" | null {
  const text = readLine(pid);
  return text !== null && isOfKernel(text) ? "kernel" : text === null ? null : parseStat(text);
}

function isOfKernel(text: string): boolean {
  return (Number(fieldsOf(text)[6]) & KERNEL_THREAD) !== 0;
}

/** What is behind the name, which may hold spaces and brackets: it begins with the third field. */
function fieldsOf(text: string): readonly string[] {
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** A look at a tree reads thousands: it takes no new memory. Null when there is none. */
function readLine(pid: number): string | null {
  let descriptor: number;
  try {
    descriptor = openSync(`/proc/${pid}/stat`, "r");
  } catch {
    return null;
  }
  try {
    return LINE.toString("latin1", 0, readSync(descriptor, LINE, 0, LINE.length, 0));
  } catch {
    return null; // It has ended in between.
  } finally {
    closeSync(descriptor);
  }
}
