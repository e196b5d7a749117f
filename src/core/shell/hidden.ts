import type { SyntaxNode, Word } from "unbash";

import { contains, staticValue } from "./nodes.ts";
import type { Text } from "./unwrapped.ts";
import { POWERFUL_VARIABLE } from "./wrappers.ts";

const HIDDEN = "a text with a substitution where a shell evaluates texts";

/** What a node does to later commands without being one: part of a sentence, or empty. */
export function hiddenProblem(node: SyntaxNode): string {
  switch (node.type) {
    case "Assignment":
      if (POWERFUL_VARIABLE.test(node.name)) return settingOf(node.name);
      return hidesSubstitution(node) ? HIDDEN : "";
    case "For":
    case "Select":
      return POWERFUL_VARIABLE.test(node.name.text) ? settingOf(node.name.text) : "";
    case "TestCommand":
    case "ArithmeticCommand":
    case "ArithmeticExpansion":
      return hidesSubstitution(node) ? HIDDEN : "";
    case "ExtendedGlob":
    case "Unknown":
      return "a pattern or an expansion that runs commands in zsh";
    default:
      return "";
  }
}

/** Builtins that set the variables that their arguments name, or evaluate the subscripts in them (bash(1)). */
const SETTERS: ReadonlySet<string> = new Set(
  "export declare typeset local readonly read mapfile readarray getopts unset let test [ wait".split(" "),
);

/** The same for the words of a command. */
export function setterProblem([name, ...rest]: readonly Text[]): string {
  const places = placesOf(name, rest);
  const powerful = places.map((place) => /^\w+/.exec(place)?.[0] ?? "").find((one) => POWERFUL_VARIABLE.test(one));
  if (powerful !== undefined) return settingOf(powerful);
  return name !== "env" && name !== "sudo" && places.some(isHidden) ? HIDDEN : "";
}

/** The words that may name a variable. */
function placesOf(name: Text | undefined, words: readonly Text[]): readonly string[] {
  const known = words.map((word) => word ?? "");
  if (name === "env" || name === "sudo") return known.filter((word) => /^\w+=/.test(word));
  if (name === "printf") return known.filter((_, index) => known[index - 1] === "-v");
  return typeof name === "string" && SETTERS.has(name) ? known.filter((word) => !/^\w+[^\w=+[]/.test(word)) : [];
}

function settingOf(name: string): string {
  return `a change of ${name}, which decides what other commands run`;
}

/** Arithmetic runs the substitutions in the subscripts that a text holds, also one that a variable has kept for it. */
function hidesSubstitution(node: SyntaxNode): boolean {
  return contains(node, (one) => {
    if (one.type === "SingleQuoted" || one.type === "AnsiCQuoted" || one.type === "Literal") return isHidden(one.value);
    return one.type === "Word" && isPlainHidden(one);
  });
}

/** Substitutions that are written out have parts, and are looked into. */
function isPlainHidden(word: Word): boolean {
  return isHidden(staticValue(word) ?? "");
}

function isHidden(text: string): boolean {
  return /\$\(|`/.test(text);
}
