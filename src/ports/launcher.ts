import type { ChildProcess } from "node:child_process";
import type { Identity, ProcessSpec, StdinMode, TerminalSize } from "../core/record.ts";
import type { Ending } from "../core/state.ts";

/** What the directory of a process says about its shim. */
export type Receipt =
  /** No shim has claimed the start; `claim` decides who may. */
  | { readonly kind: "unclaimed" }
  | { readonly kind: "running" }
  /** `cpuSeconds`: of the command and of everything in its tree that was waited for, where the shim could tell. */
  | { readonly kind: "ended"; readonly ending: Ending; readonly atMs: number; readonly cpuSeconds?: number }
  /** An adopted command has ended, and whoever could have told how had died before. */
  | { readonly kind: "untold"; readonly atMs: number }
  /** The command could not be started at all. */
  | { readonly kind: "failed"; readonly message: string; readonly atMs: number }
  /** The marker is missing or says nothing that a shim writes. */
  | { readonly kind: "damaged" };

export interface Launched {
  readonly shim: Identity;
  readonly job: Identity | null;
}

export interface Adopted extends Launched {
  /** Resolves when the child has ended, and this program, whose child it is, has written its receipt. */
  readonly told: Promise<void>;
}

/** Words that stand before others, each running the rest: what keeps a process apart (see `Prepared` of the isolation). */
export interface Wrap {
  readonly wrapShim: readonly string[];
  readonly wrapJob: readonly string[];
}

/** How a command is to be started; nothing of `wrap` is kept. */
export interface LaunchSpec extends ProcessSpec {
  readonly wrap?: Wrap;
}

/** A running child of this program, for the registry to take over. */
export interface Adoption {
  readonly child: ChildProcess;
  /** Null when it has ended already. */
  readonly job: Identity | null;
  /** `pipe`: its input is taken, too. */
  readonly stdin: StdinMode;
  /** What it printed before, as far as somebody was given it. */
  readonly outputSoFar: Uint8Array;
  readonly logMaxBytes: number;
}

/** Starts commands through a shim, and reads what shims leave behind. */
export interface Launcher {
  /**
   * Starts `spec` in `directory`. Resolves when the command has a pid (or has already ended);
   * rejects with a `BellhopError` and leaves no process behind. `spec.wrap` stands before the shells.
   */
  launch(id: string, directory: string, spec: LaunchSpec): Promise<Launched>;
  /**
   * Puts a shim between a running child and this program. Its streams are taken before this returns for the first time;
   * rejects with a `BellhopError`, and they are as they were.
   */
  adopt(id: string, directory: string, adoption: Adoption): Promise<Adopted>;
  /** What the directory says now. */
  receipt(directory: string): Receipt;
  /** Pids that a shim wrote down, proved against the kernel; null where there is none. For a start that nobody recorded. */
  claimed(id: string, directory: string): { readonly shim: Identity | null; readonly job: Identity | null };
  /** Forbids a shim that has not claimed the start to run it. False: it was faster, and the command runs. */
  forbid(directory: string): boolean;
  /** Calls `ring` when the shim has written its receipt. The returned function stops listening. */
  watch(directory: string, ring: () => void): () => void;
  /** Pid of the copier; null when it is not known, or has done its work. */
  copier(directory: string): number | null;
  /** Starts a new copier where the one of a process was killed. False: a reader that it left is still at work; ask again later. */
  repairCopier(directory: string, logMaxBytes: number): boolean;
  /** Whether this host has what holds a terminal. Asks once. */
  holdsTerminals(): boolean;
  /** The device of its terminal (`/dev/pts/3`); empty when it has none. */
  terminal(directory: string): string;
  /** Whether something was typed behind its last output: then a query at the end of that has had its answer. */
  wasTypedSinceOutput(directory: string): boolean;
  /** Sets the size of its terminal. False when it has none, or it does not take it. */
  resize(directory: string, size: TerminalSize): Promise<boolean>;
  /**
   * Writes to the input of a process that has one. Gives the bytes that it took, which end with a whole character; fewer than
   * all when it is full, or its program does not read.
   */
  write(directory: string, bytes: Uint8Array): number;
  /** End of file on that standard input. Idempotent. */
  closeStdin(directory: string): void;
}
