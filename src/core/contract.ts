import type { AsyncDelegationEvent } from "./notify/delegation.ts";
import type { EventRoute } from "./notify/event.ts";
import type { ReadyCondition, ShellMode, StdinMode, TerminalSize } from "./record.ts";
import type { WaitCondition } from "./wait-condition.ts";
import type {
  FollowChunk,
  KillResult,
  ListEntry,
  LogResult,
  NotFound,
  PollResult,
  ProcessView,
  RemoveResult,
  ResizeResult,
  PendingCompletions,
  ScreenResult,
  StartedProcess,
  TreeResult,
  UnreadProcess,
  UsageResult,
  WaitManyResult,
  WatcherRequest,
  WaitResult,
  WriteResult,
} from "./results.ts";
import type {
  DrainOptions,
  EventFilter,
  EventsOptions,
  PastEvent,
  SubscribedEvent,
  ToldEvent,
} from "./event-contract.ts";
import type { KillAllOptions, TransferOptions } from "./owner.ts";

export type * from "./event-contract.ts";

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
  /** Run it in a terminal: `true` is 30 rows and 120 columns. `stdin` does not count then. @default false */
  readonly pty?: boolean | Partial<TerminalSize>;
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
  /**
   * Tell each line that contains one of these texts, or that one of them, written as `/regex/`, matches (`/regex/i`: in any
   * case). For rare signals: one event in 15 s, eight in a lifetime. Dropped when `notifyOnComplete` is set, too, since both
   * would tell the same ending (original); the answer says so.
   */
  readonly watchPatterns?: readonly string[];
  /** Tell what it has printed every so many seconds, when there is anything; below 60 counts as 60. Default 0: never. */
  readonly heartbeatSeconds?: number;
  /** Tell once that it is ready, or that it will not be. */
  readonly ready?: ReadyCondition;
  /** How long it may take to be ready. @default 120 */
  readonly readyTimeoutSeconds?: number;
  /** The chat that a gateway shows its events in, and how often it wants to look (`interval`, seconds; 0 = not at all). */
  readonly watcher?: Partial<EventRoute> & { readonly interval?: number };
  /** A shell command that is run once it has ended, with the completion event as JSON on its standard input. It survives a crash. */
  readonly onExit?: string;
  /** Its events are posted there as JSON, again and again with growing pauses until it answers 2xx. It survives a crash. */
  readonly notifyUrl?: string;
  /** Signs each post: `X-Bellhop-Signature: sha256=…`, the HMAC of `X-Bellhop-Timestamp`, a point and the body. */
  readonly notifySecret?: string;
  /** Kill it after so many seconds (`killedBy: "time_limit"`); what it has printed is kept. Default 0: never. */
  readonly timeoutSeconds?: number;
  /** Kill it when it has printed nothing for so many seconds (`killedBy: "idle_limit"`). Default 0: never. */
  readonly idleTimeoutSeconds?: number;
  /** Memory of its whole tree, in MiB; above it the kernel ends it (`killedBy: "out_of_memory"`). Where only processes can be limited one by one, the answer's note says so. */
  readonly memoryMaxMb?: number;
  /** Processes and threads of its tree. */
  readonly maxProcesses?: number;
  /** Processor time of its tree, in percent of one core: 150 = one and a half. */
  readonly cpuPercent?: number;
  /** Its niceness, 0 to 19 (nice(2)). */
  readonly nice?: number;
  /** Bytes of output kept. @default 64 MiB */
  readonly logMaxBytes?: number;
  /**
   * Where it runs: `host`, `docker:NAME`, `docker-image:IMAGE`, `ssh://user@host:port?identity=FILE&knownHosts=FILE`,
   * `exec:PRESET:TARGET`, or a name from the configuration. There it gets only the variables in `env`, and `cwd` is a
   * directory there. @default "host"
   */
  readonly environment?: string;
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
  /** With `since`: the answer ends at the last line end within so many bytes; a line that is longer comes whole. @default 200,000 */
  readonly maxBytes?: number;
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
  /** What else ends the wait; the first that is true does. Its own ending always does. @default its ending */
  readonly for?: readonly WaitCondition[];
  /** For `pattern` and `bytes`: only output behind this cursor. Default: `pattern` looks at the whole log, `bytes` counts from now. */
  readonly since?: number;
  /** The caller is not interested any more: the answer is `interrupted`, nothing is consumed. */
  readonly signal?: AbortSignal;
  /** A message of the user has arrived: the answer is `interrupted` at once, and tells the model to turn to it. In process only. */
  readonly yieldSignal?: AbortSignal;
}

export interface WaitManyOptions extends WaitOptions {
  /** Return when each of them has ended or fulfilled a condition, instead of the first. @default false */
  readonly all?: boolean;
}

export interface KillOptions {
  /** Who asks; it is told in `termination_source`. @default "process.kill" */
  readonly source?: string;
  /** @default "SIGTERM" */
  readonly signal?: NodeJS.Signals;
  /** Milliseconds from that signal to SIGKILL; 0 = never SIGKILL. @default 2000 */
  readonly graceMs?: number;
  /** The answer tells the ending, so no completion is due. @default true, when the asker is the owner or unknown */
  readonly consumeOutput?: boolean;
  /** Who asks. When that is not the owner, the owner is told by an event, too. Default: unknown. */
  readonly asker?: { readonly ownerTaskId?: string; readonly sessionKey?: string };
}

export interface ListFilter {
  /** Only the process with this whole id: whether it is one of the others, at little cost. */
  readonly sessionId?: string;
  readonly taskId?: string;
  readonly sessionKey?: string;
  /** Ended ones, too. @default true */
  readonly includeRetained?: boolean;
  /** Also what each uses now: processor, memory, output. Costs a look at all processes, at most once a second. @default false */
  readonly usage?: boolean;
}

export interface PendingOptions {
  /** Only processes of this task. */
  readonly ownerTaskId?: string;
  /** @default 600 */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
}

export interface FollowOptions {
  /** Cursor to begin at. @default 0 */
  readonly from?: number;
  readonly raw?: boolean;
  /** An unfinished line comes at once, as a person needs who types. A secret that comes in pieces is not recognised then. @default false */
  readonly live?: boolean;
  readonly signal?: AbortSignal;
}

export interface ScreenOptions {
  /** `ansi` in the answer. @default false */
  readonly colors?: boolean;
  /** Most rows above the screen, up to 1,000. @default 0 */
  readonly scrollback?: number;
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
  /** One wait on several processes: returns at the first that ends or fulfils a condition, saying which and why. */
  waitMany(ids: readonly string[], options?: WaitManyOptions): Promise<WaitManyResult>;
  kill(id: string, options?: KillOptions): Promise<KillResult>;
  list(filter?: ListFilter): Promise<readonly ListEntry[]>;
  get(id: string): Promise<ProcessView | null>;
  /** What it has used over its life: processor, memory and output, in at most 240 steps. */
  usage(id: string): Promise<UsageResult | NotFound>;
  /** The processes that belong to it now: what a kill would end. */
  tree(id: string): Promise<TreeResult | NotFound>;
  /** Live output until the process has ended and nothing holds its output open. Bounded memory however slow the reader is. */
  follow(id: string, options?: FollowOptions): AsyncIterable<FollowChunk>;
  /** What a person would see now. Works without a terminal, too: the output is then shown in one of the usual size. */
  screen(id: string, options?: ScreenOptions): Promise<ScreenResult | NotFound>;
  write(id: string, data: string | Uint8Array): Promise<WriteResult>;
  /** `write` with Enter behind it: a newline, in a terminal a carriage return. */
  submit(id: string, data: string): Promise<WriteResult>;
  /** End of file: the input is closed; in a terminal the end-of-file character is typed. */
  closeStdin(id: string): Promise<WriteResult>;
  /** Types keys by name: `ctrl-c`, `up`, `enter`, `alt-x`, or one character. Only in a terminal. */
  sendKeys(id: string, keys: readonly string[]): Promise<WriteResult>;
  /** Types a text as a terminal pastes it: between the marks of a bracketed paste when the program has asked for them. */
  paste(id: string, text: string): Promise<WriteResult>;
  /**
   * Types something that nobody may see. Refused while a terminal would show it. What the program shows of it later is masked,
   * line by line from four characters on, until the registry is opened again; it is in no record, log of ours, event or answer.
   * With `enter`, Enter behind it.
   */
  sendSecret(id: string, secret: string, options?: { readonly enter?: boolean }): Promise<WriteResult>;
  /** Sets the size of its terminal. */
  resize(id: string, size: TerminalSize): Promise<ResizeResult>;
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
  /** The last 500 events since the home was opened, also those that were taken: a time line, which changes nothing. */
  eventHistory(filter?: EventFilter): Promise<readonly PastEvent[]>;
  /** Puts the result of a delegation into the queue; the host made it, Bellhop keeps and delivers it. Answers the event's id. */
  post(event: AsyncDelegationEvent): Promise<string>;
  /** Whether a goal has something to wait for: it runs, and its watch patterns (if any still watch) have not matched yet. */
  isWaiting(id: string): Promise<boolean>;
  /** Whether `wait`, `log` or `kill` have told its ending already. */
  isCompletionConsumed(id: string): Promise<boolean>;
  /**
   * For a program that is about to exit: waits until the processes that it is to be told of have ended and their events are
   * queued, or the time is up (default 600 s, 0 = does not wait).
   */
  waitForPendingCompletions(options?: PendingOptions): Promise<PendingCompletions>;
  /** Ended processes of this task whose completion nobody has read. */
  unreadCompletionsOwnedBy(ownerTaskId: string): Promise<readonly UnreadProcess[]>;
  /** Whether a process of this conversation runs. Older ones than `maxAgeSeconds` (a forgotten server) do not count. */
  hasActiveForSession(sessionKey: string, maxAgeSeconds?: number): Promise<boolean>;
  /** Ends the running processes of a task, or all, and what ended ones left behind. Answers how many were ended. */
  killAll(options?: KillAllOptions): Promise<number>;
  /** Ids of the processes of this task that run, or have left something running: what a turn finds when it begins. */
  snapshotRunningIds(taskId: string): Promise<readonly string[]>;
  /** Ends those of the task that are not in `baseline`: what a turn that was cut short has started. Answers how many. */
  killStartedSince(taskId: string, baseline: readonly string[], options: { readonly source: string }): Promise<number>;
  /** Hands a running process over to another task. False when it is not there, not running or not of `fromOwner`. */
  transferOwnership(id: string, options: TransferOptions): Promise<boolean>;
  /** Running processes of this task. */
  runningOwnedBy(ownerTaskId: string): Promise<readonly ListEntry[]>;
  /** Whether a process of this task runs. */
  hasActiveProcesses(ownerTaskId: string): Promise<boolean>;
  hasAnyActive(): Promise<boolean>;
  countRunning(): Promise<number>;
  /** Takes the watchers that a gateway has to arm: of processes that were started, or found again after a restart, with a `watcher.interval`. */
  takeWatchers(): Promise<readonly WatcherRequest[]>;
  /** Lets go. Processes live on. */
  close(): Promise<void>;
}
