import type { BellhopEvent } from "./notify/event.ts";
import type { ShellMode, StdinMode } from "./record.ts";
import type {
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PollResult,
  ProcessView,
  RemoveResult,
  StartedProcess,
  WaitResult,
  WriteResult,
} from "./results.ts";

/** What a job takes over from its caller. The daemon gets it from its client; in process it is that of the program. */
export interface CallerContext {
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly umask: number;
}

export interface StartOptions {
  /** A shell command. */
  readonly command: string;
  /** Default: the caller's directory. One that cannot be entered is replaced by its nearest usable parent, and the answer says so. */
  readonly cwd?: string;
  /** Variables on top of the caller's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** @default "null" */
  readonly stdin?: StdinMode;
  /** @default "login" */
  readonly shell?: ShellMode;
  /** At most 64 letters, digits, `.`, `_`, `-`; unique among the running ones. */
  readonly name?: string;
  readonly taskId?: string;
  /** @default `taskId` */
  readonly ownerTaskId?: string;
  readonly sessionKey?: string;
  readonly parentSessionId?: string;
  /** Queue a completion event when it ends. @default false */
  readonly notifyOnComplete?: boolean;
  /** @default 2000 */
  readonly completionOutputChars?: number;
  /** Spare it in lifecycle sweeps. @default false */
  readonly persistOnRelease?: boolean;
  /** Bytes of output kept. @default 64 MiB */
  readonly logMaxBytes?: number;
  /** What the job takes over. Default: this program's. */
  readonly caller?: CallerContext;
}

export interface LogOptions {
  /** First line, counted from 0. Default: so that the last `limit` lines are shown. */
  readonly offset?: number;
  /** @default 200 */
  readonly limit?: number;
  /** Only what came behind this cursor. Not together with `offset`. */
  readonly since?: number;
  /** Only lines that contain this text. */
  readonly grep?: string;
  /** Keep escape codes and progress bars. @default false */
  readonly raw?: boolean;
  /** An answer that reaches the end of an ended process has told its ending, so no completion is due. @default true */
  readonly consumeOutput?: boolean;
}

export interface WaitOptions {
  /** Seconds. Default and most: 180, or what the home is configured for. */
  readonly timeoutSeconds?: number;
  /** Lifts the most (a person waits as long as they like). */
  readonly unbounded?: boolean;
  readonly signal?: AbortSignal;
}

export interface KillOptions {
  /** Who asks; it is told in `termination_source`. @default "process.kill" */
  readonly source?: string;
  /** @default "SIGTERM" */
  readonly signal?: NodeJS.Signals;
  /** Milliseconds from that signal to SIGKILL; 0 = never SIGKILL. @default 2000 */
  readonly graceMs?: number;
  /** The answer tells the ending, so no completion is due. @default true */
  readonly consumeOutput?: boolean;
}

export interface ListFilter {
  readonly taskId?: string;
  readonly sessionKey?: string;
  /** Ended ones, too. @default true */
  readonly includeRetained?: boolean;
}

export interface EventFilter {
  /** Only events of this conversation. */
  readonly sessionKey?: string;
  /** Only events of this task. */
  readonly ownerTaskId?: string;
  readonly type?: string;
}

export interface DrainOptions extends EventFilter {
  /** Only a `true` keeps the event; an exception counts as false. Not over the socket. */
  readonly ownsEvent?: (event: BellhopEvent) => boolean;
  /** Skip completions whose ending `poll` already showed. @default true */
  readonly skipPollObserved?: boolean;
}

/** An event and the text that a model reads. */
export interface ToldEvent {
  readonly eventId: string;
  readonly event: BellhopEvent;
  readonly text: string;
}

/** A told event of a subscription; it stays queued until `acknowledge` resolves. */
export interface SubscribedEvent extends ToldEvent {
  acknowledge(): Promise<boolean>;
}

export interface EventsOptions extends EventFilter {
  readonly signal?: AbortSignal;
}

export interface FollowOptions {
  /** Cursor to begin at. @default 0 */
  readonly from?: number;
  readonly raw?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Everything that can be done, the same in process and through the daemon.
 * An id may be a unique prefix of four characters or more (with or without `proc_`), or a name.
 */
export interface Bellhop {
  /** Resolves once the command has a pid. Rejects when nothing was started. */
  start(options: StartOptions): Promise<StartedProcess>;
  poll(id: string): Promise<PollResult | NotFound>;
  log(id: string, options?: LogOptions): Promise<LogResult | NotFound>;
  wait(id: string, options?: WaitOptions): Promise<WaitResult>;
  kill(id: string, options?: KillOptions): Promise<KillResult>;
  list(filter?: ListFilter): Promise<readonly ListEntry[]>;
  get(id: string): Promise<ProcessView | null>;
  /** Live output until the process has ended and nothing holds its output open. Bounded memory however slow the reader is. */
  follow(id: string, options?: FollowOptions): AsyncIterable<FollowChunk>;
  write(id: string, data: string | Uint8Array): Promise<WriteResult>;
  /** `write` with a newline behind it. */
  submit(id: string, data: string): Promise<WriteResult>;
  closeStdin(id: string): Promise<WriteResult>;
  /** The same command, directory and environment again, after the old one was ended. */
  restart(id: string): Promise<StartedProcess | NotFound>;
  /** Forgets an ended process, log and all. */
  remove(id: string): Promise<RemoveResult>;
  /** What `drain` would take, without taking it. */
  pending(options?: DrainOptions): Promise<readonly ToldEvent[]>;
  /** Takes the waiting events. */
  drain(options?: DrainOptions): Promise<readonly ToldEvent[]>;
  /** The waiting events, and then each new one; they stay queued until acknowledged. */
  events(options?: EventsOptions): AsyncIterable<SubscribedEvent>;
  acknowledge(eventIds: readonly string[]): Promise<number>;
  /** Lets go. Processes live on. */
  close(): Promise<void>;
}
