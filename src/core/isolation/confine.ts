import type { Controller } from "./cgroup.ts";
import type { ResourceLimits } from "./limits.ts";

const KIB_PER_MIB = 1024;

/** Limits of the kernel on each process by itself (getrlimit(2)), for what no cgroup enforces. */
export interface ProcessLimits {
  /** RLIMIT_DATA, in KiB. */
  readonly dataKib: number | null;
  /** RLIMIT_NPROC, counted over all tasks of the user. */
  readonly userTasks: number | null;
  readonly nice: number | null;
}

/**
 * What stands in for the controllers that are missing. RLIMIT_DATA rather than RLIMIT_AS: Node, Go and Java reserve many GiB
 * of addresses that they never use, and cannot even start with less; only what can be written counts as data.
 * `userTasks` is the number of tasks that the user has already: RLIMIT_NPROC counts those, too.
 */
export function processLimits(limits: ResourceLimits, has: ReadonlySet<Controller>, userTasks: number): ProcessLimits {
  const { memoryMaxMb, maxProcesses, nice } = limits;
  return {
    dataKib: memoryMaxMb === undefined || has.has("memory") ? null : memoryMaxMb * KIB_PER_MIB,
    userTasks: maxProcesses === undefined || has.has("pids") ? null : userTasks + maxProcesses,
    nice: nice ?? null,
  };
}

/**
 * Runs the rest of its words below the limits: `sh -c SCRIPT confine PROCS DATA TASKS PROGRAM ARG...`, an empty word = no such
 * limit. A limit that is tighter already stays as it is. One that cannot be set is no reason to run without it.
 * dash has `ulimit -p` where others have `-u`. No variable is used: it might be one of the command's.
 */
const SCRIPT = `
refuse() { echo "bellhop: $1; the command was not started." >&2; exit 125; }
[ -z "$1" ] || { echo 0 >"$1"; } 2>/dev/null || refuse "it could not be moved into its cgroup ($1)"
[ -z "$2" ] || ulimit -d "$2" 2>/dev/null || [ "$(ulimit -H -d)" -le "$2" ] || refuse "its memory could not be limited"
[ -z "$3" ] || { (ulimit -u "$3") && ulimit -u "$3" || ulimit -p "$3"; } 2>/dev/null || refuse "its number of processes could not be limited"
shift 3
exec "$@"
`;

/** `procsFile`: of the cgroup that the command goes into. `nice`: the path of that program. */
export interface ConfinePlace {
  readonly procsFile: string | null;
  readonly nice: string;
}

/** The words that stand before the shell of the command; none when there is nothing to do. */
export function confineWords(limits: ProcessLimits, place: ConfinePlace): readonly string[] {
  const words = [place.procsFile, limits.dataKib, limits.userTasks].map((word) => String(word ?? ""));
  return [
    ...(words.every((word) => word === "") ? [] : ["/bin/sh", "-c", SCRIPT, "confine", ...words]),
    ...(limits.nice === null ? [] : [place.nice, "-n", String(limits.nice)]),
  ];
}

/** What the caller must know: each limit that does not mean here what it says. Sentences. */
export function weakerLimits(limits: ResourceLimits, has: ReadonlySet<Controller>, isRoot: boolean): readonly string[] {
  const { memoryMaxMb, maxProcesses, cpuPercent } = limits;
  const weaker: string[] = [];
  if (memoryMaxMb !== undefined && !has.has("memory")) {
    weaker.push(
      `memoryMaxMb ${memoryMaxMb} holds for each process by itself, not for all together: no memory controller is given to us here.`,
    );
  }
  if (maxProcesses !== undefined && !has.has("pids")) {
    weaker.push(
      isRoot
        ? `maxProcesses ${maxProcesses} is not enforced: no pids controller is given to us here, and the kernel exempts root from the other limit.`
        : `maxProcesses ${maxProcesses} is counted over all processes of the user, from what ran at the start: no pids controller is given to us here.`,
    );
  }
  if (cpuPercent !== undefined && !has.has("cpu")) {
    weaker.push(`cpuPercent ${cpuPercent} is not enforced: no cpu controller is given to us here. \`nice\` is.`);
  }
  return weaker;
}
