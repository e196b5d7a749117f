import { forEachChild } from "unbash";
import type { SyntaxNode, Word, WordPart } from "unbash";

/**
 * What `read` gives, or `otherwise` when a script is nested so deep that reading it is more than the stack holds: the parser
 * goes down one call a level, and `1+1+1+…` has a level a sign.
 */
export function unlessTooDeep<T>(read: () => T, otherwise: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return otherwise();
    throw error;
  }
}

/** Whether `test` holds for the node or anything in it, command substitutions included. */
export function contains(node: SyntaxNode, test: (node: SyntaxNode) => boolean): boolean {
  if (test(node)) return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= contains(child, test);
  });
  return found;
}

/** The text that a word stands for, or null when only the running shell knows: it has a variable, a glob or a substitution. */
export function staticValue(word: Word): string | null {
  const parts = word.parts ?? [];
  if (!parts.every(isStatic)) return null;
  return isRewrittenByZsh(word.text) ? null : word.value;
}

/** Parts that mean what they say, in every shell. */
function isStatic(part: WordPart): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.every(isStatic);
    default:
      return false;
  }
}

/** `=rm` is the path of `rm` there. */
function isRewrittenByZsh(text: string): boolean {
  return text.startsWith("=") && text.length > 1;
}
