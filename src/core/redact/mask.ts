/** What stands where something was masked in full. */
export const FULL_MASK = "***";

/** A token shorter than this shows nothing of itself: ten of its characters would be most of it (original). */
const SHOWN_FROM_CHARS = 18;
const SHOWN_HEAD_CHARS = 6;
const SHOWN_TAIL_CHARS = 4;

/** A tail that would begin a key again, together with a dot and what follows it. */
const BEGINS_A_KEY = /^sk-/;

/** Masks a token. A long one keeps its first six and last four characters, so that a person knows which one it was. */
export function maskToken(token: string): string {
  const tail = token.slice(-SHOWN_TAIL_CHARS);
  if (token.length < SHOWN_FROM_CHARS || BEGINS_A_KEY.test(tail)) return FULL_MASK;
  return `${token.slice(0, SHOWN_HEAD_CHARS)}...${tail}`;
}
