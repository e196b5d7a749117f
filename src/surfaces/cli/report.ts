import { isBellhopError, messageOf, systemCode } from "../../core/errors.ts";
import type { ErrorCode } from "../../core/errors.ts";
import type { Terminal } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { block } from "./text/sanitize.ts";

const CODES: Partial<Record<ErrorCode, number>> = {
  invalid_argument: EXIT.usage,
  ambiguous_id: EXIT.usage,
  not_found: EXIT.notFound,
  daemon_unreachable: EXIT.unreachable,
  daemon_newer: EXIT.unreachable,
  connection_lost: EXIT.unreachable,
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
