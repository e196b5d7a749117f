import { Argument, Command as Parser, CommanderError, Option } from "commander";
import { CATALOGUE, GLOBAL_OPTIONS, GROUPS } from "./catalogue.ts";
import type { CommandSpec, OptionSpec } from "./command-spec.ts";
import type { Invocation } from "./context.ts";
import { PARSERS, optionsOf } from "./quick-parse.ts";
import { EXIT } from "./report.ts";

/** What a command line means: a command to run, or a text to print. */
export type Parsed =
  | { readonly chosen: CommandSpec; readonly invocation: Invocation }
  | { readonly out: string; readonly err: string; readonly code: number };

export function parse(argv: readonly string[], version: string): Parsed {
  const written = { out: "", err: "" };
  let parsed: Parsed | undefined;
  const program = buildProgram(version, {
    onChosen: (chosen, invocation) => void (parsed = { chosen, invocation }),
    out: (text) => void (written.out += text),
    err: (text) => void (written.err += text),
  });
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // `commander.help` is the help that is shown because no command was given.
    return { ...written, code: error.exitCode === 0 ? EXIT.ok : EXIT.usage };
  }
  return parsed ?? { ...written, code: EXIT.usage };
}

export interface Listener {
  readonly onChosen: (spec: CommandSpec, invocation: Invocation) => void;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The whole command line as commander knows it. Parsing only tells the listener which command was chosen. */
export function buildProgram(version: string, listener: Listener): Parser {
  const program = new Parser("bellhop")
    .description("Runs long commands in the background and rings when something happens.")
    .usage("<command> [options]")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: listener.out,
      writeErr: listener.err,
      outputError: (text, write) => write(text.replace(/^error: /, "bellhop: ")),
    })
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("See bellhop --help.")
    .configureHelp({ subcommandTerm: (command) => command.name() });
  addOptions(program, GLOBAL_OPTIONS);
  for (const spec of CATALOGUE) addCommand(parentOf(program, spec), spec, listener);
  return program;
}

function parentOf(program: Parser, spec: CommandSpec): Parser {
  const [group, rest] = spec.name.split(" ");
  if (group === undefined || rest === undefined) return program;
  return (
    program.commands.find((command) => command.name() === group) ??
    program
      .command(group)
      .description(GROUPS[group] ?? "")
      .enablePositionalOptions()
  );
}

function addCommand(parent: Parser, spec: CommandSpec, listener: Listener): void {
  const command = parent.command(spec.name.split(" ").at(-1) ?? spec.name).description(spec.summary);
  command.showHelpAfterError(`See bellhop ${spec.name} --help.`);
  for (const [index, operand] of (spec.operands ?? []).entries()) {
    const argument = new Argument(operand);
    command.addArgument(spec.choices && index === 0 ? argument.choices(spec.choices) : argument);
  }
  addOptions(command, [...(spec.options ?? []), ...GLOBAL_OPTIONS]);
  if (spec.restIsOperands) command.passThroughOptions().usage("[options] -- <command...>");
  command.addHelpText("after", `${spec.more ? `\n${spec.more}\n` : ""}\nExample:\n  ${spec.example}`);
  command.action(() => listener.onChosen(spec, invocationOf(command)));
}

function addOptions(command: Parser, specs: readonly OptionSpec[]): void {
  for (const spec of specs) {
    const option = new Option(spec.flags, spec.text);
    if (spec.choices) option.choices(spec.choices);
    if (spec.parse) option.argParser<unknown>(PARSERS[spec.parse]);
    command.addOption(option);
  }
}

function invocationOf(command: Parser): Invocation {
  const values: Readonly<Record<string, unknown>> = command.optsWithGlobals();
  const options = optionsOf(values);
  return {
    operands: command.processedArgs.flat().filter((operand): operand is string => typeof operand === "string"),
    options,
    home: options.text("home"),
    json: options.flag("json"),
  };
}
