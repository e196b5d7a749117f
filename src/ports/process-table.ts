import type { Identity } from "../core/record.ts";

/** One living process as the kernel tells it. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parentPid: number;
  readonly sessionPid: number;
  /** When it started, in the unit of the system: clock ticks since boot on Linux, seconds on macOS, milliseconds on Windows. */
  readonly startTicks: number;
  /** One letter as in proc_pid_stat(5): `Z` is a zombie, which holds nothing and cannot be signalled to death again. */
  readonly state: string;
}

/**
 * - `same`: alive and proved to be the one that was recorded.
 * - `reused`: the pid lives, but it is somebody else.
 * - `gone`: nothing has the pid, or only a zombie.
 */
export type Fate = "same" | "reused" | "gone";

/** Where to look for the tree of one process. */
export interface TreePlace {
  /** The command itself; null when it is not known. */
  readonly root: Identity | null;
  /** The id of the process, looked for in environments. */
  readonly mark: string;
  /** Its shim, which is no part of the tree, and neither are its helpers (its session). -1 = there is none to spare. */
  readonly shimPid: number;
  /** Absolute path of the directory of its cgroup, where it has one of its own: whoever is in there belongs to the tree. */
  readonly cgroup?: string;
  /** What earlier looks found: it still belongs when its parent has gone and it has neither session nor mark. */
  readonly known?: readonly ProcessEntry[];
}

/** What one process uses. */
export interface ProcessUsage {
  /** The file name of its program, without its arguments: these may hold secrets. */
  readonly name: string;
  /** Processor time that it has used itself. */
  readonly cpuSeconds: number;
  /** That of the children which have ended and which it has waited for. Absent where nobody can know. */
  readonly waitedForCpuSeconds?: number;
  /** Memory of its that is in the machine now (resident set size). */
  readonly memoryBytes: number;
}

export interface ProcessTable {
  readonly bootId: string;
  /** The identity of `pid` now; null when it does not live. */
  identify(pid: number): Identity | null;
  /** Compares with the kernel. `mark` is the id of the process, looked for in its environment where no start time was recorded. */
  fate(identity: Identity, mark: string): Fate;
  /** All living processes of a tree. Zombies are left out, and so is this program itself. */
  tree(place: TreePlace): readonly ProcessEntry[];
  /** The trees of several, with one look for all of them, in their order. */
  trees(places: readonly TreePlace[]): readonly (readonly ProcessEntry[])[];
  /** What `pid` uses now; null when it does not live, or nobody can know. */
  usage(pid: number): ProcessUsage | null;
  /**
   * Memory of `pid` in bytes, where what it shares with others is divided among them (PSS); null when nobody can know. It
   * costs more than `usage`. Absent where the system does not count so.
   */
  memoryShare?(pid: number): number | null;
  /** Whether the process ignores the signal (`SigIgn` in proc_pid_status(5)). False when unknown. */
  ignores(pid: number, signal: number): boolean;
  /**
   * Sends `signal` to `entry` after proving that it is still the same process.
   * False when it was not there any more.
   */
  signal(entry: ProcessEntry, signal: NodeJS.Signals): boolean;
  /** Living members of the session of a shim: itself, its copier and what keeps the input open. */
  helpers(shimPid: number): readonly ProcessEntry[];
  /** Whether something has the pid. Cheap, and no proof of identity. */
  exists(pid: number): boolean;
}
