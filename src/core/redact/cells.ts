import { editsOf, matchesOf } from "./apply.ts";
import type { Edit } from "./apply.ts";
import type { Mode, Rule } from "./rules.ts";

/** What a terminal takes for a code, or shows as nothing. Longer ones than these are not used inside of a line. */
const CODES =
  // oxlint-disable-next-line no-control-regex
  /\u001b\[[0-?]{0,64}[ -/]{0,4}[@-~]|\u001b\][^\u0007\u001b\n]{0,2048}(?:\u0007|\u001b\\)|\u001b[ -/]{0,4}[0-Z\\^-~]|[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** A code that holds a text: the title of the window, the address of a link. */
// oxlint-disable-next-line no-control-regex
const STRINGS = /(\u001b\])([^\u0007\u001b\n]{1,2048})(?=\u0007|\u001b\\)/g;

/** Changes the texts inside of codes. */
export function inStrings(text: string, work: (inner: string) => string): string {
  return text.replaceAll(STRINGS, (_, begin: string, inner: string) => begin + work(inner));
}

/** What separates: a NUL, a carriage return (behind a blank at the edge of a terminal), the end of a line. */
// oxlint-disable-next-line no-control-regex
const SEPARATORS = /\r?\n| ?\r(?!\n)|\u0000/g;

const BOTH = new RegExp(`${SEPARATORS.source}|${CODES.source}`, "g");

/** A text without the codes in it. */
export function withoutCodes(text: string): string {
  return text.replace(CODES, "");
}

/** A text without codes, and in one piece. */
export function withoutSeparators(text: string): string {
  return text.replace(BOTH, "");
}

/**
 * A text as somebody reads it who sees no codes: each cell is a character with the codes in front of it. What rules mask
 * there is masked with the codes inside of it, and the other codes stay.
 */
interface Cells {
  plain: string;
  cells: string[];
  /** Codes behind the last character. */
  rest: string;
}

/** Applies rules to a text as if there were no codes in it. */
export function throughCodes(text: string, rules: readonly Rule[], mode: Mode): string {
  return run(text, CODES, (cells) => {
    for (const rule of rules) edit(cells, editsOf(rule, cells.plain, mode));
  });
}

/**
 * Masks tokens (`rules` finds nothing else) that a separator stands in, such as the line end of a terminal that was too narrow. A token that is one
 * without the part behind the separator stays for the other rules, unless `isWrapped` says that the line went on.
 * What is followed by `=` is the name of the next variable.
 */
export function throughSeparators(
  text: string,
  rules: readonly Rule[],
  mode: Mode & { readonly isWrapped: boolean },
): string {
  return run(text, BOTH, (cells) => {
    for (const rule of rules) {
      const broken = editsOf(rule, cells.plain, mode).filter((one) => isBroken(cells, one, mode.isWrapped));
      edit(cells, broken);
    }
  });
}

function isBroken({ plain, cells }: Cells, { from, to }: Edit, isWrapped: boolean): boolean {
  const hasSeparator = cells.slice(from + 1, to).some((cell) => cell.search(SEPARATORS) !== -1);
  if (!hasSeparator || plain.startsWith("=", to)) return false;
  return isWrapped || /\d/.test(plain.slice(from, to));
}

function run(text: string, codes: RegExp, work: (cells: Cells) => void): string {
  const cells = cellsOf(text, codes);
  const before = cells.plain;
  work(cells);
  return cells.plain === before ? text : cells.cells.join("") + cells.rest;
}

function cellsOf(text: string, codes: RegExp): Cells {
  const cells: string[] = [];
  let plain = "";
  let position = 0;
  let code = "";
  const take = (part: string): void => {
    for (const character of part.split("")) {
      cells.push(code + character);
      code = "";
    }
    plain += part;
  };
  for (const found of matchesOf(codes, text)) {
    take(text.slice(position, found.index));
    code += found[0];
    position = found.index + found[0].length;
  }
  take(text.slice(position));
  return { plain, cells, rest: code };
}

function edit(cells: Cells, edits: readonly Edit[]): void {
  if (edits.length === 0) return;
  const next: string[] = [];
  const plain: string[] = [];
  let position = 0;
  for (const { from, to, text } of edits) {
    for (let at = position; at < from; at += 1) next.push(cells.cells[at] ?? "");
    const [first = "", ...inside] = cells.cells.slice(from, to);
    const lineEnds = inside.join("").match(/\r?\n/g)?.join("") ?? "";
    for (const [at, character] of Array.from(text).entries())
      next.push((at === 0 ? first.slice(0, -1) : "") + character);
    // The end of a line inside goes behind the mask, so that there are as many lines as before.
    if (lineEnds !== "") next[next.length - 1] += lineEnds;
    plain.push(cells.plain.slice(position, from), text);
    position = to;
  }
  for (let at = position; at < cells.cells.length; at += 1) next.push(cells.cells[at] ?? "");
  plain.push(cells.plain.slice(position));
  cells.cells = next;
  cells.plain = plain.join("");
}
