import { isMadeUp, PROGRAM } from "./unwrapped.ts";
import type { Input, Text, Unwrapped } from "./unwrapped.ts";

/** `sh -c SCRIPT`, `sh FILE`, or `sh` with its script on the standard input. */
export function shellScripts(words: readonly Text[], input: Input): Unwrapped {
  const options = readOptions(words);
  if (options === null)
    return { ...PROGRAM, role: "transparent", problem: `an option of ${words[0]} that is not known` };
  const first = words[options.next];
  if (options.script) return scriptOf(first);
  if (options.stdin || first === undefined) return scriptOf(input?.text, "standard input");
  return {
    ...PROGRAM,
    file: words.slice(options.next),
    problem: isMadeUp(first) ? "a script that is made as the command runs" : "",
  };
}

function scriptOf(text: Text | undefined, from = "text"): Unwrapped {
  return typeof text === "string"
    ? { ...PROGRAM, role: "transparent", scripts: [text] }
    : { ...PROGRAM, role: "transparent", problem: `a shell whose commands come from a ${from} that is not known` };
}

interface ShellOptions {
  readonly next: number;
  readonly script: boolean;
  readonly stdin: boolean;
}

const LONG_FLAGS: ReadonlySet<string> = new Set(["--login", "--norc", "--noprofile", "--posix", "--verbose", "--"]);

function readOptions(words: readonly Text[]): ShellOptions | null {
  let next = 1;
  let letters = "";
  for (let word = words[next]; word !== undefined; word = words[next]) {
    if (word === null) return letters.includes("c") ? null : { next, script: false, stdin: false };
    if (word.startsWith("--")) {
      if (!LONG_FLAGS.has(word)) return null;
      next += 1;
      if (word === "--") break;
    } else if (/^[-+][A-Za-z]+$/.test(word)) {
      if (word.startsWith("-")) letters += word;
      next += 1 + word.replaceAll(/[^oO]/g, "").length;
    } else break;
  }
  return { next, script: letters.includes("c"), stdin: letters.includes("s") };
}
