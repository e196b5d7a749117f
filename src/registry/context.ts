import type { Ms } from "../base/time.ts";
import type { EnvironmentPolicy } from "../core/environment-policy.ts";
import type { BreakerState } from "../core/notify/breaker.ts";
import type { Budgets } from "../core/notify/budget.ts";
import type { DelegationSettings, FormatContext } from "../core/notify/format-context.ts";
import type { ProcessRecord } from "../core/record.ts";
import type { DeliveryStore, Poster } from "../ports/callbacks.ts";
import type { Clock } from "../ports/clock.ts";
import type { Elsewhere } from "../ports/elsewhere.ts";
import type { EnvironmentTrouble } from "../ports/environment.ts";
import type { InputProbe } from "../ports/input-probe.ts";
import type { Isolation } from "../ports/isolation.ts";
import type { Launcher } from "../ports/launcher.ts";
import type { Logger } from "../ports/logger.ts";
import type { OutputLog } from "../ports/output-log.ts";
import type { ProcessEntry, ProcessTable } from "../ports/process-table.ts";
import type { Sockets } from "../ports/sockets.ts";
import type { OpenEmulator } from "../ports/screen.ts";
import type { Store } from "../ports/store.ts";
import type { History } from "./history.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Bell } from "./bell.ts";
import type { Screens } from "./screens.ts";
import type { Sinks } from "./sink-types.ts";

/** What the registry works with. Every effect goes through one of these. */
export interface Ports {
  readonly clock: Clock;
  readonly launcher: Launcher;
  readonly elsewhere: Elsewhere;
  /**
   * The lasting name of an environment: what a name of the user's own stands for now, so that a process is looked for where it
   * was started. `host` is this host. Throws `invalid_argument`.
   */
  readonly environmentName: (name: string) => string;
  readonly isolation: Isolation;
  readonly table: ProcessTable;
  readonly sockets: Sockets;
  readonly inputProbe: InputProbe;
  readonly store: Store;
  readonly logger: Logger;
  readonly deliveries: DeliveryStore;
  readonly poster: Poster;
  /** `paceMs`: least time between two answers of `grown` while output flows; default 50. */
  readonly openLog: (directory: string, paceMs?: number) => OutputLog;
  readonly openEmulator: OpenEmulator;
  /** Gives a new id that was never given. */
  readonly newId: () => string;
  /** What the texts of events need to know besides: the time zone, and what the host knows about its subagents. */
  readonly formatContext: Pick<FormatContext, "localTime" | "subagent">;
  /** The nearest directory to this one that can be entered. */
  readonly usableDirectory: (path: string) => string;
}

/** What a user may set. Defaults are in `core/limits.ts`. */
export interface Settings {
  readonly redactSecrets: boolean;
  readonly waitTimeoutSeconds: number;
  readonly killGraceMs: Ms;
  readonly endedKeptMs: Ms;
  readonly endedKeptMax: number;
  readonly runningMax: number;
  readonly environmentPassthrough: readonly string[];
  /** Names of a product that Bellhop is part of. */
  readonly environmentPolicy: EnvironmentPolicy;
  /** Tell of processes that subagents have started, too. */
  readonly surfaceSubagentEvents: boolean;
  /** How long a program that is about to exit lingers; 0 or less: not at all. */
  readonly lingerSeconds: number;
  /** Rewrites outputs before they are redacted and told. One that throws changes nothing. */
  readonly transform?: (output: string, about: TransformFacts) => string;
  /** Exact texts that are masked in all that is told, also where redaction is off. At most 64. */
  readonly vaultValues?: readonly string[];
  /** The delegation section of the configuration, for the notice that the model of subagents was rejected. */
  readonly delegation: DelegationSettings;
}

/** Whose output is transformed. */
export interface TransformFacts {
  readonly sessionId: string;
  /** Redacted. */
  readonly command: string;
  /** Null while it runs, and after a death by a signal that left no code. */
  readonly exitCode: number | null;
  /** Of the process's owner, not of who asks. */
  readonly taskId: string;
}

/** What we hold for one process. Everything durable is in the record. */
export interface Tracked {
  record: ProcessRecord;
  readonly log: OutputLog;
  /** Started by this registry, not found by it, nor found again. */
  isNew: boolean;
  /** Those who look at its terminal live: they see themselves that it waits for them. */
  viewers: number;
  /** Stops listening for the receipt. */
  unwatch: () => void;
  /** Stops the mirror of one that runs elsewhere. It ends by itself when all that is there is here, which a leftover may delay. */
  unfollow: () => void;
  /** Its environment, or the process in it, is gone for good. */
  isGone: boolean;
  /** What is wrong with its environment; null while that answers, and on this host. */
  trouble: Trouble | null;
  /** Its start, until that is over, however it ends: a kill waits for it. */
  starting: Promise<void> | null;
  /** The one kill in progress: a second one gets its answer. */
  stopping: Promise<StopOutcome> | null;
  settling: Promise<void> | null;
  /** Null until it was looked up. */
  copierPid: number | null;
  /** Aborts when it has ended, or the registry lets go: what tells the owner about it while it runs stops then. A new one when it is found again. */
  attending: AbortController;
  /** Called once when it ends, before its completion is queued: what of its output was not looked at yet is. */
  readonly lastWords: (() => void)[];
  /** The most memory that its tree was seen to have, in bytes; 0 when nobody has looked. */
  peakMemoryBytes: number;
  /** When it was first seen to be as quiet as it still is, for `busySilent`. */
  quiet: QuietSample | null;
  /** This program is its parent, and will write its receipt. */
  owesReceipt: boolean;
  /** Of an adopted one: who was in its tree at the last look. */
  family: readonly ProcessEntry[];
  /** What was typed as a secret: masked in everything that is told of it. In memory only; a restart of the registry forgets it. */
  readonly secrets: string[];
  /** Processes of its tree that outlived the command. */
  leftovers: readonly LeftBehind[];
}

/** Why an environment does not answer. */
export interface Trouble {
  readonly kind: EnvironmentTrouble;
  /** A sentence, redacted. */
  readonly reason: string;
  /** Monotonic. */
  readonly sinceMs: Ms;
}

/** A process that outlived the command that started it. */
export interface LeftBehind extends ProcessEntry {
  /** What it listened on when that was looked at last. Absent when nothing. */
  readonly ports?: readonly number[];
}

/** What a process had used, and how much it had printed, at one moment. */
export interface QuietSample {
  readonly atMs: Ms;
  readonly cpuSeconds: number;
  readonly size: number;
  /** When it was looked at last whether it uses a core, and whether it did. */
  readonly lookedMs: Ms;
  readonly isBusy: boolean;
}

export interface StopOutcome {
  /** Why its environment could not be reached. The kill is recorded then, and is carried through later. */
  readonly unreached?: string;
  readonly killedPids: readonly number[];
  readonly survivors: readonly number[];
}

/** How many events were told lately. Durable: a daemon that is killed again and again tells no more than one that lives. */
export interface FlowState {
  readonly breaker: BreakerState;
  readonly budgets: Budgets;
  /** Events of no process so far; part of their ids. */
  readonly number: number;
}

/** Processes whose ending an answer is about to tell. */
export interface Hush {
  readonly ids: ReadonlySet<string>;
  /** Everything about them, not just their completions. */
  readonly all: boolean;
}

/** Processes that have just ended, whose trees are about to be looked at: those who ask meanwhile share a look. */
export interface SharedLook {
  readonly waiting: Set<Tracked>;
  /** Null while nobody has asked. */
  next: Promise<void> | null;
  /** Until then no other look begins. */
  restUntilMs: Ms;
}

export interface Context {
  readonly home: string;
  readonly ports: Ports;
  readonly settings: Settings;
  readonly tracked: Map<string, Tracked>;
  readonly bell: Bell;
  readonly history: History;
  readonly outgoing: Outgoing;
  readonly flow: { state: FlowState };
  readonly hushed: Set<Hush>;
  readonly endings: SharedLook;
  /** Processes whose watcher no gateway has taken yet. */
  readonly watchers: Set<string>;
  readonly screens: Screens;
  readonly sinks: Sinks;
  /** Aborts when the registry lets go. */
  readonly closing: AbortSignal;
}
