import { readdirSync, readFileSync, statSync } from "node:fs";

import type { ProcessEntry } from "../../ports/process-table.ts";
import { readMark, readMarkOrNothing } from "./marks.ts";
import { readStatOrKernel, TICKS_PER_SECOND } from "./stat.ts";

/**
 * Looks at all processes, and remembers of each what does not change while it lives. On a host with thousands of strangers
 * asking them all again is most of what a look costs.
 */
export interface Census {
  /** The processes that are not older than `oldestTicks`, and those in `always`; of older ones as many as were not known yet. */
  look(oldestTicks: number, always?: ReadonlySet<number>): readonly ProcessEntry[];
  /** The mark of a process; empty when it has none, or it may not be read. */
  markOf(entry: ProcessEntry): string;
}

interface File {
  readonly inode: number;
  readonly madeAtMs: number;
}

interface Remembered {
  readonly pid: number;
  /** Which process it is: `/proc` gives each a new file, so that to ask for that (2 µs) is enough to know it again. */
  readonly file: File;
  readonly startTicks: number;
  /** Null while it is not certain. */
  mark: string | null;
}

/** Stands for the start of a thread of the kernel, which is a stranger to all. */
const OF_THE_KERNEL = -Infinity;

export function census(): Census {
  let remembered: ReadonlyMap<number, Remembered> = new Map();
  let certainBeforeTicks = 0;
  return {
    look: (oldestTicks, always = new Set()) => {
      certainBeforeTicks = upTicks() - TICKS_PER_SECOND;
      const { entries, next } = take(remembered, oldestTicks, always);
      remembered = next;
      return entries;
    },
    markOf: (entry) => {
      const known = remembered.get(entry.pid);
      if (known?.startTicks !== entry.startTicks) return readMark(entry.pid);
      return markOf(known, entry.startTicks < certainBeforeTicks);
    },
  };
}

function take(remembered: ReadonlyMap<number, Remembered>, oldestTicks: number, always: ReadonlySet<number>) {
  const next = new Map<number, Remembered>();
  const entries: ProcessEntry[] = [];
  for (const pid of pids()) {
    const before = remembered.get(pid);
    const isStranger = before !== undefined && before.startTicks < oldestTicks && !always.has(pid);
    // Asked before the entry: if the pid is given away in between, the next look does not know it again.
    const file = before === undefined || isStranger ? fileOf(pid) : before.file;
    if (isStranger && file.inode === before.file.inode && file.madeAtMs === before.file.madeAtMs) {
      next.set(pid, before);
      continue;
    }
    const entry = readStatOrKernel(pid);
    if (entry === null) continue;
    if (entry === "kernel") {
      next.set(pid, { pid, file, startTicks: OF_THE_KERNEL, mark: "" });
      continue;
    }
    entries.push(entry);
    const { startTicks } = entry;
    next.set(pid, before?.startTicks === startTicks ? before : { pid, file, startTicks, mark: null });
  }
  return { entries, next };
}

/**
 * A mark that was read stays: only a program that sets it on purpose changes it. It is certain a second after the start:
 * between fork and exec the shim of a new job still has the environment of its parent.
 */
function markOf(known: Remembered, isCertain: boolean): string {
  if (known.mark !== null) return known.mark;
  const mark = readMarkOrNothing(known.pid);
  if (isCertain) known.mark = mark;
  return mark ?? "";
}

function pids(): number[] {
  return readdirSync("/proc").filter(isNumber).map(Number);
}

function isNumber(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

/** Of one that has gone, or may not be looked at, a file that is like no other. */
function fileOf(pid: number): File {
  try {
    const { ino, mtimeMs } = statSync(`/proc/${pid}`);
    return { inode: ino, madeAtMs: mtimeMs };
  } catch {
    return { inode: 0, madeAtMs: Number.NaN };
  }
}

/** Clock ticks since boot. */
function upTicks(): number {
  return Number(readFileSync("/proc/uptime", "latin1").split(" ")[0]) * TICKS_PER_SECOND;
}
