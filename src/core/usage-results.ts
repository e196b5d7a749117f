import type { Usage } from "./usage.ts";

/** What was used in the time that ended at `at`. */
export interface UsageMoment extends Usage {
  /** ISO 8601 with zone. */
  readonly at: string;
}

/** What a process has used over its life. */
export interface UsageResult {
  readonly sessionId: string;
  readonly startedAt: string;
  /** The oldest first; each stands for the time since the one before, or since the start. */
  readonly points: readonly UsageMoment[];
}

/** One process of a tree. */
export interface TreeMember {
  readonly pid: number;
  /** That of its parent, which need not belong to the tree. */
  readonly parentPid: number;
  /** The file name of its program, without arguments. Empty when it has just ended. */
  readonly name: string;
  /** One letter as in proc_pid_stat(5). */
  readonly state: string;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  /** Ports that it listens on. Absent when none. */
  readonly ports?: readonly number[];
}

export interface TreeResult {
  readonly sessionId: string;
  readonly processes: readonly TreeMember[];
  /** How many more there are. Absent when none. */
  readonly omitted?: number;
}
