import type { Ownership } from "../core/record.ts";

/** What a sink is told of a process. */
export interface SinkProcess extends Ownership {
  readonly id: string;
  readonly name: string;
  /** Redacted. */
  readonly command: string;
}

/**
 * Gets live output: a piece as it was printed, with its escape codes, redacted as far as a piece shows what is to redact. The
 * next piece of the same process comes when this one is done with. What it throws is logged once, and changes nothing else.
 */
export type OutputSink = (process: SinkProcess, chunk: string, isTerminal: boolean) => void | Promise<void>;

/** Is asked to close what it shows of a process. Null when there is no such process any more. What it throws is the answer. */
export type CloseSink = (process: SinkProcess | null, id: string) => void;

export type CloseTerminalResult =
  | { readonly status: "ok"; readonly closed: string; readonly note: string }
  | { readonly status: "error"; readonly error: string };

/** What the program around us has installed, such as a window with a tab for each process. */
export interface Sinks {
  onOutput: OutputSink | null;
  onClose: CloseSink | null;
  /** Aborts when there is nobody to tell output. */
  feeding: AbortController;
  isTroubleTold: boolean;
}

export function createSinks(): Sinks {
  return { onOutput: null, onClose: null, feeding: new AbortController(), isTroubleTold: false };
}
