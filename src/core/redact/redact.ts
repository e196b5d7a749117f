import { REDACT_PIECE_CHARS, VAULT_VALUES_MAX } from "../limits.ts";
import { applied } from "./apply.ts";
import { ASSIGNMENT_RULES, REPR_RULE } from "./assignments.ts";
import { inStrings, throughCodes, throughSeparators, withoutCodes, withoutSeparators } from "./cells.ts";
import { revealedBy } from "./command.ts";
import { maskExact } from "./exact.ts";
import { VAULT_MASK, maskToken } from "./mask.ts";
import { maskPrivateKeys } from "./private-key.ts";
import {
  ADDRESS_RULES,
  FIELD_RULES,
  KEY_RULES,
  LAST_RULES,
  PHONE_RULE,
  STRICT_ADDRESS_RULES,
  maskForm,
} from "./rules.ts";
import type { Mode, Rule } from "./rules.ts";
import { SIGN, linesWith, signsOf } from "./scan.ts";
import type { Line } from "./scan.ts";
import { throughWraps } from "./wrapped.ts";

export interface RedactOptions {
  /** The text may be source code: what is assigned to `token` or `password` there is left. @default true */
  readonly codeFile?: boolean;
  /** The text of a file: the masks look like no key, in case the text is written back. @default false */
  readonly fileRead?: boolean;
  /** The text of a file that is there to hold secrets: assignments are masked whatever `codeFile` says. @default false */
  readonly secretFile?: boolean;
  /** Also passwords and tokens in web addresses. @default false */
  readonly urlCredentials?: boolean;
  /** Also the fields that messages of failed tests and of exceptions print. @default false */
  readonly diagnostics?: boolean;
  /** Columns of the terminal that the text was printed on: a line of this width may go on in the next one. @default unknown */
  readonly columns?: number;
}

/** What is known about an output. */
export interface OutputFacts {
  /** As it was run. It tells whether the output shows variables or a file of secrets. */
  readonly command?: string;
  /** Secrets that the process was given, longest first: masked wherever they stand. */
  readonly values?: readonly string[];
  readonly columns?: number;
}

/**
 * Masks what is known to be a secret. Everything that is told or stored passes here, before it is cut to a length.
 * Applied twice it changes nothing more. Source code and plain web addresses stay as they are.
 */
export function redactText(text: string, options: RedactOptions = {}): string {
  const plan = planOf(options);
  const whole = unwrapped(maskPrivateKeys(text), plan, options.columns);
  return maskForm(redactLines(whole, plan));
}

/** {@link redactText} for what a process printed. */
export function redactOutput(text: string, { command, values = [], columns }: OutputFacts): string {
  const shown = command === undefined ? { assignments: false, addresses: false } : revealedBy(command);
  return redactText(redactValues(text, values, columns), {
    codeFile: !shown.assignments,
    urlCredentials: shown.addresses,
    diagnostics: true,
    ...(columns === undefined ? {} : { columns }),
  });
}

/** {@link redactText} for a copy of a command. What is run is never touched (original #57735). */
export function redactCommand(command: string): string {
  return redactText(command);
}

/** Masks exact values, longest first. `columns`: of the terminal that the text was printed on. */
export function redactValues(text: string, values: readonly string[], columns?: number): string {
  return maskExact(text, values, { mask: maskToken, columns });
}

/** Masks the values that a user has named as secrets; also where redaction is off (original). */
export function redactVault(text: string, values: readonly string[], columns?: number): string {
  const first = values.filter((value) => value !== "").slice(0, VAULT_VALUES_MAX);
  return maskExact(text, first, { mask: () => VAULT_MASK, columns });
}

interface Plan {
  readonly mode: Mode;
  readonly rules: readonly Rule[];
  readonly tokens: readonly Rule[];
  /** The signs that a line needs to be looked at; null: every line. */
  readonly wanted: number | null;
  readonly diagnostics: boolean;
  /** What is due for which signs, as far as it was asked for. */
  readonly due: Map<number, readonly Rule[]>;
}

/** The passes in their order. */
function planOf(options: RedactOptions): Plan {
  const {
    codeFile = true,
    fileRead = false,
    secretFile = false,
    urlCredentials = false,
    diagnostics = false,
  } = options;
  const assignments = secretFile || !codeFile;
  const rules = [
    ...KEY_RULES,
    ...(assignments ? [...ASSIGNMENT_RULES, REPR_RULE] : []),
    ...FIELD_RULES,
    ...ADDRESS_RULES,
    ...LAST_RULES,
    ...(urlCredentials ? STRICT_ADDRESS_RULES : []),
    PHONE_RULE,
  ];
  return {
    mode: { codeFile: codeFile && !secretFile, fileRead },
    rules,
    tokens: rules.filter((rule) => rule.isToken),
    wanted: assignments ? null : diagnostics ? ~0 : ~SIGN.diagnostic,
    diagnostics,
    due: new Map(),
  };
}

function redactLines(text: string, plan: Plan): string {
  const parts: string[] = [];
  let position = 0;
  for (const { from, to, signs } of joined(linesWith(plan.wanted, text), text)) {
    parts.push(text.slice(position, from), redactLine(text.slice(from, to), signs, plan));
    position = to;
  }
  if (position === 0) return text;
  parts.push(text.slice(position));
  return parts.join("");
}

/** A line that may break a key, and the one behind it, are looked at as one. */
function joined(lines: readonly Line[], text: string): readonly Line[] {
  const found: Line[] = [];
  for (const line of lines) {
    const before = found.at(-1);
    if (before !== undefined && line.to <= before.to) {
      const goesOn = (line.signs & SIGN.broken) !== 0;
      found[found.length - 1] = {
        from: before.from,
        to: goesOn ? lineEnd(text, line.to + 1) : before.to,
        signs: before.signs | line.signs,
      };
    } else found.push((line.signs & SIGN.broken) === 0 ? line : { ...line, to: lineEnd(text, line.to + 1) });
  }
  return found;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function redactLine(line: string, signs: number, plan: Plan): string {
  if (line.length <= REDACT_PIECE_CHARS) return redactPiece(line, signs, plan);
  return pieces(line)
    .map((piece) => redactPiece(piece, signs, plan))
    .join("");
}

function redactPiece(whole: string, signs: number, plan: Plan): string {
  const { tokens, mode } = plan;
  const isCoded = (signs & SIGN.control) !== 0;
  const piece = isCoded ? inStrings(whole, (inner) => redactPiece(inner, signsOf(inner), plan)) : whole;
  const plain = isCoded ? withoutCodes(piece) : piece;
  const due = rulesFor(isCoded ? signs | signsOf(plain) : signs, plan);
  if (isCoded) {
    const coded = due.some((rule) => plain.search(rule.pattern) !== -1) ? throughCodes(piece, due, mode) : piece;
    return separated(coded, signs, { tokens, mode });
  }
  return separated(
    due.reduce((text, rule) => applied(rule, text, mode), piece),
    signs,
    { tokens, mode },
  );
}

/** The rules whose signs were seen. Few combinations of signs occur. */
function rulesFor(signs: number, plan: Plan): readonly Rule[] {
  const known = plan.due.get(signs);
  if (known !== undefined) return known;
  const all = plan.diagnostics && (signs & SIGN.diagnostic) !== 0 ? [...plan.rules, REPR_RULE] : plan.rules;
  const due = all.filter((rule) => (signs & rule.signs) === rule.signs);
  plan.due.set(signs, due);
  return due;
}

function separated(text: string, signs: number, { tokens, mode }: Pick<Plan, "tokens" | "mode">): string {
  if ((signs & (SIGN.separator | SIGN.broken)) === 0) return text;
  if ((signsOf(withoutSeparators(text)) & SIGN.key) === 0) return text;
  return throughSeparators(text, tokens, { ...mode, isWrapped: false });
}

/** Masks tokens that go on in the next line, behind a line that fills the terminal. */
function unwrapped(text: string, { tokens, mode }: Plan, columns: number | undefined): string {
  if (columns === undefined) return text;
  return throughWraps(text, columns, (lines) => throughSeparators(lines, tokens, { ...mode, isWrapped: true }));
}

/** Cuts a huge line where no secret can be: between words. The regex engine's stack is bounded. */
function pieces(text: string): readonly string[] {
  const found: string[] = [];
  let from = 0;
  while (text.length - from > REDACT_PIECE_CHARS) {
    const size = pieceSize(text.slice(from, from + REDACT_PIECE_CHARS));
    found.push(text.slice(from, from + size));
    from += size;
  }
  found.push(text.slice(from));
  return found;
}

function pieceSize(piece: string): number {
  const wordEnd = Math.max(...[" ", '"', "'", ",", ";"].map((separator) => piece.lastIndexOf(separator))) + 1;
  return wordEnd || piece.length;
}
