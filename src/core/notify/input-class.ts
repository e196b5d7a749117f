import type { InputClass } from "./event.ts";

/** How a terminal treats what is typed, termios(3). */
export interface TerminalModes {
  /** ICANON: the kernel gathers a whole line before anybody may read it. */
  readonly canonical: boolean;
  /** ECHO: the kernel shows what is typed. */
  readonly echo: boolean;
  /** ISIG: Ctrl-C is an interrupt, not a character. */
  readonly signals: boolean;
}

/**
 * What a process waits for, as the kernel tells it.
 * - `read`: the terminal, and nothing else.
 * - `select`: the terminal, among other things.
 * - `elsewhere`: something else; or it waits for nothing, because it works, has stopped, or has ended.
 * - `unknown`: it sleeps, and we may not ask for what.
 */
export type TerminalWait = "read" | "select" | "elsewhere" | "unknown";

/** One process of the foreground group of a terminal. */
export interface ForegroundProcess {
  /** Pid and start time: tells two processes apart that had the same pid. */
  readonly key: string;
  readonly wait: TerminalWait;
  /** It reads the terminal through a descriptor other than its standard input. */
  readonly besideInput: boolean;
}

export interface InputFacts {
  readonly modes: TerminalModes;
  /** The process that waits; see {@link whoWaits}. */
  readonly waiting: ForegroundProcess;
  /** Behind the last line break of the output. Blank when there is none. */
  readonly lastLine: string;
  /** The output has switched to the alternate screen, or has hidden the cursor. */
  readonly alternateScreen: boolean;
}

/** The one that waits for somebody to type; null when nobody does. One that we may not ask about comes last. */
export function whoWaits(foreground: readonly ForegroundProcess[]): ForegroundProcess | null {
  const first = (wait: TerminalWait): ForegroundProcess | undefined => foreground.find((one) => one.wait === wait);
  return first("read") ?? first("select") ?? first("unknown") ?? null;
}

/**
 * What kind of input a process waits for; null when it is not proved that it waits for any. The text of the prompt is never
 * looked at, only whether there is one.
 */
export function inputClass({ modes, waiting, lastLine, alternateScreen }: InputFacts): InputClass | null {
  const { wait, besideInput } = waiting;
  // Also where we may not ask (`sudo`, `su` run as root): nobody switches the echo off and leaves the line editing on for anything else.
  if (modes.canonical && !modes.echo) return wait === "elsewhere" ? null : "password";
  if (wait === "elsewhere" || wait === "unknown") return null;
  const hasPrompt = lastLine.trim() !== "";
  // A server that also listens to its terminal is not waiting for it; a raw mode, below, is only taken on to talk to somebody.
  if (modes.echo) return wait === "select" ? null : ofCooked(modes, hasPrompt);
  if (besideInput && modes.signals) return "pager";
  if (alternateScreen) return "full_screen";
  return hasPrompt ? "repl" : null;
}

/** The kernel shows what is typed. Without a prompt it is read to the end, as `cat` does. A single key ends nothing. */
function ofCooked({ canonical }: TerminalModes, hasPrompt: boolean): InputClass | null {
  if (hasPrompt) return "line";
  return canonical ? "end_of_file" : null;
}
