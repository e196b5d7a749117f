import type { AndOr, Command, PipelineNode, Statement, SyntaxNode } from "unbash";

import { contains, staticValue } from "./nodes.ts";

/** A list such as `A && B &`, and what the shell runs after it. */
export interface Tail {
  readonly statement: Statement;
  readonly list: AndOr;
  /** What comes next may ask for its status: it is the condition of an `if`, say. */
  readonly statusRead: boolean;
  readonly after: readonly SyntaxNode[];
}

/** Whether the rest of the script sees no difference between `A && B &` and `A && { B & }`. */
export function isSafeTail({ list, statusRead, after }: Tail): boolean {
  const first = list.commands.slice(0, -1);
  if (statusRead || first.some(leavesTheShell) || isDefinition(list.commands.at(-1))) return false;
  if (after.length === 0) return true;
  return first.every(isQuick) && (!first.some(changesTheShell) || after.every(isIndifferent));
}

/** `$?` and its like; a bare `exit` or `return` passes the last status on. */
export function readsStatus(node: SyntaxNode): boolean {
  return contains(node, (one) => {
    if (one.type === "SimpleExpansion") return one.text === "$?";
    if (one.type === "ParameterExpansion") return one.parameter === "?" || one.parameter === "PIPESTATUS";
    if (one.type === "Command") return ["exit", "return"].includes(nameOf(one)) && one.args.length === 0;
    return one.type === "ArithmeticWord" && one.value.includes("?");
  });
}

/** In the foreground they would end, or jump in, the script itself. */
const LEAVING: ReadonlySet<string> = new Set(["exit", "return", "break", "continue", "exec", "logout", "eval", "trap"]);
/** They are there to take their time; what comes after them must not wait for it. */
const SLOW: ReadonlySet<string> = new Set(
  `sleep wait read timeout tail watch inotifywait ssh curl wget nc npm npx pnpm yarn bun deno node python python3 make cmake
  cargo go mvn gradle docker podman pip pip3 uv bundle rake tsc pytest vitest jest apt apt-get brew rsync`.split(/\s+/),
);
/** What they change is seen by what comes after them. */
const CHANGING: ReadonlySet<string> = new Set(
  `cd pushd popd export declare typeset local readonly unset set shopt setopt source . alias unalias umask ulimit shift
  getopts mapfile readarray printf let`.split(/\s+/),
);
/** They do not look at the directory. */
const INDIFFERENT: ReadonlySet<string> = new Set(
  "echo printf sleep wait true : date kill pgrep pidof jobs disown curl uptime".split(" "),
);
const OWN_NUMBERS: ReadonlySet<string> = new Set(["$!", "$$", "$?"]);

function leavesTheShell(node: SyntaxNode): boolean {
  return contains(node, (one) => one.type === "Command" && LEAVING.has(nameOf(one)));
}

function isDefinition(node: PipelineNode | undefined): boolean {
  return node === undefined || node.type === "Function" || node.type === "Coproc";
}

/** A loop may be there to wait for something. */
function isQuick(node: PipelineNode): boolean {
  if (node.type === "Pipeline") return node.commands.every(isQuick);
  return node.type === "TestCommand" || (node.type === "Command" && !SLOW.has(nameOf(node)));
}

function changesTheShell(node: PipelineNode): boolean {
  return node.type === "Command" && (node.name === undefined || CHANGING.has(nameOf(node)));
}

function isIndifferent(node: SyntaxNode): boolean {
  const different = contains(node, (one) => {
    if (one.type === "Command") return !INDIFFERENT.has(nameOf(one)) || one.prefix.length > 0 || writesAFile(one);
    if (one.type === "Redirect") return !/^(?:\/|\d+$)/.test(one.target?.value ?? "");
    if (one.type === "SimpleExpansion") return !OWN_NUMBERS.has(one.text);
    return !PLAIN.has(one.type);
  });
  return !different;
}

const PLAIN: ReadonlySet<string> = new Set(
  "Statement Word Literal SingleQuoted DoubleQuoted AnsiCQuoted AndOr Pipeline Negation FileDescriptor".split(" "),
);

/** `curl` with anything but its plainest options. */
function writesAFile(command: Command): boolean {
  return (
    nameOf(command) === "curl" &&
    command.args.some((word) => /^-(?![sSfLkIvwmX]+$)/.test(word.type === "Word" ? word.value : word.text))
  );
}

function nameOf({ name }: Command): string {
  return name === undefined ? "" : (staticValue(name) ?? "");
}
