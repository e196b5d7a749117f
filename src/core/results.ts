import type { CompletionReason } from "./notify/event.ts";

/**
 * What the operations answer. `camelCase` in the library, `snake_case` on the wire, with the original's words.
 * Every text is redacted. An expected outcome is a value with a `status`; misuse throws.
 */

export interface NotFound {
  readonly status: "not_found";
  readonly error: string;
}

/** Fields of an ended process. */
export interface ExitFields {
  /** The exit code; minus the signal's number after a death by signal; null when it cannot be known. */
  readonly exitCode: number | null;
  /** Name of the signal that ended the command, when one did. */
  readonly signal?: string;
  readonly completionReason: CompletionReason;
  /** Who ended it: `process.kill`, `kill_all`, …; empty when nobody did. For a lost one, why it is lost. */
  readonly terminationSource: string;
  /** ISO 8601 with zone. */
  readonly exitedAt: string;
}

export type ProcessStatus = "running" | "exited";

export interface StartResult {
  readonly status: "running" | "exited";
  readonly sessionId: string;
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** The command's own pid, leader of its session. Null when it ended before the pid was read. */
  readonly pid: number | null;
  readonly notifyOnComplete: boolean;
  readonly startedAt: string;
  /** Something the caller should know, for example that another directory was used. */
  readonly note?: string;
}

/** What `start` resolves with in the library. */
export interface StartedProcess extends StartResult {
  /** The same as `sessionId`. */
  readonly id: string;
}

export interface PollResult extends Partial<ExitFields> {
  readonly sessionId: string;
  readonly name?: string;
  readonly command: string;
  readonly status: ProcessStatus;
  readonly pid: number | null;
  readonly uptimeSeconds: number;
  /** The last 1,000 characters. */
  readonly outputPreview: string;
  /** Bytes ever written; `log` with `since` takes it. */
  readonly cursor: number;
  /** Processes of the tree that run on after the end of the command. */
  readonly leftoverPids?: readonly number[];
  readonly note?: string;
}

export interface LogResult extends Partial<ExitFields> {
  readonly sessionId: string;
  readonly command: string;
  readonly status: ProcessStatus;
  readonly output: string;
  /** Lines of the whole log that is kept. Absent with `since`. */
  readonly totalLines?: number;
  /** `N lines`. */
  readonly showing: string;
  /** Offset behind the last byte shown. */
  readonly cursor: number;
  /** Bytes between `since` (or the start of the log) and the first byte shown that are not kept any more. Absent when none. */
  readonly droppedBytes?: number;
  /** Bytes that could not be stored because the disk was full. Absent when none. */
  readonly lostBytes?: number;
  /** More output follows behind `cursor` already. */
  readonly more?: boolean;
  readonly note?: string;
}

export interface WaitResult extends Partial<ExitFields> {
  readonly status: "exited" | "timeout" | "interrupted" | "not_found" | "error";
  readonly sessionId?: string;
  readonly command?: string;
  readonly output?: string;
  readonly outputCut?: number;
  readonly cursor?: number;
  readonly leftoverPids?: readonly number[];
  readonly processRunning?: true;
  readonly timeoutNote?: string;
  readonly note?: string;
  readonly error?: string;
}

export interface KillResult extends Partial<ExitFields> {
  readonly status: "killed" | "already_exited" | "not_found" | "error";
  readonly sessionId?: string;
  readonly command?: string;
  readonly output?: string;
  readonly outputCut?: number;
  /** Pids that were signalled and are gone. */
  readonly killedPids?: readonly number[];
  /** Pids that are still alive: the kill is incomplete, the process is kept as running. */
  readonly survivors?: readonly number[];
  readonly processRunning?: true;
  readonly error?: string;
}

export interface ListEntry extends Partial<ExitFields> {
  readonly sessionId: string;
  readonly name?: string;
  readonly command: string;
  readonly cwd: string;
  readonly pid: number | null;
  readonly ownerTaskId: string;
  readonly sessionKey: string;
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly status: ProcessStatus;
  readonly outputPreview: string;
  /** Listed only because it shares the caller's conversation, not its task. */
  readonly sessionScoped?: true;
  readonly notifyOnComplete?: true;
  readonly persistOnRelease?: true;
  readonly leftoverPids?: readonly number[];
}

/** Everything known about one process (`show`). */
export interface ProcessView extends PollResult {
  readonly name: string;
  readonly cwd: string;
  readonly shell: string;
  readonly stdin: string;
  readonly taskId: string;
  readonly ownerTaskId: string;
  readonly sessionKey: string;
  readonly parentSessionId: string;
  readonly startedAt: string;
  readonly notifyOnComplete: boolean;
  readonly persistOnRelease: boolean;
  readonly shimPid: number | null;
  /** Where its files are. */
  readonly directory: string;
  readonly logHead: number;
  readonly logMaxBytes: number;
  readonly lostBytes: number;
  /** Pids of its tree that live now. */
  readonly pids: readonly number[];
}

/** A piece of live output. */
export interface FollowChunk {
  readonly text: string;
  /** Offset behind the last byte of `text`. */
  readonly cursor: number;
  /** Bytes before `text` that are not there any more (dropped or lost). Absent when none. */
  readonly missingBytes?: number;
}

export interface WriteResult {
  readonly status: "ok" | "not_found" | "already_exited" | "error";
  readonly bytesWritten?: number;
  /** Why not everything was written: `full` (send the rest later), `closed` (it reads no more), `no_input` (started without one). */
  readonly reason?: "full" | "closed" | "no_input";
  readonly error?: string;
}

export interface RemoveResult {
  readonly status: "removed" | "not_found" | "error";
  readonly sessionId?: string;
  readonly error?: string;
}
