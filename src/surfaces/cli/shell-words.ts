import { shellQuote } from "../../base/shell-quote.ts";

/** Words that every POSIX shell takes as they are, wherever they stand. */
const PLAIN_WORD = /^[A-Za-z0-9_./:,@+-][A-Za-z0-9_./:,@+%=-]*$/;

/**
 * The shell command of what was typed behind `--`. One word is a command line already and stays as it is;
 * several words are a program and its arguments, each quoted so that the shell hands it over unchanged.
 */
export function commandLine(words: readonly string[]): string {
  const [only] = words;
  if (words.length === 1 && only !== undefined) return only;
  return words.map((word, index) => quoteWord(word, index === 0)).join(" ");
}

/** `=` in the first word would make it an assignment; elsewhere it is an ordinary character. */
function quoteWord(word: string, isFirst: boolean): string {
  const plain = PLAIN_WORD.test(word) && !(isFirst && word.includes("="));
  return plain ? word : shellQuote(word);
}
