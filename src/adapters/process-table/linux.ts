import { readFileSync } from "node:fs";

import { systemCode } from "../../core/errors.ts";
import type { ProcessEntry, ProcessTable, TreePlace } from "../../ports/process-table.ts";
import { pidsInCgroup } from "./cgroup.ts";
import { type Census, census } from "./census.ts";
import { fateOf, identityOf, sendSignal } from "./identity.ts";
import { readMark } from "./marks.ts";
import { isDead, membersOf } from "./members.ts";
import { readStat } from "./stat.ts";
import { readMemoryShare, readUsage } from "./usage.ts";

/** The processes of this host, from `/proc`. */
export function linuxProcessTable(): ProcessTable {
  const bootId = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  const people = census();
  return {
    bootId,
    identify: (pid) => identityOf(readStat(pid), bootId),
    fate: (identity, mark) => fateOf({ identity, bootId, mark }, { find: readStat, markOf: readMark }),
    tree: (place) => trees(people, [ofThisBoot(place, bootId)])[0] ?? [],
    trees: (places) =>
      trees(
        people,
        places.map((place) => ofThisBoot(place, bootId)),
      ),
    usage: readUsage,
    memoryShare: readMemoryShare,
    helpers: (shimPid) => people.look(0).filter((entry) => entry.sessionPid === shimPid && !isDead(entry)),
    ignores,
    signal,
    exists,
  };
}

function ofThisBoot(place: TreePlace, bootId: string): TreePlace {
  return place.root?.bootId === bootId ? place : { ...place, root: null };
}

function trees(people: Census, places: readonly TreePlace[]): readonly (readonly ProcessEntry[])[] {
  if (places.length === 0) return [];
  const cgroups = places.map(({ cgroup }) => (cgroup === undefined ? NOBODY : pidsInCgroup(cgroup, process.pid)));
  // Nobody in a tree is older than its command; without its start time all have to be asked.
  const oldestTicks = places.reduce((least, { root }) => Math.min(least, root?.startTicks ?? 0), Infinity);
  const entries = people.look(oldestTicks, new Set(cgroups.flatMap((pids) => [...pids])));
  return places.map((place, index) =>
    membersOf({ entries, markOf: people.markOf, inCgroup: cgroups[index] ?? NOBODY, ownPid: process.pid }, place),
  );
}

const NOBODY: ReadonlySet<number> = new Set();

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
