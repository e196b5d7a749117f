/**
 * The result of work that an agent gave to subagents. Bellhop does not make it: a host puts it into the queue with `post`,
 * so that it survives a crash and is told once, like everything else. Keys as in the original; all but the first two may be
 * absent, and unknown ones are kept. What a single subagent did stands in the event itself; what those of a batch did, in
 * `results`.
 */
export interface AsyncDelegationEvent extends DelegationResult {
  readonly type: "async_delegation";
  readonly delegationId: string;
  readonly sessionKey?: string;
  /** Empty: it is about no process. */
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly ownerTaskId?: string;
  readonly goals?: readonly string[];
  readonly group?: string;
  readonly nTasks?: number;
  readonly context?: string;
  readonly toolsets?: readonly string[];
  readonly role?: string;
  readonly model?: string;
  readonly totalDurationSeconds?: number;
  /** Seconds since the epoch. */
  readonly dispatchedAt?: number;
  readonly completedAt?: number;
  readonly isBatch?: boolean;
  readonly results?: readonly DelegationResult[];
  /** One task of a running batch has failed: tell that now. */
  readonly taskFailureNotice?: boolean;
  readonly lastKnownStatus?: string;
  readonly taskTranscripts?: Readonly<Record<string, string>>;
  readonly transcriptTails?: Readonly<Record<string, string>>;
  readonly gitStateHint?: string;
  /** It was queued by an earlier run: only a proof of ownership takes it. Set by the queue. */
  readonly restored?: boolean;
}

/** What one subagent of a delegation did. */
export interface DelegationResult {
  readonly taskIndex?: number;
  readonly status?: string;
  readonly goal?: string;
  readonly summary?: string;
  readonly error?: string;
  readonly apiCalls?: number;
  readonly durationSeconds?: number;
  readonly exitReason?: string;
  readonly truncated?: boolean;
  readonly liveTranscript?: string;
  readonly handedOffProcesses?: readonly HandedOffProcess[];
  readonly orphanedProcesses?: readonly OrphanedProcess[];
  readonly unreadCompletions?: readonly UnreadCompletion[];
}

export interface HandedOffProcess {
  readonly sessionId?: string;
  readonly command?: string;
  readonly note?: string;
}

export interface OrphanedProcess {
  readonly sessionId?: string;
  readonly command?: string;
  readonly uptimeSeconds?: number;
}

export interface UnreadCompletion {
  readonly sessionId?: string;
  readonly command?: string;
  readonly exitCode?: number | null;
  readonly output?: string;
}
