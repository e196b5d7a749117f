import type { ProcessSpec } from "../core/record.ts";
import type { EnvironmentTrouble, Usability } from "./environment.ts";
import type { ProcessEntry } from "./process-table.ts";

/** Which process, where it runs, and its directory here. */
export interface Place {
  readonly id: string;
  readonly directory: string;
  /** The name of its environment. */
  readonly environment: string;
}

/** What a mirror tells of the other side besides bytes and receipts. */
export type Contact =
  /** The last look failed; it is looked again, with growing pauses. `forMs`: since the last look that did not fail. */
  | { readonly kind: "lost"; readonly trouble: EnvironmentTrouble; readonly reason: string; readonly forMs: number }
  /** The other side answers, and has no such process, or its shim is gone without a receipt. Nothing more will come. */
  | { readonly kind: "gone"; readonly reason: string }
  /** It answers again. */
  | { readonly kind: "back" };

/** Members of a tree there. Pids are those of the other side. */
export interface ElsewhereEntry extends ProcessEntry {
  /** Whether it ignores the signal that was asked about. */
  readonly ignoresSignal: boolean;
}

/**
 * Processes in other environments. The same shim runs there, in a directory of its own; `follow` copies what it leaves
 * (log, receipt, `drained`) into the process's directory here, in the same form. So the log, the launcher's `receipt` and `watch`
 * and everything above them need not know.
 */
export interface Elsewhere {
  /** Throws a `BellhopError` (`invalid_argument`) when the name cannot be understood. No connection is made. */
  check(environment: string): void;
  /**
   * Starts `spec` there. Resolves with its pid there once it has one. Rejects with a `BellhopError` (`start_failed`) with
   * what was said there; then nothing runs there. Writes `running` here before anything is asked there.
   */
  launch(place: Place, spec: ProcessSpec): Promise<{ readonly pid: number | null; readonly notes: readonly string[] }>;
  /** Mirrors from where the log here ends, until the receipt and the whole output are here, or the returned function is called. */
  follow(place: Place, tell: (contact: Contact) => void): () => void;
  /** What lives of its tree. */
  tree(place: Place, signal: NodeJS.Signals): Promise<readonly ElsewhereEntry[]>;
  /** Each is proved to be the same process there before it is signalled. */
  signal(place: Place, entries: readonly ProcessEntry[], signal: NodeJS.Signals): Promise<void>;
  /** Gives the bytes that its input took. */
  write(place: Place, bytes: Uint8Array): Promise<number>;
  closeStdin(place: Place): Promise<void>;
  resize(place: Place, size: { readonly rows: number; readonly cols: number }): Promise<boolean>;
  /** Removes its directory there, once it has ended. Never rejects. */
  forget(place: Place): Promise<void>;
  /** Which kinds of environment can be used from here, and why not. */
  usability(): Promise<readonly Usability[]>;
  close(): Promise<void>;
}
