export type { ResizeResult, ScreenResult, WriteResult } from "./terminal/results.ts";
import type { KilledBy } from "./killed-by.ts";
import type { ContactFields, PlaceFields } from "./contact-fields.ts";
import type { Leftover } from "./leftover.ts";
import type { CompletionReason } from "./notify/event.ts";
import type { TerminalSize } from "./record.ts";
import type { Usage } from "./usage.ts";

export type * from "./host-results.ts";
export type { TreeMember, TreeResult, UsageResult } from "./usage-results.ts";

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
  /** Why a lost one is lost, in words. Absent when there is no more to say than `terminationSource` does. */
  readonly lostDetail?: string;
  /** Who or what ended it. Absent when it ended by itself, or nobody can know. */
  readonly killedBy?: KilledBy;
  /** Processor time of its tree, in seconds, as far as it is known. */
  readonly cpuSeconds?: number;
  /** The most memory that its tree had at one time, in bytes, as far as it is known. */
  readonly peakMemoryBytes?: number;
}

export type ProcessStatus = "running" | "exited";

export interface StartResult extends PlaceFields {
  readonly status: "running" | "exited";
  readonly sessionId: string;
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** The command's own pid, leader of its session. Null when it ended before the pid was read. */
  readonly pid: number | null;
  readonly notifyOnComplete: boolean;
  readonly startedAt: string;
  /** What is watched for. Absent when nothing is. */
  readonly watchPatterns?: readonly string[];
  /** Why the watch patterns were dropped. */
  readonly watchPatternsIgnored?: string;
  /** The interval that is kept. Absent when there is none. */
  readonly heartbeatSeconds?: number;
  /** Ids of processes that already run the same command in the same directory for the same owner or conversation. */
  readonly alreadyRunning?: readonly string[];
  /** The size of its terminal. Absent when it has none. */
  readonly pty?: TerminalSize;
  /** Something the caller should know, for example that another directory was used. */
  readonly note?: string;
}

/** What `start` resolves with in the library. */
export interface StartedProcess extends StartResult {
  /** The same as `sessionId`. */
  readonly id: string;
}

/** What is asked for of a process and not told yet, and whether it has a terminal. */
interface AwaitedFields {
  /** The size of its terminal. Absent when it has none. */
  readonly pty?: TerminalSize;
  /** `pending`, `ready` or `not_ready`. Absent when nothing was asked for. */
  readonly ready?: string;
  /** Ports that its tree listens on. Absent when none. */
  readonly ports?: readonly number[];
}

export interface PollResult extends Partial<ExitFields>, AwaitedFields, ContactFields {
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
  /** The same with what they are and hold. */
  readonly leftovers?: readonly Leftover[];
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

/** Why a wait returned: the ending, one of its conditions, or that it was given up. */
export type WaitStatus =
  | "exited"
  | "ready"
  | "not_ready"
  | "awaiting_input"
  | "matched"
  | "listening"
  | "idle"
  | "bytes"
  | "event"
  | "timeout"
  | "interrupted"
  | "not_found"
  | "error";

export interface WaitResult extends Partial<ExitFields> {
  readonly status: WaitStatus;
  /** The condition that came true, as text: `pattern:listening`, `port:3000`. Absent otherwise. */
  readonly condition?: string;
  /** The line that matched, the prompt, or why it will not be ready. */
  readonly detail?: string;
  readonly sessionId?: string;
  readonly command?: string;
  readonly output?: string;
  readonly outputCut?: number;
  readonly cursor?: number;
  readonly leftoverPids?: readonly number[];
  /** The same with what they are and hold. */
  readonly leftovers?: readonly Leftover[];
  readonly processRunning?: true;
  readonly timeoutNote?: string;
  readonly note?: string;
  readonly error?: string;
}

export interface WaitManyResult {
  /** That of the process that ended the wait; with `all`, `exited` when each has an answer. */
  readonly status: WaitStatus;
  /** The process that ended the wait. Absent when none did. */
  readonly sessionId?: string;
  /** With `all` one a process; otherwise those that have ended the wait. */
  readonly results: readonly WaitResult[];
  /** Ids of those that still run. */
  readonly running: readonly string[];
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
  /** Something the caller should know: a command that went through wsl runs on where no kill reaches it. */
  readonly note?: string;
  readonly error?: string;
}

export interface ListEntry extends Partial<ExitFields>, AwaitedFields, ContactFields {
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
  /** What its tree uses now. Only when it was asked for, and it runs on this host. */
  readonly usage?: Usage;
  /** It was started through wsl: its pid is that of the launcher. */
  readonly wslChain?: true;
  /** What that means, and where to look. */
  readonly wslNote?: string;
  /** It has used a core for an hour, or nearly, and printed nothing in that time. */
  readonly busySilent?: true;
  readonly leftoverPids?: readonly number[];
  /** The same with what they are and hold. */
  readonly leftovers?: readonly Leftover[];
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
  readonly watchPatterns: readonly string[];
  /** Watching has stopped for good. */
  readonly watchDisabled?: true;
  readonly heartbeatSeconds: number;
  /** Its limits; absent where there is none. */
  readonly timeoutSeconds?: number;
  readonly idleTimeoutSeconds?: number;
  readonly memoryMaxMb?: number;
  readonly maxProcesses?: number;
  readonly cpuPercent?: number;
  readonly nice?: number;
  /** What keeps it apart: `systemd` (a scope), `cgroup`, or `none` (limits on each process by itself). Absent when nothing was asked for. */
  readonly confinement?: string;
  readonly shimPid: number | null;
  /** Where its files are. */
  readonly directory: string;
  readonly logHead: number;
  readonly logMaxBytes: number;
  readonly lostBytes: number;
  /** Names of the variables that it was started with, never their values. */
  readonly environmentNames: readonly string[];
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

export interface RemoveResult {
  readonly status: "removed" | "not_found" | "error";
  readonly sessionId?: string;
  readonly error?: string;
}
