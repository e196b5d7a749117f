import { readFileSync } from "node:fs";

import { systemCode } from "../../core/errors.ts";
import type { ProcessEntry, ProcessTable, TreePlace } from "../../ports/process-table.ts";
import { pidsInCgroup } from "./cgroup.ts";
import { type Census, census } from "./census.ts";
import { fateOf, identityOf, sendSignal } from "./identity.ts";
import { readMark } from "./marks.ts";
import { isDead, membersOf } from "./members.ts";
import { readStat } from "./stat.ts";

/** The processes of this host, from `/proc`. */
export function linuxProcessTable(): ProcessTable {
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  const people = census();
  return {
    bootId,
    identify: (pid) => identityOf(readStat(pid), bootId),
    fate: (identity, mark) => fateOf({ identity, bootId, mark }, { find: readStat, markOf: readMark }),
    tree: (place) => tree(people, { ...place, root: place.root?.bootId === bootId ? place.root : null }),
    helpers: (shimPid) => people.look(0).filter((entry) => entry.sessionPid === shimPid && !isDead(entry)),
    ignores,
    signal,
    exists,
  };
}

function tree(people: Census, place: TreePlace): readonly ProcessEntry[] {
  const inCgroup = place.cgroup === undefined ? new Set<number>() : pidsInCgroup(place.cgroup, process.pid);
  // Nobody in the tree is older than the command; without its start time all have to be asked.
  const entries = people.look(place.root?.startTicks ?? 0, inCgroup);
  return membersOf({ entries, markOf: people.markOf, inCgroup, ownPid: process.pid }, place);
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
  return readStat(entry.pid)?.startTicks === entry.startTicks && sendSignal(entry.pid, name);
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
