import { signalName, signalNumber } from "../../core/signals.ts";
import { CATALOGUE, GLOBAL_OPTIONS } from "./catalogue.ts";
import type { CommandSpec, OptionSpec, ParserName } from "./command-spec.ts";
import type { Invocation, Options } from "./context.ts";

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
  return read && fits(spec, read.operands) ? { chosen: spec, invocation: invocationOf(read) } : undefined;
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
      const value = option.takesValue ? valueOf(option.spec, words[at], values[option.key]) : true;
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

function valueOf({ choices, parse }: OptionSpec, word: string | undefined, previous: unknown): unknown {
  if (word === undefined || word.startsWith("-") || (choices && !choices.includes(word))) return undefined;
  try {
    return parse ? PARSERS[parse](word, previous) : word;
  } catch {
    return undefined;
  }
}

function fits({ operands = [], choices }: CommandSpec, given: readonly string[]): boolean {
  const least = operands.filter((operand) => operand.startsWith("<")).length;
  const most = operands.some((operand) => operand.includes("...")) ? Number.POSITIVE_INFINITY : operands.length;
  if (choices && !choices.includes(given[0] ?? "")) return false;
  return least <= given.length && given.length <= most;
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

const DURATION_UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };
const SIZE_UNITS: Readonly<Record<string, number>> = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** How the value of an option is read. Each throws with the words that follow `option … argument … is invalid.` */
export const PARSERS: Readonly<Record<ParserName, (text: string, previous: unknown) => unknown>> = {
  seconds: (text) => numberFrom(text, /^\d+(\.\d+)?$/, "Give seconds, for example 30 or 0.5."),
  integer: (text) => numberFrom(text, /^\d{1,15}$/, "Give a whole number, 0 or more."),
  duration,
  size,
  signal,
  pairs: (text, previous) => [...gathered(previous), pair(text)],
  texts: (text, previous) => [...gathered(previous), text],
};

function gathered(previous: unknown): readonly string[] {
  return Array.isArray(previous) ? previous.map(String) : [];
}

function numberFrom(text: string, shape: RegExp, advice: string): number {
  if (!shape.test(text)) throw invalid(advice);
  return Number(text);
}

/** Seconds of `90`, `90s`, `30m`, `12h`, `7d`, `2w`. */
function duration(text: string): number {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smhdw])?$/.exec(text) ?? [];
  if (amount === undefined) throw invalid("Give a length of time, for example 90s, 30m, 12h or 7d.");
  return Number(amount) * (DURATION_UNITS[unit] ?? 1);
}

/** Bytes of `65536`, `64k`, `10M`, `1G` (powers of 1,024). */
function size(text: string): number {
  const [, amount, unit = ""] = /^(\d{1,12})([kmg])?$/i.exec(text) ?? [];
  if (amount === undefined) throw invalid("Give bytes, for example 65536, 64k, 10M or 1G.");
  return Number(amount) * (SIZE_UNITS[unit.toLowerCase()] ?? 1);
}

/** `SIGTERM` of `SIGTERM`, `term` or `15`. */
function signal(text: string): string {
  const name = signalName(Number(text)) ?? text.toUpperCase().replace(/^(SIG)?/, "SIG");
  if (signalNumber(name) === 0) throw invalid("Give a signal, for example TERM, SIGINT or 9.");
  return name;
}

function pair(text: string): string {
  if (/^[^=\0]+=/.test(text)) return text;
  throw invalid("Give NAME=VALUE, and -- in front of the command.");
}

/** An error that the parser takes for its own, by its code; it is not loaded for that. */
function invalid(advice: string): Error {
  return Object.assign(new Error(advice), { code: "commander.invalidArgument" });
}
