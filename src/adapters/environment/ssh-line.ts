import { BellhopError } from "../../core/errors.ts";
import { SSH_LINE_MAX_BYTES } from "../../core/limits.ts";
import { shellQuote } from "../../base/shell-quote.ts";

/** Turns `%b` text into a line and runs it; free of what any shell reads in single quotes. */
const DECODER = 'eval "$(printf %b "$1")"';

/**
 * The line that runs `words` whatever the login shell is, which sshd gives it to. POSIX shells, fish and csh agree on single quotes
 * only where these hold no quote, backslash, `!` or line end, and on `\\` outside of them; so all others are octal codes
 * there, which `sh` decodes. Throws `invalid_argument` for what no machine would take.
 */
export function loginShellLine(name: string, words: readonly string[]): string {
  const run = `exec ${words.map(shellQuote).join(" ")}`;
  if (run.includes("\0"))
    throw new BellhopError("invalid_argument", `A command for ${name} holds a zero byte, which no shell takes.`);
  const line = `exec sh -c '${DECODER}' sh ${encodedWord(run)}`;
  if (Buffer.byteLength(line) > SSH_LINE_MAX_BYTES)
    throw new BellhopError(
      "invalid_argument",
      `A command for ${name} is ${line.length} bytes long as a line for its shell; at most ${SSH_LINE_MAX_BYTES} are taken. Write it into a file there, or give it as input.`,
    );
  return line;
}

function encodedWord(text: string): string {
  const plain = text.replaceAll(/[^ -~]+|[!'\\]+/g, (special) => `'${codes(special)}'`);
  return `'${plain}'`;
}

function codes(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\\\0${byte.toString(8).padStart(3, "0")}`).join("");
}
