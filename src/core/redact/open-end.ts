import { beginsKey, PREFIXES } from "./scan.ts";

/** Characters of the last word that are looked at; a longer one is told as it comes. */
const WORD_MAX_CHARS = 512;
/** Fewer characters of a secret tell nothing, and stand at the end of many texts. */
const PART_MIN_CHARS = 4;

/**
 * Where a secret begins that `text` may end in the middle of: a word that begins like a key, or the beginning of one of
 * `values`. The length of `text` when there is none.
 */
export function openSecretStart(text: string, values: readonly string[]): number {
  const begun = values.map((value) => text.length - partAtEnd(text, value));
  return Math.min(text.length, keyStart(text), ...begun);
}

function keyStart(text: string): number {
  const from = lastWord(text);
  const word = text.slice(from);
  const isPart = word.length >= PART_MIN_CHARS && PREFIXES.some((prefix) => prefix.startsWith(word));
  return isPart || beginsKey(text, from) ? from : text.length;
}

function lastWord(text: string): number {
  const least = Math.max(0, text.length - WORD_MAX_CHARS);
  let from = text.length;
  while (from > least && /[\w.-]/.test(text.charAt(from - 1))) from -= 1;
  return from;
}

/** How many characters of the beginning of `value` the text ends with; 0 when too few, or all of them. */
function partAtEnd(text: string, value: string): number {
  for (let length = Math.min(value.length - 1, text.length, WORD_MAX_CHARS); length >= PART_MIN_CHARS; length -= 1) {
    if (text.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}
