import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Identity } from "../../core/record.ts";
import type { ProcessTable } from "../../ports/process-table.ts";
import { claimPid } from "./receipt.ts";

/** The pid in a file that a shim wrote; null while it is not there, empty or not a number. */
export function readPid(path: string): number | null {
  try {
    const text = readFileSync(path, "latin1");
    return /^\d+\n$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}

/** The pids in such a file, one a line; none when it is not there. */
export function readPids(path: string): readonly number[] {
  try {
    return (readFileSync(path, "latin1").match(/^\d+$/gm) ?? []).map(Number);
  } catch {
    return [];
  }
}

/**
 * The shim and the command of `id`, each proved by the mark in its environment: the pids in the files may have been
 * given to strangers since. Where the disk was too full for the file of the command, it is found by its mark.
 */
export function claimedPids(
  table: ProcessTable,
  id: string,
  directory: string,
): { readonly shim: Identity | null; readonly job: Identity | null } {
  const shim = proved(table, id, claimPid(directory));
  const jobPid = readPid(join(directory, "job"));
  if (jobPid === null) return { shim, job: shim === null ? null : leader(table, id, shim) };
  // One that has ended already keeps its pid, without a start time: only its mark could prove it, so no stranger is it.
  return { shim, job: proved(table, id, jobPid) ?? { bootId: table.bootId, pid: jobPid, startTicks: null } };
}

function proved(table: ProcessTable, id: string, pid: number | null): Identity | null {
  if (pid === null) return null;
  const identity = table.identify(pid);
  return identity !== null && table.fate({ ...identity, startTicks: null }, id) === "same" ? identity : null;
}

function leader(table: ProcessTable, id: string, shim: Identity): Identity | null {
  const found = table
    .tree({ root: null, mark: id, shimPid: shim.pid })
    .find((entry) => entry.sessionPid === entry.pid && entry.parentPid === shim.pid);
  return found ? { bootId: shim.bootId, pid: found.pid, startTicks: found.startTicks } : null;
}
