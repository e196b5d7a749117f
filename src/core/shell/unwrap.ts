import { findCommands } from "./find-program.ts";
import { shellScripts } from "./shell-program.ts";
import { baseName, isMadeUp, PROGRAM } from "./unwrapped.ts";
import type { Input, Text, Unwrapped } from "./unwrapped.ts";
import { LAUNCHERS, SHELLS, WRAPPERS } from "./wrappers.ts";
import type { Wrapper } from "./wrappers.ts";

/** Looks through a program that runs others: what it is, and what it runs. */
export function unwrap(words: readonly Text[], input: Input): Unwrapped {
  const name = baseName(words[0] ?? "");
  const wrapper = WRAPPERS.get(name);
  if (wrapper !== undefined) return peel(words, wrapper);
  if (SHELLS.has(name)) return shellScripts(words, input);
  if (name === "eval") return evaluated(words.slice(1));
  if (name === "trap") return trapped(words.slice(1));
  if (name === "find") return findCommands(words);
  if (name === "." || name === "source") return sourced(words.slice(1));
  return { ...PROGRAM, role: LAUNCHERS.has(name) ? "launcher" : "program" };
}

function peel(words: readonly Text[], wrapper: Wrapper): Unwrapped {
  const role = wrapper.power === true ? "power" : "transparent";
  const name = words[0] ?? "";
  const options = readOptions(words, wrapper);
  if (options === "lookup") return { ...PROGRAM, role };
  if (options === null) return { ...PROGRAM, role, problem: `an option of ${name} that is not known` };
  const command = words.slice(options.next);
  if (command.length === 0) return { ...PROGRAM, role: name === "exec" ? "transparent" : "program" };
  const inner = wrapper.open === true ? [...replaced(command, options.placeholder), null] : command;
  return { ...PROGRAM, role, commands: [inner] };
}

/** `xargs -I{}`: each word with the placeholder is another one when it runs. */
function replaced(words: readonly Text[], placeholder: string): readonly Text[] {
  return placeholder === "" ? words : words.map((word) => (word?.includes(placeholder) === true ? null : word));
}

interface Options {
  /** Where the command begins. */
  readonly next: number;
  readonly placeholder: string;
}

function readOptions(words: readonly Text[], wrapper: Wrapper): Options | "lookup" | null {
  let next = 1;
  let placeholder = "";
  for (let word = words[next]; word !== undefined; word = words[next]) {
    if (word === null) return null;
    if (wrapper.assignments === true && /^(?!-)[^]*=/.test(word)) next += 1; // Anything with a `=` is one.
    else if (word === "--") {
      next += 1;
      break;
    } else if (word.startsWith("-") && word.length > 1) {
      const read = word.startsWith("--") ? longOption(word, wrapper) : shortOptions(word, wrapper);
      if (read === null || read === "lookup") return read;
      if (read.letter === "I") placeholder = read.attached || (words[next + 1] ?? "");
      if (read.takesNext && typeof words[next + 1] !== "string") return null;
      next += read.takesNext ? 2 : 1;
    } else break;
  }
  const end = next + (wrapper.positionals ?? 0);
  return words.slice(next, end).includes(null) ? null : { next: end, placeholder };
}

interface OptionRead {
  readonly takesNext: boolean;
  readonly letter?: string;
  readonly attached?: string;
}

function longOption(word: string, { longFlags = "", longValues = "" }: Wrapper): OptionRead | null {
  const [name = "", value] = word.slice(2).split("=", 2);
  if (longFlags.split(" ").includes(name)) return { takesNext: false };
  return longValues.split(" ").includes(name) ? { takesNext: value === undefined } : null;
}

function shortOptions(word: string, wrapper: Wrapper): OptionRead | "lookup" | null {
  const { flags = "", values = "", lookups = "" } = wrapper;
  for (const [index, letter] of Array.from(word).entries()) {
    if (index === 0 || flags.includes(letter)) continue;
    if (lookups.includes(letter)) return "lookup";
    if (!values.includes(letter)) return null;
    const attached = word.slice(index + 1);
    return { takesNext: attached === "", letter, attached };
  }
  return { takesNext: false };
}

function evaluated(words: readonly Text[]): Unwrapped {
  const known = words.every((word) => word !== null);
  const problem = known ? "" : "eval of something that only the running shell knows";
  return { ...PROGRAM, role: "transparent", scripts: known ? [words.join(" ")] : [], problem };
}

function trapped([script, ...signals]: readonly Text[]): Unwrapped {
  const none = { ...PROGRAM, role: "transparent" } as const;
  if (script === null) return { ...none, problem: "a trap for something that only the running shell knows" };
  return { ...none, scripts: script === undefined || script.startsWith("-") || signals.length === 0 ? [] : [script] };
}

function sourced(words: readonly Text[]): Unwrapped {
  const file = words[0] === "--" ? words.slice(1) : words;
  return { ...PROGRAM, file, problem: isMadeUp(file[0]) ? "a script that is made as the command runs" : "" };
}
