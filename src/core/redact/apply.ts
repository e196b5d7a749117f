import type { Mode, Rule } from "./rules.ts";

/** A part of a text, and what shall stand there instead. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What a rule changes in a text; only the part of a match that differs. */
export function editsOf(rule: Rule, text: string, mode: Mode): readonly Edit[] {
  const edits: Edit[] = [];
  for (const found of matchesOf(rule.pattern, text)) {
    const masked = rule.mask(found, mode);
    if (masked !== found[0]) edits.push(difference(found.index, found[0], masked));
  }
  return edits;
}

/** All matches. `matchAll` copies the pattern at each call, which takes longer than to search a line. */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}

/** The text after a rule. */
export function applied(rule: Rule, text: string, mode: Mode): string {
  const edits = editsOf(rule, text, mode);
  if (edits.length === 0) return text;
  const parts: string[] = [];
  let position = 0;
  for (const { from, to, text: masked } of edits) {
    parts.push(text.slice(position, from), masked);
    position = to;
  }
  parts.push(text.slice(position));
  return parts.join("");
}

/** Without the beginning that both have: the name of a field, the scheme of a header. */
function difference(at: number, before: string, after: string): Edit {
  let same = 0;
  const most = Math.min(before.length, after.length);
  while (same < most && before.charCodeAt(same) === after.charCodeAt(same)) same += 1;
  // A mask that begins like what it stands for is still one mask.
  if (after.startsWith("...", same)) same = 0;
  return { from: at + same, to: at + before.length, text: after.slice(same) };
}
