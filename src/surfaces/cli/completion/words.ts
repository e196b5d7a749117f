import { CATALOGUE, GLOBAL_OPTIONS, GROUPS } from "../catalogue.ts";
import type { CommandSpec, OptionSpec } from "../command-spec.ts";
import { optionNames } from "../quick-parse.ts";

/** What the last word of an unfinished command line can be. */
export type Wanted =
  /** The name of a command; `group` when one of a group was begun. */
  | { readonly kind: "command"; readonly group: string | undefined }
  | { readonly kind: "option"; readonly options: readonly OptionSpec[] }
  /** The value of an option. */
  | { readonly kind: "value"; readonly option: OptionSpec }
  /** Operand number `index` of a command. */
  | { readonly kind: "operand"; readonly spec: CommandSpec; readonly index: number }
  /** There is no such command. */
  | { readonly kind: "nothing" };

/** Reads an unfinished command line; its last word is the one that is being typed, perhaps empty. */
export function wantedBy(words: readonly string[]): Wanted {
  const current = words.at(-1) ?? "";
  const { operands, group, spec, pending, isLiteral, isLost } = read(words.slice(0, -1));
  if (isLost) return { kind: "nothing" };
  if (pending) return { kind: "value", option: pending };
  if (current.startsWith("-") && !isLiteral) return optionOrValue(current, optionsOf(spec));
  if (!spec) return { kind: "command", group };
  return { kind: "operand", spec, index: operands };
}

interface Reading {
  readonly group: string | undefined;
  readonly spec: CommandSpec | undefined;
  /** Operands behind the name of the command. */
  readonly operands: number;
  /** An option whose value comes next. */
  readonly pending: OptionSpec | undefined;
  /** Dashes mean nothing any more. */
  readonly isLiteral: boolean;
  /** The name of the command is none. */
  readonly isLost: boolean;
}

const NOTHING: Reading = {
  group: undefined,
  spec: undefined,
  operands: 0,
  pending: undefined,
  isLiteral: false,
  isLost: false,
};

function read(words: readonly string[]): Reading {
  return words.reduce(readWord, NOTHING);
}

function readWord(so: Reading, word: string): Reading {
  if (so.pending) return { ...so, pending: undefined };
  if (!so.isLiteral && word === "--") return { ...so, isLiteral: true };
  if (!so.isLiteral && word.startsWith("-")) return { ...so, pending: takingValue(word, optionsOf(so.spec)) };
  if (so.spec) return { ...so, operands: so.operands + 1, isLiteral: so.isLiteral || so.spec.restIsOperands === true };
  if (so.group === undefined && word in GROUPS) return { ...so, group: word };
  const name = so.group === undefined ? word : `${so.group} ${word}`;
  const spec = CATALOGUE.find((one) => one.name === name);
  return { ...so, spec, isLost: spec === undefined };
}

function optionsOf(spec: CommandSpec | undefined): readonly OptionSpec[] {
  return [...(spec?.options ?? []), ...GLOBAL_OPTIONS];
}

function optionOrValue(current: string, options: readonly OptionSpec[]): Wanted {
  const [name = "", value] = current.split("=", 2);
  const option = value === undefined ? undefined : takingValue(name, options);
  return option ? { kind: "value", option } : { kind: "option", options };
}

function takingValue(word: string, options: readonly OptionSpec[]): OptionSpec | undefined {
  return options.find((option) => option.flags.includes("<") && optionNames(option).includes(word));
}
