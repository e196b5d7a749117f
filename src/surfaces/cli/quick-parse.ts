import { CATALOGUE, GLOBAL_OPTIONS } from "./catalogue.ts";
import type { CommandSpec, OptionSpec } from "./catalogue.ts";
import type { Invocation, Options } from "./context.ts";
import { PARSERS } from "./parse.ts";

export interface Chosen {
  readonly chosen: CommandSpec;
  readonly invocation: Invocation;
}

/**
 * Reads an ordinary command line, or gives undefined for the full parser to read: help, mistakes, and whatever is written
 * in a way that is not plain here. Loading that parser costs a third of the time that a command may take; both say the same.
 */
export function parseQuickly(argv: readonly string[]): Chosen | undefined {
  const spec = CATALOGUE.find(({ name }) => argv.slice(0, name.split(" ").length).join(" ") === name);
  if (!spec) return undefined;
  const read = readWords(spec, argv.slice(spec.name.split(" ").length));
  return read && fits(spec, read.operands.length) ? { chosen: spec, invocation: invocationOf(read) } : undefined;
}

interface Read {
  readonly operands: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

function readWords(spec: CommandSpec, words: readonly string[]): Read | undefined {
  const known = [...(spec.options ?? []), ...GLOBAL_OPTIONS].map(knownOption);
  const operands: string[] = [];
  const values: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const rest = words.slice(at + 1);
    if (word === "--") return { operands: [...operands, ...rest], values };
    if (!word.startsWith("-") && spec.restIsOperands) {
      return rest.includes("--") ? undefined : { operands: [word, ...rest], values };
    }
    if (!word.startsWith("-")) operands.push(word);
    else {
      const option = known.find(({ names }) => names.includes(word));
      if (!option || option.isList) return undefined;
      if (option.takesValue) at += 1;
      const value = option.takesValue ? valueOf(option.spec, words[at]) : true;
      if (value === undefined) return undefined;
      values[option.key] = value;
    }
  }
  return { operands, values };
}

interface Known {
  readonly spec: OptionSpec;
  readonly names: readonly string[];
  readonly key: string;
  readonly takesValue: boolean;
  readonly isList: boolean;
}

/** `-n` and `--lines` of `-n, --lines <count>`. */
export function optionNames(spec: OptionSpec): readonly string[] {
  return spec.flags.split(/[ ,]+/).filter((part) => part.startsWith("-"));
}

function knownOption(spec: OptionSpec): Known {
  const names = optionNames(spec);
  const key = (names.at(-1) ?? "").slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { spec, names, key, takesValue: spec.flags.includes("<"), isList: spec.flags.includes("...") };
}

function valueOf({ choices, parse }: OptionSpec, word: string | undefined): unknown {
  if (word === undefined || word.startsWith("-") || (choices && !choices.includes(word))) return undefined;
  try {
    return parse ? PARSERS[parse](word, undefined) : word;
  } catch {
    return undefined;
  }
}

function fits({ operands = [] }: CommandSpec, count: number): boolean {
  const least = operands.filter((operand) => operand.startsWith("<")).length;
  const most = operands.some((operand) => operand.includes("...")) ? Number.POSITIVE_INFINITY : operands.length;
  return least <= count && count <= most;
}

function invocationOf({ operands, values }: Read): Invocation {
  const options = optionsOf(values);
  return { operands, options, home: options.text("home"), json: options.flag("json") };
}

/** Reads what the parser left: camelCase keys, values already parsed. */
export function optionsOf(values: Readonly<Record<string, unknown>>): Options {
  const at = (name: string): unknown => values[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  return {
    flag: (name) => at(name) === true,
    text: (name) => ofType(at(name), "string"),
    number: (name) => ofType(at(name), "number"),
    list: (name) => {
      const value = at(name);
      return Array.isArray(value) ? value.map(String) : [];
    },
  };
}

interface Typed {
  string: string;
  number: number;
}

function ofType<T extends keyof Typed>(value: unknown, type: T): Typed[T] | undefined {
  return typeof value === type ? (value as Typed[T]) : undefined;
}
