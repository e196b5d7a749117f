/** What the owner must be told. Keys as in the original; `camelCase` here, `snake_case` on the wire. */
export interface CompletionEvent {
  readonly type: "completion";
  readonly sessionId: string;
  readonly sessionKey: string;
  readonly taskId: string;
  readonly ownerTaskId: string;
  /** Redacted. */
  readonly command: string;
  readonly exitCode: number | null;
  /** Name of the signal that ended the command, when one did. */
  readonly signal?: string;
  readonly completionReason: CompletionReason;
  readonly terminationSource: string;
  /** The last characters of the output, redacted, without escape codes. */
  readonly output: string;
  /** Bytes of output that came before `output`; absent when nothing was cut. */
  readonly outputCut?: number;
  /** Processes of its tree that were still running; absent when none. */
  readonly leftoverPids?: readonly number[];
  /** Seconds since the epoch, as in the original. */
  readonly startedAt: number;
}

export type CompletionReason = "exited" | "killed" | "lost" | "failed_start";

export type BellhopEvent = CompletionEvent;
