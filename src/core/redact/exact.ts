import { throughCodes, throughSeparators, withoutCodes, withoutSeparators } from "./cells.ts";
import type { Rule } from "./rules.ts";
import { throughWraps } from "./wrapped.ts";

export interface ExactOptions {
  /** What stands for a value. */
  readonly mask: (value: string) => string;
  /** Of the terminal that the text was printed on: a value may go on in its next line. @default unknown */
  readonly columns?: number | undefined;
}

/** Masks exact values wherever they stand, longest first, since one may hold another; also those that codes stand in. */
export function maskExact(text: string, values: readonly string[], { mask, columns }: ExactOptions): string {
  if (values.length === 0) return text;
  const sorted = values.filter((value) => value !== "").toSorted((one, other) => other.length - one.length);
  const plain = sorted.reduce(
    (rest, value) => (rest.includes(value) ? rest.replaceAll(value, () => mask(value)) : rest),
    text,
  );
  const rulesFor = (seen: string): readonly Rule[] =>
    sorted.filter((value) => seen.includes(value)).map((value) => literal(value, mask(value)));
  const open = maskCoded(plain, rulesFor);
  return columns === undefined ? open : throughWraps(open, columns, (lines) => maskWrapped(lines, rulesFor));
}

type RulesFor = (seen: string) => readonly Rule[];

function maskCoded(text: string, rulesFor: RulesFor): string {
  if (!HAS_CODE.test(text)) return text;
  const rules = rulesFor(withoutCodes(text));
  return rules.length === 0 ? text : throughCodes(text, rules, MODE);
}

function maskWrapped(lines: string, rulesFor: RulesFor): string {
  const rules = rulesFor(withoutSeparators(lines));
  return rules.length === 0 ? lines : throughSeparators(lines, rules, { ...MODE, isWrapped: true });
}

const MODE = { codeFile: true, fileRead: false } as const;

/** The first character of whatever {@link withoutCodes} leaves out. */
const HAS_CODE =
  // oxlint-disable-next-line no-control-regex
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/;

function literal(value: string, mask: string): Rule {
  return {
    name: "exact value",
    signs: 0,
    isToken: true,
    pattern: new RegExp(value.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), "g"),
    mask: () => mask,
  };
}
