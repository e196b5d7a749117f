import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

import { MARK_VARIABLE } from "../../core/mark.ts";

const NAME = Buffer.from(`\0${MARK_VARIABLE}=`, "latin1");
/** Holds nearly every environment. Its first byte stays zero, so that the first variable stands behind a zero like the others. */
const ENVIRONMENT = Buffer.alloc(64 * 1024);

/** The mark in the environment of `pid`, read now; empty when it has none, or it may not be read. */
export function readMark(pid: number): string {
  return readMarkOrNothing(pid) ?? "";
}

/**
 * The same, telling apart what was read and what was not: null when the environment may not be read, or is empty, as it is
 * for a moment while a process becomes another program.
 */
export function readMarkOrNothing(pid: number): string | null {
  return markInFile(`/proc/${pid}/environ`) ?? markOfThreads(pid);
}

/** A program can end its first thread, and its memory is seen only through the others then. */
function markOfThreads(pid: number): string | null {
  for (const thread of threadsOf(pid)) {
    const mark = thread === String(pid) ? null : markInFile(`/proc/${pid}/task/${thread}/environ`);
    if (mark !== null) return mark;
  }
  return null;
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function markInFile(path: string): string | null {
  try {
    const length = readInto(path);
    if (length === 0) return null;
    const isWhole = length < ENVIRONMENT.length - 1;
    return isWhole
      ? markIn(ENVIRONMENT.subarray(0, length + 1))
      : markIn(Buffer.concat([Buffer.alloc(1), readFileSync(path)]));
  } catch {
    return null;
  }
}

function readInto(path: string): number {
  const descriptor = openSync(path, "r");
  try {
    return readSync(descriptor, ENVIRONMENT, 1, ENVIRONMENT.length - 1, 0);
  } finally {
    closeSync(descriptor);
  }
}

function markIn(environment: Buffer): string {
  const at = environment.indexOf(NAME);
  if (at < 0) return "";
  const start = at + NAME.length;
  const end = environment.indexOf(0, start);
  return environment.toString("latin1", start, end < 0 ? environment.length : end);
}
