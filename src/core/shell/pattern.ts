import { invalidArgument } from "../errors.ts";
import { globMatches } from "../glob.ts";
import { baseName } from "./unwrapped.ts";
import type { Text } from "./unwrapped.ts";

/** The words of a rule. A word `*` stands for any number of words, a `*` within a word for any characters. */
export type CommandPattern = readonly string[];

/** Throws `invalid_argument` for a pattern without a word. */
export function commandPattern(text: string): CommandPattern {
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) throw invalidArgument("A rule for commands", "at least one word", text);
  return words;
}

/** Directories whose programs are those that their names say. */
const SYSTEM_DIRECTORIES: ReadonlySet<string> = new Set(
  ["/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/local/bin", "/usr/local/sbin", "/opt/homebrew/bin"].map(
    (directory) => `${directory}/`,
  ),
);

/** Whether the program is looked up by its name alone, or in a directory of the system. */
export function isSystemProgram(program: string): boolean {
  const name = baseName(program);
  return name === program || SYSTEM_DIRECTORIES.has(program.slice(0, program.length - name.length));
}

/** Whether the command is one that the pattern means, whatever its unknown words turn out to be. */
export function surelyMatches(pattern: CommandPattern, words: readonly Text[]): boolean {
  return matches(pattern, words, false);
}

/** Whether it may turn out to be one. */
export function possiblyMatches(pattern: CommandPattern, words: readonly Text[]): boolean {
  return matches(pattern, words, true);
}

/** Word by word: `reached[p]` says that the first `p` words of the pattern match the words so far. */
function matches(pattern: CommandPattern, words: readonly Text[], possibly: boolean): boolean {
  let reached = skipping(pattern, [true]);
  for (const word of words) {
    const next: boolean[] = [];
    for (const [place, is] of reached.entries()) {
      if (!is) continue;
      const part = pattern[place];
      if (part === "*") next[place] = true;
      else if (word === null && possibly) for (let to = place; to <= pattern.length; to++) next[to] = true;
      else if (word !== null && part !== undefined && globMatches(part, word)) next[place + 1] = true;
    }
    reached = skipping(
      pattern,
      Array.from(next, (is) => is ?? false),
    );
  }
  return reached[pattern.length] === true;
}

/** A `*` may stand for no word. */
function skipping(pattern: CommandPattern, reached: readonly boolean[]): readonly boolean[] {
  const result = [...reached];
  for (const [place, part] of pattern.entries()) if (part === "*" && result[place] === true) result[place + 1] = true;
  return result;
}
