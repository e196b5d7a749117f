import { isBellhopError, messageOf, systemCode } from "../../core/errors.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Terminal } from "./context.ts";
import { block } from "./text/sanitize.ts";

/** Exit codes of our own. `wait`, `run --wait` and `run --follow` exit with the code of the process instead. */
export const EXIT = {
  ok: 0,
  /** Something else went wrong; the sentence on stderr says what. */
  failure: 1,
  usage: 2,
  /** No such process. `daemon status`: no daemon runs (as in the Linux Standard Base). */
  notFound: 3,
  /** The daemon cannot be reached. */
  unreachable: 4,
  /** Time is up (as timeout(1)). */
  timeout: 124,
  /** Ended by Ctrl-C: 128 + SIGINT. */
  interrupted: 130,
} as const;

const CODES: Partial<Record<ErrorCode, number>> = {
  invalid_argument: EXIT.usage,
  ambiguous_id: EXIT.usage,
  not_found: EXIT.notFound,
  daemon_unreachable: EXIT.unreachable,
  daemon_newer: EXIT.unreachable,
  connection_lost: EXIT.unreachable,
  home_in_use: EXIT.unreachable,
  protocol: EXIT.unreachable,
};

/** Says on stderr what went wrong, in one sentence, and gives the exit code. A reader that left is no error. */
export function report(error: unknown, terminal: Terminal, debug: boolean): number {
  if (systemCode(error) === "EPIPE") return EXIT.ok;
  note(terminal, messageOf(error));
  if (debug && error instanceof Error) terminal.err(`${error.stack ?? ""}\n`);
  return (isBellhopError(error) && CODES[error.code]) || EXIT.failure;
}

/** A sentence for the person, on stderr. */
export function note(terminal: Terminal, sentence: string): void {
  terminal.err(`bellhop: ${block(sentence)}\n`);
}
