import type { CallerContext } from "../../core/contract.ts";
import type { McpOptions } from "../mcp/options.ts";

/** Where text goes. stdout carries data only; everything else is for stderr. */
export interface Terminal {
  /** Resolves when the text has left this program. Rejects when nobody reads it any more (`EPIPE`). */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Whether stdout is a terminal. */
  readonly isTTY: boolean;
  /** Whether stderr is a terminal: only then a live line is drawn there. */
  readonly errIsTTY: boolean;
  readonly size: { readonly columns: number; readonly rows: number };
  readonly colour: boolean;
}

/** The person or the program that sits in front of us. */
export interface Person {
  /** Calls `handler` at Ctrl-C instead of ending. The returned function takes it back. */
  onInterrupt(handler: () => void): () => void;
  /** Calls `handler` with each key as it is pressed, where stdin is a terminal. The returned function gives the terminal back. */
  onKey(handler: (key: string) => void): () => void;
  /** What comes in on stdin, until its end. */
  input(): AsyncIterable<Uint8Array>;
  /** Whether stdin is a terminal. */
  readonly isTTY: boolean;
  /** Takes the terminal: what is typed comes as bytes, also Ctrl-C. The returned function gives it back as it was. */
  hold(use: TerminalUse): () => void;
  /** Asks on the terminal for a line that is not shown. Null when it was given up (Ctrl-C, Ctrl-D). */
  askSecret(prompt: string): Promise<string | null>;
}

/** What is done with a terminal while it is held. */
export interface TerminalUse {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onResize: () => void;
  /** Somebody wants us to end, or the terminal is gone (SIGHUP). */
  readonly onSignal: (signal: NodeJS.Signals) => void;
  /** What is written last: it takes back what was done to the terminal. Also when this program fails. */
  readonly leave: () => string;
}

/** What the commands need of a connection to the daemon; `RemoteBellhop` has it. */
export interface Remote {
  readonly daemon: { readonly pid: number; readonly version: string; readonly home: string };
  /** One operation. Input and answer as on the wire: `snake_case`. */
  call(operation: string, input: object, signal?: AbortSignal): Promise<unknown>;
  stream(operation: string, input: object, signal?: AbortSignal): AsyncIterable<unknown>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly home?: string;
  /** Starts a daemon when none runs. @default true */
  readonly start?: boolean;
}

export interface DaemonRunOptions {
  readonly home: string | undefined;
  /** Where it serves HTTP. */
  readonly httpPort: number | undefined;
}

/** A kind of environment, and whether it can be used from here. */
export interface UsableKind {
  readonly kind: string;
  readonly isUsable: boolean;
  /** One sentence. */
  readonly why: string;
}

/** Everything outside of a command, so that a test can be the outside. */
export interface Context {
  readonly terminal: Terminal;
  readonly person: Person;
  /** What a job takes over. */
  readonly caller: () => CallerContext;
  readonly connect: (options: ConnectOptions) => Promise<Remote>;
  /** Runs the daemon in this program until it ends; gives its exit code. */
  readonly runDaemon: (options: DaemonRunOptions) => Promise<number>;
  /** Serves one client of MCP on our own standard input and output, until it leaves. */
  readonly serveMcp: (home: string | undefined, options: McpOptions) => Promise<void>;
  /** Which kinds of environment can be used from here, and why not. */
  readonly usability: (env: Readonly<Record<string, string>>) => Promise<readonly UsableKind[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The options of one command line, read by their long name without dashes. */
export interface Options {
  flag(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  /** Every value of an option that may be given several times. */
  list(name: string): readonly string[];
}

/** What was typed, parsed. */
export interface Invocation {
  readonly operands: readonly string[];
  readonly options: Options;
  readonly home: string | undefined;
  readonly json: boolean;
}

/** One command. Gives the exit code. */
export type Command = (context: Context, invocation: Invocation) => Promise<number>;
