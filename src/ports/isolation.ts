import type { Confinement } from "../core/isolation/confinement.ts";
import type { ResourceLimits } from "../core/isolation/limits.ts";

export type { Confinement } from "../core/isolation/confinement.ts";

/** Everything that a start needs to know. */
export interface Prepared {
  readonly confinement: Confinement;
  /** Stands before the shell of the shim, so that the whole shim is inside. */
  readonly wrapShim: readonly string[];
  /** Stands before the shell of the command: what must not hit the shim, which has to write the receipt. */
  readonly wrapJob: readonly string[];
  /** What was asked for and is not enforced as asked. Sentences, for the answer of the start. */
  readonly notes: readonly string[];
}

/** What the kernel counted. A number is null where the controller is not there. */
export interface Outcome {
  /** Processes that the kernel killed because the limit of this cgroup was reached. */
  readonly oomKills: number | null;
  readonly peakMemoryBytes: number | null;
  readonly cpuUsec: number | null;
}

/** Keeps processes apart from us, and within limits. */
export interface Isolation {
  /** Chooses the best way that this host has now. `none` with no words at all where nothing is asked for and nothing is needed. */
  prepare(id: string, limits: ResourceLimits): Promise<Prepared>;
  /** The confinement with its cgroup, once the shim runs. */
  locate(confinement: Confinement, shimPid: number): Confinement;
  /** Whether a start failed because the manager of the user has gone; then the next `prepare` does without it. */
  lostManager(confinement: Confinement): boolean;
  /** Ends everything inside, the shim too where it is inside. True also when nothing was there any more; false: try again later. */
  stop(confinement: Confinement): Promise<boolean>;
  /** Keeps `outcome` up to date until the returned function is called: the cgroup of a scope goes with its last process. */
  observe(confinement: Confinement): () => void;
  /** What was counted until now, or was seen last; null when there is no cgroup, or it has gone unseen. */
  outcome(confinement: Confinement): Outcome | null;
  /** Removes what is left of it, once nothing runs inside. Idempotent. */
  cleanUp(confinement: Confinement): void;
}
