import { invalidArgument } from "../core/errors.ts";
import { TERMINAL_COLUMNS, TERMINAL_ROWS, TERMINAL_SIDE_MAX } from "../core/limits.ts";
import type { TerminalSize } from "../core/record.ts";

/** Throws `invalid_argument` for what is no terminal. */
export function checkPty(pty: unknown): void {
  if (pty === undefined || typeof pty === "boolean") return;
  if (typeof pty !== "object" || pty === null)
    throw invalidArgument("pty", "true, false or an object of rows and cols", pty);
  const { rows, cols } = pty as Partial<TerminalSize>;
  if (rows !== undefined) checkSide("pty.rows", rows);
  if (cols !== undefined) checkSide("pty.cols", cols);
}

/** The size that a start asks for; null when it asks for no terminal. What is not said is 30 rows and 120 columns (original). */
export function wantedSize(pty: boolean | Partial<TerminalSize> | undefined): TerminalSize | null {
  if (pty === undefined || pty === false) return null;
  const { rows = TERMINAL_ROWS, cols = TERMINAL_COLUMNS } = pty === true ? {} : pty;
  return { rows, cols };
}

export function checkSize({ rows, cols }: TerminalSize): void {
  checkSide("rows", rows);
  checkSide("cols", cols);
}

function checkSide(key: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1 || (value as number) > TERMINAL_SIDE_MAX)
    throw invalidArgument(key, `a whole number from 1 to ${TERMINAL_SIDE_MAX}`, value);
}
