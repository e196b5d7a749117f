import { forEachChild } from "unbash";
import type { Command, CompoundList, SyntaxNode } from "unbash";

/** Whether a shell would refuse the script, or a part of it: what the parser has complained of, and what it is known to overlook. */
export function isMalformed(source: string, node: SyntaxNode): boolean {
  if (node.type === "Script" && "errors" in node && node.errors !== undefined && node.errors.length > 0) return true;
  if (node.type === "Statement" && node.background === true && hasBadEnd(source, node.end)) return true;
  if (node.type === "Function" && hasBadStart(source, node.pos)) return true;
  if (node.type === "Command" && (isBeforeSubshell(source, node.end) || hasLostBracket(source, node))) return true;
  const own = node.type === "Script" ? (node.source ?? source) : source;
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children.some(
    (child, index) =>
      (child.type === "CompoundList" && hasEmptyStatement(own, child, children[index + 1]?.pos ?? node.end)) ||
      isMalformed(own, child),
  );
}

/** `A &⏎; B` is malformed: nothing stands before the `;`. Here-documents lie between two statements, too, which may be unjust to them. */
function hasEmptyStatement(source: string, { commands }: CompoundList, limit: number): boolean {
  return commands.some(({ end }, index) => {
    const between = source.slice(end, commands[index + 1]?.pos ?? limit).replaceAll(/;;&?|;&/g, "");
    return /[\n;&](?:[ \t]|\\\n)*;/.test(between);
  });
}

/** As far as something may stand behind or before blanks. */
const LOOK_CHARS = 1_000;

/** `A &; B` is malformed, also within loops and the like. */
function hasBadEnd(source: string, end: number): boolean {
  return /^(?:[ \t]|\\\n)*(?:;(?![;&])|\||&(?!>))/.test(source.slice(end, end + LOOK_CHARS));
}

/** `A (B)` is malformed, also when the line goes on in between: there the parser sees two commands. */
function isBeforeSubshell(source: string, end: number): boolean {
  return /^(?:[ \t]|\\\n)*\(/.test(source.slice(end, end + LOOK_CHARS));
}

/** `A\⏎(B # )`: the parser takes B for a word of A, and the bracket for nothing. */
function hasLostBracket(source: string, { name, suffix }: Command): boolean {
  const words = [...(name === undefined ? [] : [name]), ...suffix];
  return words.some(({ end }, index) => source.slice(end, words[index + 1]?.pos ?? end).includes("("));
}

const BEFORE_COMMANDS: ReadonlySet<string> = new Set("do then else elif if while until ! time coproc".split(" "));

/** `X=1 f() { … }` is malformed; the parser forgets the assignment. */
function hasBadStart(source: string, start: number): boolean {
  const before = /(\S*?)(?:[ \t]|\\\n)*$/.exec(source.slice(Math.max(0, start - LOOK_CHARS), start))?.[1] ?? "";
  return !/(?:^|[;&|{(\n])$/.test(before) && !BEFORE_COMMANDS.has(before);
}
