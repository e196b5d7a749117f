import type { ProcessEntry, TreePlace } from "../../ports/process-table.ts";

/** What a system knows about its processes. */
export interface Population {
  /** All that may belong to the tree. */
  readonly entries: readonly ProcessEntry[];
  /** The mark in the environment of a process; empty when it has none or it cannot be read. */
  markOf(entry: ProcessEntry): string;
  /** Members of the cgroup of the tree. */
  readonly inCgroup: ReadonlySet<number>;
  /** The pid of this program. */
  readonly ownPid: number;
}

/**
 * The living members of a tree: descendants by parent links, the session of the command, its cgroup, what was known before,
 * and whoever carries the mark: a daemon that forked twice and left the session has lost the first two, not the mark.
 */
export function membersOf(population: Population, place: TreePlace): readonly ProcessEntry[] {
  const { root, shimPid } = place;
  // The command is in the session of its shim until it has made its own.
  const isHelper = (entry: ProcessEntry): boolean => entry.sessionPid === shimPid && entry.pid !== root?.pid;
  const entries = population.entries.filter((entry) => !isHelper(entry) && entry.pid !== population.ownPid);
  const belongs = membership({ ...population, entries }, place);
  const members = entries.filter(belongs);
  return members.length === 0 ? [] : withDescendants(entries, members).filter((entry) => !isDead(entry));
}

/** A zombie holds nothing any more; `X` is on its way out. */
export function isDead(entry: ProcessEntry): boolean {
  return entry.state === "Z" || entry.state === "X";
}

function membership(population: Population, place: TreePlace): (entry: ProcessEntry) => boolean {
  const { root, mark, known = [] } = place;
  const { markOf, inCgroup } = population;
  const holder = root === null ? undefined : population.entries.find((entry) => entry.pid === root.pid);
  const holderIsRoot =
    holder !== undefined &&
    (root?.startTicks === null ? markOf(holder) === mark : holder.startTicks === root?.startTicks);
  // The kernel gives no pid away that still names a session: where a stranger has it, that session is a stranger's, too.
  const session = holder === undefined || holderIsRoot ? root?.pid : undefined;
  const before = new Map(known.map((entry) => [entry.pid, entry.startTicks]));
  const oldest = root?.startTicks ?? 0;
  return (entry) => {
    if (entry === holder && root?.startTicks !== null) return holderIsRoot;
    if (inCgroup.has(entry.pid) || before.get(entry.pid) === entry.startTicks) return true;
    return entry.startTicks >= oldest && (entry.sessionPid === session || markOf(entry) === mark);
  };
}

function withDescendants(all: readonly ProcessEntry[], members: readonly ProcessEntry[]): readonly ProcessEntry[] {
  const children = byParent(all);
  const found = new Set(members);
  for (const parent of found) {
    for (const child of children.get(parent.pid) ?? []) {
      // Where parent links outlive the parent (Windows) its pid may be another's by now: nobody is older than its parent.
      if (child.startTicks >= parent.startTicks) found.add(child);
    }
  }
  return all.filter((entry) => found.has(entry));
}

function byParent(all: readonly ProcessEntry[]): ReadonlyMap<number, readonly ProcessEntry[]> {
  const groups = new Map<number, ProcessEntry[]>();
  for (const entry of all) {
    const group = groups.get(entry.parentPid);
    if (group === undefined) groups.set(entry.parentPid, [entry]);
    else group.push(entry);
  }
  return groups;
}
