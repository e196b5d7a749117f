import type { EnvironmentError } from "../../ports/environment.ts";
import type { CallRequest, CallResult } from "./call-environment.ts";
import { type CallOutputs, callOutputs } from "./call-outputs.ts";
import { callWords, endWords } from "./call-script.ts";
import { concluded } from "./conclude.ts";

/** A command that a service runs, and whose output it streams. */
export interface StreamedProcess {
  /** Resolves with the exit code when it has ended and all output was given; rejects with what the service says. */
  readonly exit: Promise<number>;
  /** Listens no more. Never rejects. */
  letGo(): Promise<void>;
}

export interface StreamedWay {
  readonly name: string;
  begin(words: readonly string[], stdin: Uint8Array | undefined, outputs: CallOutputs): Promise<StreamedProcess>;
  /** What an error of the service means. `said`: what the error output holds. */
  trouble(error: unknown, said: string): EnvironmentError;
}

const STOPPED = Symbol("stopped");

/** Runs a call through a service that streams. */
export async function streamedCall(way: StreamedWay, request: CallRequest): Promise<CallResult> {
  const { mark, stdin } = request;
  const outputs = callOutputs((text) => text.includes(`\n${mark}:ended:`));
  const stop = stopping(request.signal);
  let error: unknown = null;
  let exitCode: number | null = null;
  let first: unknown = STOPPED;
  const beginning = way.begin(callWords(mark, request), stdin, outputs);
  try {
    const process = await Promise.race([beginning, stop.promise]);
    if (process !== STOPPED) {
      const ended = process.exit.then(
        (code) => void (exitCode = code),
        (reason: unknown) => void (error = reason),
      );
      first = await Promise.race([ended, outputs.ended, stop.promise]);
      if (first !== STOPPED) await Promise.race([outputs.quiet(ended), stop.promise]);
    }
  } catch (reason) {
    first = null;
    error = reason;
  } finally {
    stop.forget();
    void beginning.then((process) => process.letGo()).catch(() => {});
  }
  const wasStopped = first === STOPPED;
  const trouble = (said: string): EnvironmentError => way.trouble(error, said);
  return concluded({ name: way.name, mark, outputs: outputs.result(), wasStopped, exitCode, trouble });
}

/** Ends through a service whatever carries the mark. */
export async function streamedEnd(way: StreamedWay, mark: string, signal: AbortSignal): Promise<void> {
  const stop = stopping(signal);
  const process = await way.begin(
    endWords(mark),
    undefined,
    callOutputs(() => false),
  );
  await Promise.race([process.exit, stop.promise]).catch(() => {});
  stop.forget();
  await process.letGo();
}

interface Stopping {
  readonly promise: Promise<typeof STOPPED>;
  readonly forget: () => void;
}

function stopping(signal: AbortSignal): Stopping {
  let stop = (): void => {};
  const promise = new Promise<typeof STOPPED>((resolve) => {
    stop = () => resolve(STOPPED);
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  return { promise, forget: () => signal.removeEventListener("abort", stop) };
}
