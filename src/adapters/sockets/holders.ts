import { readdirSync } from "node:fs";
import { basename } from "node:path";

import { ANCESTORS_MAX, HOLDER_LOOK_PAUSE_MAX_MS, SOCKET_LOOKS_MAX, SOCKET_LOOK_PACE } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Holder, ListeningSocket } from "../../ports/sockets.ts";
import { readMark } from "../process-table/marks.ts";
import { readStat } from "../process-table/stat.ts";
import { eachSocket, linkOf } from "./descriptors.ts";

export interface HolderFinder {
  find(sockets: readonly ListeningSocket[], isUrgent: boolean): ReadonlyMap<number, Holder>;
  /** Keeps only what is known of these. */
  forgetAllBut(sockets: readonly ListeningSocket[]): void;
}

interface Known {
  readonly holder: Holder;
  /** The link that proves it. */
  readonly link: string;
}

/**
 * Remembers who holds a socket: that is proved again by one link, while finding it anew means to look at the descriptors
 * of every process. One that nobody seems to hold is looked for a few times, since a holder may be on its way from one
 * process to another; then its holder may not be looked at.
 */
export function holderFinder(root: string, clock: Clock): HolderFinder {
  const known = new Map<number, Known>();
  const looks = new Map<number, number>();
  let restUntilMs = -Infinity;

  const isProved = ({ inode }: ListeningSocket): boolean => {
    const one = known.get(inode);
    if (one === undefined) return false;
    if (linkOf(one.link) === `socket:[${inode}]`) return true;
    known.delete(inode);
    looks.delete(inode);
    return false;
  };
  const scan = (inodes: ReadonlySet<number>): void => {
    const beganMs = clock.now();
    for (const inode of inodes) looks.set(inode, (looks.get(inode) ?? 0) + 1);
    for (const [inode, one] of findLinks(root, inodes)) known.set(inode, one);
    restUntilMs = clock.now() + Math.min((clock.now() - beganMs) * SOCKET_LOOK_PACE, HOLDER_LOOK_PAUSE_MAX_MS);
  };
  return {
    find: (sockets, isUrgent) => {
      const missing = sockets.filter((socket) => !isProved(socket) && mayBeSeen(socket));
      const sought = missing.filter(({ inode }) => (looks.get(inode) ?? 0) < SOCKET_LOOKS_MAX);
      if (sought.length > 0 && (isUrgent || clock.now() >= restUntilMs)) {
        scan(new Set(sought.map(({ inode }) => inode)));
      }
      return new Map(sockets.flatMap(({ inode }) => entryOf(inode, known.get(inode)?.holder)));
    },
    forgetAllBut: (sockets) => {
      const inodes = new Set(sockets.map(({ inode }) => inode));
      for (const map of [known, looks]) for (const inode of map.keys()) if (!inodes.has(inode)) map.delete(inode);
    },
  };
}

function entryOf(inode: number, holder: Holder | undefined): readonly (readonly [number, Holder])[] {
  return holder === undefined ? [] : [[inode, holder]];
}

/** Inode 0 is the kernel's own. Only root may look at the descriptors of others. */
function mayBeSeen({ uid, inode }: ListeningSocket): boolean {
  const own = process.geteuid?.() ?? 0;
  return inode !== 0 && (own === 0 || own === uid);
}

/** The newest processes first: what listens since a moment ago is one of them. */
function findLinks(root: string, inodes: ReadonlySet<number>): ReadonlyMap<number, Known> {
  const left = new Set(inodes);
  const found = new Map<number, Known>();
  for (const pid of newestFirst(root)) {
    if (left.size === 0) break;
    eachSocket(root, pid, (inode, descriptor) => {
      if (left.delete(inode))
        found.set(inode, describe(root, { pid: opener(root, pid, { inode, descriptor }), descriptor }));
      return left.size === 0;
    });
  }
  return found;
}

function newestFirst(root: string): readonly number[] {
  try {
    const pids = readdirSync(root).filter((name) => /^\d+$/.test(name));
    return pids.map(Number).toSorted((a, b) => b - a);
  } catch {
    return []; // No descriptor is left: the next look may find it.
  }
}

/** Of a server and the children that share its socket, the server: the farthest ancestor with the same descriptor. */
function opener(
  root: string,
  pid: number,
  { inode, descriptor }: { readonly inode: number; readonly descriptor: string },
): number {
  let holder = pid;
  for (let generation = 0; generation < ANCESTORS_MAX; generation++) {
    const parent = readStat(holder)?.parentPid ?? 0;
    if (parent === 0 || linkOf(`${root}/${parent}/fd/${descriptor}`) !== `socket:[${inode}]`) break;
    holder = parent;
  }
  return holder;
}

function describe(root: string, { pid, descriptor }: { readonly pid: number; readonly descriptor: string }): Known {
  const program = basename(linkOf(`${root}/${pid}/exe`).replace(/ \(deleted\)$/, ""));
  return { holder: { pid, program, mark: markOf(pid) }, link: `${root}/${pid}/fd/${descriptor}` };
}

/** Its own, or that of the nearest ancestor; a process that was left by its parent may still be in the session of a job. */
function markOf(pid: number): string {
  let at = pid;
  for (let generation = 0; generation < ANCESTORS_MAX && at > 1 && at !== process.pid; generation++) {
    const mark = readMark(at);
    if (mark !== "") return mark;
    at = readStat(at)?.parentPid ?? 0;
  }
  const session = readStat(pid)?.sessionPid ?? 0;
  return session > 0 && session !== process.pid ? readMark(session) : "";
}
