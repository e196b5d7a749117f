import type { TerminalSize } from "../record.ts";

/** What a person would see now, if the output stood in a terminal of `size`. */
export interface ScreenResult {
  readonly sessionId: string;
  readonly status: "running" | "exited";
  readonly size: TerminalSize;
  /** As many as the terminal has, from the top, without blanks at their ends. */
  readonly rows: readonly string[];
  /** The last rows that have left the screen at its top. Absent unless asked for. */
  readonly scrollback?: readonly string[];
  /** `rows` with their colours as escape codes, a line each. Absent unless asked for. */
  readonly ansi?: string;
  /** From 1, as terminals count. */
  readonly cursor: { readonly row: number; readonly column: number; readonly visible: boolean };
  /** As the program set it; empty when it did not. */
  readonly title: string;
  /** A full-screen program has it: what was there before comes back when it ends. */
  readonly alternateScreen: boolean;
  /** The cursor keys send `ESC O A` rather than `ESC [ A`. */
  readonly applicationCursorKeys: boolean;
  /** A paste is wanted between `ESC [ 200 ~` and `ESC [ 201 ~`. */
  readonly bracketedPaste: boolean;
  /** Offset in the log behind the last byte that is carried out. */
  readonly logCursor: number;
}

export interface ResizeResult {
  readonly status: "ok" | "not_found" | "already_exited" | "error";
  readonly rows?: number;
  readonly cols?: number;
  readonly error?: string;
}

export interface WriteResult {
  readonly status: "ok" | "not_found" | "already_exited" | "error";
  readonly bytesWritten?: number;
  /** Why not everything was written: `full` (send the rest later), `closed` (it reads no more), `no_input` (started without one). */
  readonly reason?: "full" | "closed" | "no_input" | "line_too_long";
  readonly error?: string;
}
