import { baseName } from "./unwrapped.ts";
import type { Text } from "./unwrapped.ts";
import { commandPattern, isSystemProgram, possiblyMatches, surelyMatches } from "./pattern.ts";
import { readScript } from "./read.ts";
import type { Reading, SimpleCommand } from "./read.ts";

/**
 * Which commands may run, by the words of each: `git status`, `npm run *`, `docker *`. A word `*` stands for any number of
 * words, a `*` within a word for any characters. The program is compared by its name; where an allowed one is called by
 * a path outside the directories of the system, the path must match.
 */
export interface CommandRules {
  /** When there is one, each command must match one, from its first word to its last. */
  readonly allow?: readonly string[];
  /** No command may match one, whatever else it has behind it: `rm` means `rm -rf x`, too. Wins over `allow`. */
  readonly deny?: readonly string[];
}

export interface Verdict {
  readonly allowed: boolean;
  /** Why not, as sentences for who asked; empty when it is allowed. */
  readonly reason: string;
}

const ALLOWED: Verdict = { allowed: true, reason: "" };

/**
 * Judges a script by what it runs: each command of it, also in substitutions, functions and here-documents for a shell, and
 * behind `sudo`, `env`, `nohup`, `timeout`, `xargs`, `find -exec`, `sh -c`, `eval`. Where there are rules, what only the
 * running shell can know is refused. Throws `invalid_argument` for a rule without a word.
 *
 * It guards against mistakes, and is no sandbox: an allowed program may run others, and write files.
 */
export function judgeCommand(command: string, { allow = [], deny = [] }: CommandRules): Verdict {
  if (allow.length === 0 && deny.length === 0) return ALLOWED;
  const allowed = allow.map((text) => ({ text, pattern: commandPattern(text) }));
  const denied = deny.map((text) => ({ text, pattern: [...commandPattern(text), "*"] }));
  const reading = readScript(command);
  for (const one of reading.commands) {
    const refused = denial(one, denied);
    if (refused !== "") return { allowed: false, reason: refused };
  }
  const unclear = unclearReason(reading, allowed);
  if (unclear !== "") return { allowed: false, reason: unclear };
  const stranger = allow.length === 0 ? undefined : reading.commands.find((one) => !isAllowed(one, allowed));
  return stranger === undefined ? ALLOWED : { allowed: false, reason: strangerReason(stranger, allow) };
}

interface Rule {
  readonly text: string;
  readonly pattern: readonly string[];
}

function denial({ words }: SimpleCommand, denied: readonly Rule[]): string {
  if (words[0] === null) return ""; // It is one of the problems.
  for (const { text, pattern } of denied) {
    const forms = formsOf(words);
    if (forms.some((form) => surelyMatches(pattern, form)))
      return `${show(words)} is not run: the rule deny "${text}" forbids it.`;
    if (words.includes(null) && forms.some((form) => possiblyMatches(pattern, form)))
      return `${show(words)} is not run: it may turn out to be what the rule deny "${text}" forbids, since a part of it is known only when it runs. Write it out.`;
  }
  return "";
}

function unclearReason({ problems, commands }: Reading, allowed: readonly Rule[]): string {
  const [problem] = problems;
  if (problem !== undefined)
    return `The command is not run: there are rules for commands, and it has ${problem}, so it cannot be judged. Write out what it is to do, in plain commands.`;
  const launcher = commands.find((one) => one.role === "launcher" && !isAllowed(one, allowed));
  if (launcher === undefined) return "";
  return `${show(launcher.words)} is not run: there are rules for commands, and what ${String(launcher.words[0])} runs is not looked into. Run it directly, or have it allowed by name.`;
}

/** What is transparent is judged by what it runs, unless it only has the name of such a program; a script by the shell before it. */
function isAllowed({ words, role }: SimpleCommand, allowed: readonly Rule[]): boolean {
  if (role === "file") return true;
  const isKnown = isSystemProgram(words[0] ?? "");
  if (role === "transparent" && isKnown) return true;
  const forms = isKnown ? formsOf(words) : [words];
  return allowed.some(({ pattern }) => forms.some((form) => surelyMatches(pattern, form)));
}

function strangerReason({ words }: SimpleCommand, allow: readonly string[]): string {
  return `${show(words)} is not run: no rule allows it. Allowed: ${allow.map((text) => `"${text}"`).join(", ")}.`;
}

/** As it is written, and with the program by its name alone. */
function formsOf(words: readonly Text[]): readonly (readonly Text[])[] {
  const [program, ...rest] = words;
  const name = baseName(program ?? "");
  return name === program ? [words] : [words, [name, ...rest]];
}

const SHOWN_MAX_CHARS = 80;

function show(words: readonly Text[]): string {
  const text = words.map((word) => word ?? "…").join(" ");
  return `\`${text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}…` : text}\``;
}
