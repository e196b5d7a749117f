import { EnvironmentError } from "../../ports/environment.ts";
import type { CallResult } from "./call-environment.ts";
import { readTold } from "./call-script.ts";

/** What is known of a call when nothing more comes. */
export interface CallFacts {
  /** Of the environment. */
  readonly name: string;
  readonly mark: string;
  readonly outputs: { readonly stdout: Buffer; readonly droppedLine: string; readonly stderr: string };
  /** Our signal came before its end. */
  readonly wasStopped: boolean;
  /** What the way there says; null when it says nothing. */
  readonly exitCode: number | null;
  /** The error where the command has not begun: `said` is what the error output holds. */
  trouble(said: string): EnvironmentError;
}

/** Below it, a code without a word about the end is that of the way there, not of a command. */
const SIGNAL_CODES_FROM = 128;

/** The answer of a call. An exit code is never made up: where it cannot be known, an `EnvironmentError` is thrown. */
export function concluded(facts: CallFacts): CallResult {
  const { outputs, mark, exitCode } = facts;
  const told = readTold(outputs.stderr, mark);
  const result = { stdout: outputs.stdout, droppedLine: outputs.droppedLine, stderr: told.text };
  // What ends because of us may still say how.
  if (facts.wasStopped) return { ...result, exitCode: null };
  if (told.exitCode !== null) return { ...result, exitCode: told.exitCode };
  if (!told.hasBegun) throw facts.trouble(told.text);
  // The shell that would have told was killed.
  if (exitCode !== null && exitCode >= SIGNAL_CODES_FROM) return { ...result, exitCode };
  throw new EnvironmentError(
    "unreachable",
    `The connection to ${facts.name} was cut while a command ran, which may run on there. It is tried again when it is asked again.`,
    { cause: facts.trouble(told.text) },
  );
}
