import { REDACT_PIECE_CHARS } from "../limits.ts";
import { maskPrivateKeys } from "./private-key.ts";
import { RULES } from "./rules.ts";
import type { Rule } from "./rules.ts";

/**
 * Masks what is known to be a secret. Everything that is told or stored passes here, before it is cut to a length.
 * Applied twice it changes nothing more. Source code and plain web addresses stay as they are.
 */
export function redactText(text: string): string {
  return pieces(maskPrivateKeys(text)).map(redactPiece).join("");
}

/** {@link redactText} for a copy of a command. What is run is never touched (original #57735). */
export function redactCommand(command: string): string {
  return redactText(command);
}

function redactPiece(piece: string): string {
  return RULES.reduce((text, rule) => (mayMatch(rule, text) ? text.replace(rule.pattern, rule.mask) : text), piece);
}

function mayMatch(rule: Rule, text: string): boolean {
  return rule.hints.length === 0 || rule.hints.some((hint) => text.includes(hint));
}

/** Cuts a huge text where no secret can be: at line ends, else between words. The regex engine's stack is bounded. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > REDACT_PIECE_CHARS) {
    const size = pieceSize(text.slice(from, from + REDACT_PIECE_CHARS));
    found.push(text.slice(from, from + size));
    from += size;
  }
  found.push(text.slice(from));
  return found;
}

function pieceSize(piece: string): number {
  const lineEnd = piece.lastIndexOf("\n") + 1;
  const wordEnd = Math.max(...[" ", '"', "'", ",", ";"].map((separator) => piece.lastIndexOf(separator))) + 1;
  return lineEnd || wordEnd || piece.length;
}
