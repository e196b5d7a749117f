/** How one command is to be run. */
export interface ExecuteOptions {
  /** Milliseconds until it is killed: exit code 124, and a last line that says so. Default: never. */
  readonly timeoutMs?: number;
  /** Default: the environment's own. One that cannot be entered: exit code 126. */
  readonly cwd?: string;
  /** Kills it: exit code 130, and a last line that says so. */
  readonly signal?: AbortSignal;
  /** Only where the environment can `stdin`. */
  readonly stdin?: Uint8Array;
}

/** What a command has printed, on both outputs, and how it ended. */
export interface Executed {
  readonly output: string;
  readonly exitCode: number;
}

/** The same with the bytes of its standard output apart. */
export interface ExecutedBytes {
  readonly stdout: Buffer;
  /** What it said on the other one; for messages. */
  readonly stderr: string;
  readonly exitCode: number;
}

/** What an environment may be able to do besides. */
export type Ability =
  /** `executeBytes`: standard output as it is, apart from the other one. Without it bytes are encoded on their way. */
  | "bytes"
  /** Takes `stdin`. Without it everything goes as arguments. */
  | "stdin"
  /** Survives a lost connection: the next call makes a new one. */
  | "reconnect";

/**
 * A place where commands run: a container, another machine. Only `execute` is needed; processes in the background, their
 * log, kill, terminal and input are made of it.
 *
 * A command is a line for the POSIX shell `sh` there. What cannot be reached rejects with an `EnvironmentError`; a command
 * that fails is a value.
 */
export interface Environment {
  /** As a caller writes it; identifies the place also after a restart: `ssh://user@host:22`, `docker:NAME`. */
  readonly name: string;
  readonly abilities: ReadonlySet<Ability>;
  execute(command: string, options?: ExecuteOptions): Promise<Executed>;
  executeBytes?(command: string, options?: ExecuteOptions): Promise<ExecutedBytes>;
  /** Lets the connection go. What runs there lives on; what the environment itself made for one process (a new container) stays, too. */
  close(): Promise<void>;
}

/**
 * Why an environment could not run a command.
 * - `unreachable`: perhaps later.
 * - `gone`: it does not exist any more (a container was removed), and whatever ran there is gone with it.
 * - `stopped`: it exists and does not run; nothing runs in it.
 * - `paused`: it exists and its processes are frozen.
 * - `refused`: it will not have us (a key, a host key, a permission); trying again changes nothing.
 * - `unusable`: what is needed to get there is missing on this host (a program, an optional package).
 */
export type EnvironmentTrouble = "unreachable" | "gone" | "stopped" | "paused" | "refused" | "unusable";

export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly trouble: EnvironmentTrouble;

  /** `message`: a whole sentence that names the place, and what to do next. */
  constructor(trouble: EnvironmentTrouble, message: string, options?: ErrorOptions) {
    super(message, options);
    this.trouble = trouble;
  }
}

/** Whether an environment can be used, for `doctor`. */
export interface Usability {
  readonly kind: string;
  readonly isUsable: boolean;
  /** One sentence: the version that is there, or what is missing and how to get it. */
  readonly why: string;
}
