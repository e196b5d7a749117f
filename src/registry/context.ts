import type { Ms } from "../base/time.ts";
import type { ProcessRecord } from "../core/record.ts";
import type { Clock } from "../ports/clock.ts";
import type { Launcher } from "../ports/launcher.ts";
import type { Logger } from "../ports/logger.ts";
import type { OutputLog } from "../ports/output-log.ts";
import type { ProcessEntry, ProcessTable } from "../ports/process-table.ts";
import type { Store } from "../ports/store.ts";
import type { Bell } from "./bell.ts";

/** What the registry works with. Every effect goes through one of these. */
export interface Ports {
  readonly clock: Clock;
  readonly launcher: Launcher;
  readonly table: ProcessTable;
  readonly store: Store;
  readonly logger: Logger;
  readonly openLog: (directory: string) => OutputLog;
  /** Gives a new id that was never given. */
  readonly newId: () => string;
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
}

/** What we hold for one process. Everything durable is in the record. */
export interface Tracked {
  record: ProcessRecord;
  readonly log: OutputLog;
  /** Stops listening for the receipt. */
  unwatch: () => void;
  /** The one kill in progress: a second one gets its answer. */
  stopping: Promise<StopOutcome> | null;
  settling: Promise<void> | null;
  /** Null until it was looked up. */
  copierPid: number | null;
  /** Processes of its tree that outlived the command. */
  leftovers: readonly ProcessEntry[];
}

export interface StopOutcome {
  readonly killedPids: readonly number[];
  readonly survivors: readonly number[];
}

export interface Context {
  readonly home: string;
  readonly ports: Ports;
  readonly settings: Settings;
  readonly tracked: Map<string, Tracked>;
  readonly bell: Bell;
  /** Aborts when the registry lets go. */
  readonly closing: AbortSignal;
}
