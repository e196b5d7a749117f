import { readdirSync, readFileSync } from "node:fs";

import { systemCode } from "../../core/errors.ts";
import type { Identity } from "../../core/record.ts";
import type { Fate, ProcessEntry, ProcessTable } from "../../ports/process-table.ts";
import { type MarkReader, markReader, readMark } from "./marks.ts";
import { readStat } from "./stat.ts";

/** The processes of this host, from `/proc`. */
export function linuxProcessTable(): ProcessTable {
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  const marks = markReader();
  return {
    bootId,
    identify: (pid) => identify(pid, bootId),
    fate: (identity, mark) => (identity.bootId === bootId ? fateNow(identity, mark) : "gone"),
    tree: (root, mark, shimPid) => tree(marks, { root: root?.bootId === bootId ? root : null, mark, shimPid }),
    helpers: (shimPid) => listAll().filter((entry) => entry.sessionPid === shimPid && !isDead(entry)),
    ignores,
    signal,
    exists,
  };
}

function identify(pid: number, bootId: string): Identity | null {
  const entry = readStat(pid);
  return entry === null || isDead(entry) ? null : { bootId, pid, startTicks: entry.startTicks };
}

function fateNow(identity: Identity, mark: string): Fate {
  const entry = readStat(identity.pid);
  if (entry === null || isDead(entry)) return "gone";
  if (identity.startTicks !== null) return entry.startTicks === identity.startTicks ? "same" : "reused";
  return mark !== "" && readMark(identity.pid) === mark ? "same" : "reused";
}

/**
 * Descendants by parent links, members of the command's session, and whoever carries the mark in its environment:
 * a daemon that forked twice and left the session has lost the first two, not the third.
 */
function tree(marks: MarkReader, place: TreePlace): readonly ProcessEntry[] {
  const { root, mark, shimPid } = place;
  const all = listAll();
  // The command is in the session of its shim until it has made its own.
  const isHelper = (entry: ProcessEntry): boolean => entry.sessionPid === shimPid && entry.pid !== root?.pid;
  const entries = all.filter((entry) => !isHelper(entry) && entry.pid !== process.pid);
  const oldest = root?.startTicks ?? 0;
  const belongs = (entry: ProcessEntry): boolean => {
    if (entry.pid === root?.pid && root.startTicks !== null) return entry.startTicks === root.startTicks;
    if (entry.startTicks < oldest) return false; // Older than the command.
    return (root !== null && entry.sessionPid === root.pid) || marks.read(entry) === mark;
  };
  const members = new Set(entries.filter(belongs).map((entry) => entry.pid));
  marks.forgetAllBut(all);
  addDescendants(entries, members);
  return entries.filter((entry) => members.has(entry.pid) && !isDead(entry));
}

interface TreePlace {
  readonly root: Identity | null;
  readonly mark: string;
  readonly shimPid: number;
}

function addDescendants(entries: readonly ProcessEntry[], members: Set<number>): void {
  let before = -1;
  while (before !== members.size) {
    before = members.size;
    for (const entry of entries) if (members.has(entry.parentPid)) members.add(entry.pid);
  }
}

function listAll(): ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => name.charCodeAt(0) <= 0x39 && name.charCodeAt(0) >= 0x30)
    .map((name) => readStat(Number(name)))
    .filter((entry) => entry !== null);
}

/** A zombie holds nothing any more; `X` is on its way out. */
function isDead(entry: ProcessEntry): boolean {
  return entry.state === "Z" || entry.state === "X";
}

function ignores(pid: number, signalNumber: number): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return ignored !== undefined && ((BigInt(`0x${ignored}`) >> BigInt(signalNumber - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}

function signal(entry: ProcessEntry, name: NodeJS.Signals): boolean {
  if (readStat(entry.pid)?.startTicks !== entry.startTicks) return false;
  try {
    return process.kill(entry.pid, name);
  } catch (error) {
    if (systemCode(error) === "ESRCH" || systemCode(error) === "EPERM") return false;
    throw error;
  }
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
