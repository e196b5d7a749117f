import type { ForegroundProcess, TerminalModes } from "../core/notify/input-class.ts";
import type { Identity } from "../core/record.ts";

/** A terminal that a process of a job runs on, with what of the job stands in its foreground. */
export interface JobTerminal {
  /** For example `/dev/pts/3`. */
  readonly device: string;
  /** Members of the foreground group that belong to the job, zombies left out. */
  readonly foreground: readonly ForegroundProcess[];
}

export interface TerminalState extends TerminalModes {
  /** The byte that is end of file when the terminal edits lines; null when there is none. */
  readonly endOfFile: number | null;
}

/** Sees whether a job waits for somebody to type. Asks the kernel, changes nothing, sends nothing. */
export interface InputProbe {
  /**
   * The terminals in the tree of `job`, innermost last; empty when it has none, or has ended. Costs a few reads for each
   * thread of the tree: ask when something has happened, not at every tick.
   */
  terminals(job: Identity): readonly JobTerminal[];
  /** The modes of a terminal now; null when it is gone or may not be opened. Starts a program. */
  modes(device: string): Promise<TerminalState | null>;
}
