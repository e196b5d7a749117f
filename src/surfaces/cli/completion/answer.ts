import { setTimeout as sleep } from "node:timers/promises";
import type { ListEntry } from "../../../core/results.ts";
import { signalName } from "../../../core/signals.ts";
import { CATALOGUE, GROUPS } from "../catalogue.ts";
import type { CommandSpec, Names, OptionSpec } from "../command-spec.ts";
import type { Context } from "../context.ts";
import { ask } from "../remote.ts";
import { oneLine } from "../text/sanitize.ts";
import { optionNames } from "../quick-parse.ts";
import { wantedBy } from "./words.ts";
import type { Wanted } from "./words.ts";
import { EXIT } from "../report.ts";

/** What the shell may add of its own, as the completion scripts read it. */
const DIRECTIVE = { files: 0, nothing: 4, directories: 16 } as const;
/** Whoever presses Tab does not wait longer than this for names. */
const PATIENCE_MS = 500;

interface Candidates {
  /** Word and meaning. */
  readonly words: readonly (readonly [string, string])[];
  readonly directive: number;
}

/**
 * Answers the completion scripts: `complete -- WORD…`, the last word unfinished. One line a candidate with its meaning
 * behind a tab, then `:` and what the shell may add. Never starts a daemon, and never says anything else.
 */
export async function complete(argv: readonly string[], context: Context): Promise<number> {
  const words = argv[0] === "--" ? argv.slice(1) : argv;
  const current = (words.at(-1) ?? "").replace(/^--?[\w-]+=/, "");
  const candidates = await candidatesFor(wantedBy(words), context);
  const lines = candidates.words
    .filter(([word]) => word.startsWith(current))
    .map(([word, meaning]) => `${oneLine(word)}\t${oneLine(meaning)}\n`);
  await context.terminal.out(`${lines.join("")}:${candidates.directive}\n`);
  return EXIT.ok;
}

async function candidatesFor(wanted: Wanted, context: Context): Promise<Candidates> {
  switch (wanted.kind) {
    case "command":
      return only(commandWords(wanted.group));
    case "option":
      return only(optionWords(wanted.options));
    case "value":
      return valueCandidates(wanted.option);
    case "nothing":
      return only([]);
    case "operand":
      return operandCandidates(wanted.spec, wanted.index, context);
  }
}

function only(words: Candidates["words"]): Candidates {
  return { words, directive: DIRECTIVE.nothing };
}

function commandWords(group: string | undefined): Candidates["words"] {
  const prefix = group === undefined ? "" : `${group} `;
  const commands = CATALOGUE.filter((spec) => spec.name.startsWith(prefix));
  const words = commands.map((spec) => [spec.name.slice(prefix.length), spec.summary] as const);
  return group === undefined ? [...words.filter(([name]) => !name.includes(" ")), ...Object.entries(GROUPS)] : words;
}

function optionWords(options: readonly OptionSpec[]): Candidates["words"] {
  const help = ["--help", "print help"] as const;
  return [...options.flatMap((option) => optionNames(option).map((name) => [name, option.text] as const)), help];
}

function valueCandidates(option: OptionSpec): Candidates {
  if (option.choices) return only(option.choices.map((choice) => [choice, ""]));
  if (option.parse === "signal") return only(signalWords());
  const isDirectory = option.flags.includes("<directory>");
  return { words: [], directive: isDirectory ? DIRECTIVE.directories : DIRECTIVE.nothing };
}

function signalWords(): Candidates["words"] {
  const names = Array.from({ length: 31 }, (_, index) => signalName(index + 1));
  return names.flatMap((name) => (name === undefined ? [] : [[name, ""] as const]));
}

async function operandCandidates(spec: CommandSpec, index: number, context: Context): Promise<Candidates> {
  const operand = spec.operands?.[Math.min(index, (spec.operands.length || 1) - 1)] ?? "";
  if (spec.names && /^[<[]id/.test(operand)) return only(await processWords(spec.names, context));
  if (spec.choices && index === 0) return only(spec.choices.map((choice) => [choice, ""]));
  return { words: [], directive: spec.restIsOperands ? DIRECTIVE.files : DIRECTIVE.nothing };
}

/** Names and ids of processes; nothing when no daemon answers at once. */
async function processWords(names: Names, context: Context): Promise<Candidates["words"]> {
  const entries = await Promise.race([
    list(context).catch(() => []),
    sleep(PATIENCE_MS, [] as readonly ListEntry[], { ref: false }),
  ]);
  return entries
    .filter((entry) => names === "any" || (entry.status === "running") === (names === "running"))
    .flatMap((entry) => [
      ...(entry.name ? [[entry.name, entry.command] as const] : []),
      [entry.sessionId, entry.command] as const,
    ]);
}

async function list(context: Context): Promise<readonly ListEntry[]> {
  const home = context.caller().env["BELLHOP_HOME"];
  const remote = await context.connect({ ...(home ? { home } : {}), start: false });
  try {
    return (await ask<{ readonly processes: readonly ListEntry[] }>(remote, "list", {})).value.processes;
  } finally {
    await remote.close();
  }
}
