import { setMaxListeners } from "node:events";

import { type CallEnd, endedOutcome } from "../../core/environment-outcome.ts";
import { BellhopError } from "../../core/errors.ts";
import { CALL_KILL_DEADLINE_MS } from "../../core/limits.ts";
import {
  type Ability,
  type Environment,
  EnvironmentError,
  type Executed,
  type ExecutedBytes,
  type ExecuteOptions,
} from "../../ports/environment.ts";
import { newMark } from "./call-script.ts";

/** One command on its way into an environment. */
export interface CallRequest {
  /** Every process of the command carries it there. */
  readonly mark: string;
  readonly command: string;
  readonly cwd: string | undefined;
  readonly stdin: Uint8Array | undefined;
  /** Both outputs in `stdout`, in the order in which they were written. */
  readonly merged: boolean;
  /** Stop waiting for it. What runs there is ended by `end`. */
  readonly signal: AbortSignal;
}

export interface CallResult {
  readonly stdout: Buffer;
  /** Empty, or a line about output that was dropped. */
  readonly droppedLine: string;
  readonly stderr: string;
  /** Null: the signal came first. */
  readonly exitCode: number | null;
}

/** How calls reach one place. */
export interface CallWay {
  readonly name: string;
  readonly abilities: ReadonlySet<Ability>;
  /** Rejects with an `EnvironmentError` when the command could not be run, or nobody can know how it ended. */
  run(request: CallRequest): Promise<CallResult>;
  /** Ends whatever carries the mark there. */
  end(mark: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** An environment out of a way to run calls: what times out or is interrupted is ended there, too, and said in the answer. */
export function callEnvironment(way: CallWay): Environment {
  const closing = new AbortController();
  // Each call listens to it.
  setMaxListeners(0, closing.signal);
  const call = (command: string, options: ExecuteOptions, merged: boolean): Promise<Done> =>
    made({ way, closing: closing.signal }, { command, options, merged });
  const execute = async (command: string, options: ExecuteOptions = {}): Promise<Executed> => {
    const { result, end } = await call(command, options, true);
    const output = result.stdout.toString("utf8") + result.droppedLine;
    return end === null ? { output, exitCode: result.exitCode ?? 0 } : endedOutcome(output, end);
  };
  const executeBytes = async (command: string, options: ExecuteOptions = {}): Promise<ExecutedBytes> => {
    const { result, end } = await call(command, options, false);
    const { stdout, exitCode } = result;
    const stderr = result.stderr + result.droppedLine;
    if (end === null) return { stdout, stderr, exitCode: exitCode ?? 0 };
    const outcome = endedOutcome(stderr, end);
    return { stdout, stderr: outcome.output, exitCode: outcome.exitCode };
  };
  return {
    name: way.name,
    abilities: way.abilities,
    execute,
    ...(way.abilities.has("bytes") ? { executeBytes } : {}),
    async close() {
      closing.abort();
      await way.close();
    },
  };
}

interface Done {
  readonly result: CallResult;
  /** Null: the command ended by itself. */
  readonly end: CallEnd | null;
}

interface Context {
  readonly way: CallWay;
  readonly closing: AbortSignal;
}

interface Wanted {
  readonly command: string;
  readonly options: ExecuteOptions;
  readonly merged: boolean;
}

const NOTHING: CallResult = { stdout: Buffer.alloc(0), droppedLine: "", stderr: "", exitCode: null };

async function made({ way, closing }: Context, { command, options, merged }: Wanted): Promise<Done> {
  const { timeoutMs, cwd, signal, stdin } = options;
  if (stdin !== undefined && !way.abilities.has("stdin"))
    throw new BellhopError("invalid_argument", `${way.name} takes no input. Write it into the command.`);
  if (closing.aborted) throw closed(way.name);
  if (signal?.aborted === true) return { result: NOTHING, end: { kind: "interrupt" } };
  const stop = new AbortController();
  let end: CallEnd | null = null;
  const ending = (why: CallEnd | null) => (): void => {
    end ??= why;
    stop.abort();
  };
  const interrupt = ending({ kind: "interrupt" });
  const letGo = ending(null);
  const timer = timeoutMs === undefined ? undefined : setTimeout(ending({ kind: "timeout", timeoutMs }), timeoutMs);
  signal?.addEventListener("abort", interrupt);
  closing.addEventListener("abort", letGo);
  const mark = newMark();
  try {
    const result = await way.run({ mark, command, cwd, stdin, merged, signal: stop.signal });
    if (result.exitCode !== null) return { result, end: null };
    if (end === null) throw closed(way.name);
    await way.end(mark, AbortSignal.timeout(CALL_KILL_DEADLINE_MS)).catch(() => {});
    return { result, end };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", interrupt);
    closing.removeEventListener("abort", letGo);
  }
}

function closed(name: string): EnvironmentError {
  return new EnvironmentError("unreachable", `The connection to ${name} was closed by us. Open it again.`);
}
