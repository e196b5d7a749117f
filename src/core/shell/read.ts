import { forEachChild, parse } from "unbash";
import type { Assignment, Command, HereDoc, Redirection, SyntaxNode, Word } from "unbash";

import { SHELL_DEPTH_MAX } from "../limits.ts";
import { hiddenProblem, setterProblem } from "./hidden.ts";
import { isMalformed } from "./malformed.ts";
import { staticValue, unlessTooDeep } from "./nodes.ts";
import { unwrap } from "./unwrap.ts";
import type { Input, Text, Unwrapped } from "./unwrapped.ts";

/** One command of a script: its program and its arguments. `sudo rm x` is two, the second one inside the first. */
export interface SimpleCommand {
  readonly words: readonly Text[];
  /** `file`: a script that the command before it runs. */
  readonly role: Unwrapped["role"] | "file";
}

/** All that a script runs, as far as it says so. */
export interface Reading {
  readonly commands: readonly SimpleCommand[];
  /** The commands of each statement that ends in `&`. */
  readonly backgrounds: readonly (readonly SimpleCommand[])[];
  /** What cannot be known without running it, as parts of a sentence. */
  readonly problems: readonly string[];
}

/**
 * Reads a script: its commands, those in substitutions, those that wrappers like `sudo` and `xargs` run, and the scripts
 * that a shell gets as a text. What is quoted, and what is data of a here-document, is none of them.
 */
export function readScript(script: string): Reading {
  const reading: Draft = { commands: [], backgrounds: [], problems: [], depth: 0 };
  unlessTooDeep(
    () => readText(reading, script),
    () => void reading.problems.push("something that is nested too deep to be read"),
  );
  return reading;
}

interface Draft extends Reading {
  readonly commands: SimpleCommand[];
  readonly backgrounds: (readonly SimpleCommand[])[];
  readonly problems: string[];
  /** Scripts in scripts. */
  depth: number;
}

function readText(draft: Draft, text: string): void {
  deeper(draft, () => {
    const script = parse(text);
    if (isMalformed(text, script)) draft.problems.push("something malformed");
    readNode(draft, script);
  });
}

function deeper(draft: Draft, read: () => void): void {
  if (draft.depth === SHELL_DEPTH_MAX) {
    draft.problems.push(`commands within commands more than ${SHELL_DEPTH_MAX} deep`);
    return;
  }
  draft.depth += 1;
  read();
  draft.depth -= 1;
}

function readNode(draft: Draft, node: SyntaxNode): void {
  const before = draft.commands.length;
  const problem = problemOf(node);
  if (problem !== "") draft.problems.push(problem);
  if (node.type === "Command") readCommand(draft, node);
  forEachChild(node, (child) => {
    if (child.type === "Script") deeper(draft, () => readNode(draft, child));
    else readNode(draft, child);
  });
  if (node.type === "Statement" && node.background === true) draft.backgrounds.push(draft.commands.slice(before));
}

function readCommand(draft: Draft, command: Command): void {
  if (command.name === undefined) return;
  const words = [command.name, ...command.args].map(textOf);
  readWords(draft, words, inputOf(command.redirects));
}

function readWords(draft: Draft, words: readonly Text[], input?: Input): void {
  if (typeof words[0] !== "string") draft.problems.push("a program that only the running shell knows");
  const { role, file, commands, scripts, problem } = unwrap(words, input);
  draft.commands.push({ words, role });
  draft.problems.push(...[problem, setterProblem(words)].filter((one) => one !== ""));
  if (file.length > 0) draft.commands.push({ words: file, role: "file" });
  for (const inner of commands) deeper(draft, () => readWords(draft, inner, input));
  for (const script of scripts) readText(draft, script);
}

function textOf(word: Word | Assignment): Text {
  if (word.type === "Word") return staticValue(word);
  const value = word.value.type === "Word" && word.index === undefined ? staticValue(word.value) : null;
  return value === null ? null : `${word.name}${word.append === true ? "+=" : "="}${value}`;
}

/** What a command gets on its standard input, when the script says so. */
function inputOf(redirects: readonly Redirection[]): Input {
  const inputs = redirects.filter(({ operator, descriptor }) => {
    const isZero = descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);
    return isZero && operator.startsWith("<");
  });
  const last = inputs.at(-1);
  if (last === undefined) return undefined;
  if (last.type === "HereDoc") return { text: bodyOf(last) };
  return { text: last.type === "HereString" && last.target !== undefined ? staticValue(last.target) : null };
}

function bodyOf({ delimiter, body }: HereDoc): string | null {
  return delimiter?.quoted === true || !/[\\$`]/.test(body.text) ? body.text : null;
}

function problemOf(node: SyntaxNode): string {
  switch (node.type) {
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return node.script === undefined ? "a substitution that cannot be read" : "";
    case "Transform":
      return node.operand.text === "P" ? "`${…@P}`, which runs what a variable holds" : "";
    default:
      return hiddenProblem(node);
  }
}
