/** What stands where something was masked in full. */
export const FULL_MASK = "***";

/** What stands where a value was that the user named as a secret (original). */
export const VAULT_MASK = "«redacted-vault-secret»";

/** A token shorter than this shows nothing of itself: ten of its characters would be most of it (original). */
const SHOWN_FROM_CHARS = 18;
const SHOWN_HEAD_CHARS = 6;
const SHOWN_TAIL_CHARS = 4;

/** A tail that would begin a key again, together with a dot and what follows it. */
const BEGINS_A_KEY = /^sk-/;

/** Control characters and those that show nothing: they are no part of a token, and must not be shown as some. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;

/** Masks a token. A long one keeps its first six and last four characters, so that a person knows which one it was. */
export function maskToken(token: string): string {
  const seen = token.replace(UNSEEN, "");
  const tail = seen.slice(-SHOWN_TAIL_CHARS);
  if (seen.length < SHOWN_FROM_CHARS || BEGINS_A_KEY.test(tail)) return FULL_MASK;
  return `${seen.slice(0, SHOWN_HEAD_CHARS)}...${tail}`;
}

/**
 * Masks a token of a file's text. Whoever writes the text back must not write something that looks like a key, so nothing
 * but the public `prefix` is left.
 */
export function maskInFile(prefix: string): string {
  return prefix === "" ? "«redacted-secret»" : `«redacted:${prefix}…»`;
}

const MASKED = /^(?:\*+|.{1,6}\.\.\..{4}|«redacted.*|\[REDACTED.*)$/s;

/** Whether a value is a mask already. */
export function isMasked(value: string): boolean {
  return MASKED.test(value);
}
