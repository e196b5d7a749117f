import { readFileSync } from "node:fs";

import { MARK_VARIABLE } from "../../core/mark.ts";
import type { ProcessEntry } from "../../ports/process-table.ts";

/** Reads whose job a process is a part of, and remembers it: reading an environment is most of what looking at a tree costs. */
export interface MarkReader {
  /** The mark in the environment of the process; empty when it has none, or it may not be read. */
  read(entry: ProcessEntry): string;
  /** Keeps only what was read of these. */
  forgetAllBut(living: readonly ProcessEntry[]): void;
}

/**
 * A mark that was read stays: only a program that sets it on purpose changes it. That a process has none is read again each
 * time: between fork and exec the shim of a new job still has the environment of its parent.
 */
export function markReader(): MarkReader {
  let known = new Map<string, string>();
  return {
    read: (entry) => {
      const key = keyOf(entry);
      const mark = known.get(key) ?? readMark(entry.pid);
      if (mark !== "") known.set(key, mark);
      return mark;
    },
    forgetAllBut: (living) => {
      if (known.size <= living.length) return;
      const keys = new Set(living.map(keyOf));
      known = new Map([...known].filter(([key]) => keys.has(key)));
    },
  };
}

function keyOf({ pid, startTicks }: ProcessEntry): string {
  return `${pid}.${startTicks}`;
}

/** The mark in the environment of `pid`, read now; empty when it has none, or it may not be read. */
export function readMark(pid: number): string {
  try {
    const environment = `\0${readFileSync(`/proc/${pid}/environ`, "latin1")}`;
    const at = environment.indexOf(`\0${MARK_VARIABLE}=`);
    if (at < 0) return "";
    const start = at + MARK_VARIABLE.length + 2;
    return environment.slice(start, environment.indexOf("\0", start));
  } catch {
    return "";
  }
}
