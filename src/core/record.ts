import type { Confinement } from "./isolation/confinement.ts";
import type { ResourceLimits } from "./isolation/limits.ts";
import type { EventRoute } from "./notify/event.ts";
import type { NoticeProgress } from "./notify/progress.ts";
import type { ProcessState } from "./state.ts";

/** Proves that a pid is still the same process: a pid alone is reused, and starts again after a reboot. */
export interface Identity {
  readonly bootId: string;
  readonly pid: number;
  /** Field 22 of `/proc/PID/stat`: clock ticks since boot. Null when it was not read in time. */
  readonly startTicks: number | null;
}

/** Whose process it is. Names as in the original. */
export interface Ownership {
  /** The sandbox key of the task. */
  readonly taskId: string;
  /** The task that started the process, else the one of the sandbox (original); this one decides. */
  readonly ownerTaskId: string;
  /** The conversation, for routing. */
  readonly sessionKey: string;
  readonly parentSessionId: string;
}

/**
 * The durable facts about one process. Immutable: a change is a new record.
 * It holds no secret: the command is redacted, and the environment is not here (see `spec.json`).
 */
export interface ProcessRecord extends Ownership {
  readonly version: 1;
  readonly id: string;
  /** A short name given by the caller, or empty. */
  readonly name: string;
  /** Redacted. What is run again by `restart` is in `spec.json`. */
  readonly command: string;
  readonly cwd: string;
  readonly shell: ShellMode;
  readonly stdin: StdinMode;
  /** Its terminal as it was last sized; null when it has none. */
  readonly pty: TerminalSize | null;
  /** A terminal was asked for, and its host had nothing to hold one with: it has an input instead. */
  readonly terminalMissing: boolean;
  readonly startedAtMs: number;
  readonly state: ProcessState;
  /** The process that stands between the command and us; null until it claimed the start. */
  readonly shim: Identity | null;
  /** The command itself, leader of its own session unless it was adopted; null until it exists. */
  readonly job: Identity | null;
  /** Where it runs, when that is not this host; then `shim` and `job` are null. */
  readonly elsewhere?: ElsewhereFacts;
  /** It ran already, as a child of another program: it has no mark, and how it is started is not known. */
  readonly adopted?: true;
  readonly notifyOnComplete: boolean;
  /** Characters of output that the completion carries; 0 = the default. */
  readonly completionOutputChars: number;
  readonly persistOnRelease: boolean;
  readonly logMaxBytes: number;
  /** 0 = none. */
  readonly timeoutSeconds: number;
  /** 0 = none. */
  readonly idleTimeoutSeconds: number;
  readonly limits: ResourceLimits;
  /** Null when nothing was asked for. */
  readonly confinement: Confinement | null;
  /** Empty when nothing is watched for. */
  readonly watchPatterns: readonly string[];
  /** 0 = none. */
  readonly heartbeatSeconds: number;
  readonly ready: ReadyCondition | null;
  readonly readyTimeoutSeconds: number;
  /** The chat that a gateway shows its events in. */
  readonly route: EventRoute;
  /** Seconds between two looks of a gateway's watcher; 0 = it has none. */
  readonly watcherInterval: number;
  /** A command is run or an address is called because of its events; which, is in the spec. */
  readonly hasCallbacks: boolean;
  /** How far its owner was told. */
  readonly notices: NoticeProgress;
  /** Why it was handed over; empty when it was not. Redacted. */
  readonly handoffNote: string;
  /** `poll` showed the ending: some consumers skip the completion then. */
  readonly pollObserved: boolean;
  /** `wait`, `log` or `kill` returned the ending: no completion is due any more. */
  readonly consumed: boolean;
}

/** A process in another environment. */
export interface ElsewhereFacts {
  /** Its name; what it needs to get there besides (keys) is in the configuration, never here. */
  readonly environment: string;
  /** Its pid there; null until it is known. */
  readonly pid: number | null;
}

/** What makes a process ready. */
export type ReadyCondition =
  /** Something of its own tree listens on this port of this host. */
  | { readonly port: number }
  /** It has printed a line that contains this text, or that `/REGEX/` matches. */
  | { readonly pattern: string }
  /** This address of this host answers with a status below 500, and the port belongs to its tree. */
  | { readonly http: string };

/** `login`: `-lic`, as the original. `cached`: the login environment captured once, then `-c`. `plain`: `-c`. */
export type ShellMode = "login" | "cached" | "plain";
/** `null`: reads end of file at once. `pipe`: a named pipe that the shim keeps open. */
export type StdinMode = "null" | "pipe";

/** Of a terminal, in characters. */
export interface TerminalSize {
  readonly rows: number;
  readonly cols: number;
}

/** What a restart needs, kept in one private file of the process's own directory. Holds secrets; never told. */
export interface ProcessSpec {
  readonly command: string;
  readonly cwd: string;
  /** The complete environment of the job after the policy. */
  readonly env: Readonly<Record<string, string>>;
  readonly shell: ShellMode;
  readonly stdin: StdinMode;
  /** Its terminal when it starts; null when it has none. `stdin` does not count then. */
  readonly pty: TerminalSize | null;
  readonly umask: number;
  readonly logMaxBytes: number;
  /** As they were given: the record has them redacted. */
  readonly watchPatterns: readonly string[];
  readonly ready: ReadyCondition | null;
  /** Run after its end; empty when there is none. */
  readonly onExit: string;
  /** What `onExit` runs with, on this host, when the process itself runs elsewhere. Absent otherwise. */
  readonly hook?: Pick<ProcessSpec, "env" | "cwd">;
  /** Empty when there is none. */
  readonly notifyUrl: string;
  readonly notifySecret: string;
}
