import { systemCode } from "../../core/errors.ts";
import type { Identity } from "../../core/record.ts";
import type { Fate, ProcessEntry } from "../../ports/process-table.ts";
import { isDead } from "./members.ts";

/** How one process is asked for. */
export interface Lookup {
  find(pid: number): ProcessEntry | null;
  /** Empty when it has none or it cannot be read. */
  markOf(pid: number): string;
}

/** The identity of a process that was looked up; null when it does not live. */
export function identityOf(entry: ProcessEntry | null, bootId: string): Identity | null {
  return entry === null || isDead(entry) ? null : { bootId, pid: entry.pid, startTicks: entry.startTicks };
}

export interface Question {
  readonly identity: Identity;
  /** Of this boot. */
  readonly bootId: string;
  readonly mark: string;
}

/** What became of the process that was recorded. */
export function fateOf({ identity, bootId, mark }: Question, { find, markOf }: Lookup): Fate {
  if (identity.bootId !== bootId) return "gone";
  const entry = find(identity.pid);
  if (entry === null || isDead(entry)) return "gone";
  if (identity.startTicks !== null) return entry.startTicks === identity.startTicks ? "same" : "reused";
  return mark !== "" && markOf(identity.pid) === mark ? "same" : "reused";
}

/** Sends a signal to a pid that was proved a moment ago. False when it has gone, or is not ours. */
export function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (systemCode(error) === "ESRCH" || systemCode(error) === "EPERM") return false;
    throw error;
  }
}
