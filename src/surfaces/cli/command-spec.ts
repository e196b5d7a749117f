import type { Command } from "./context.ts";

/** How the value of an option is read. `texts` gathers the values of an option that is given several times. */
export type ParserName = "seconds" | "integer" | "duration" | "size" | "signal" | "pairs" | "texts";

export interface OptionSpec {
  /** As commander reads it: `-n, --lines <count>`. */
  readonly flags: string;
  readonly text: string;
  readonly parse?: ParserName;
  readonly choices?: readonly string[];
}

/** Which processes an operand can name; for completion. */
export type Names = "any" | "running" | "ended";

export interface CommandSpec {
  /** One word, or two for a command of a group (`daemon start`). */
  readonly name: string;
  /** As commander reads them: `<id>`, `[text]`, `<id...>`. */
  readonly operands?: readonly string[];
  /** What an operand `id` can name. */
  readonly names?: Names;
  /** What the first operand can be. */
  readonly choices?: readonly string[];
  readonly summary: string;
  /** Paragraphs below the options in its help. */
  readonly more?: string;
  readonly example: string;
  readonly options?: readonly OptionSpec[];
  /** What follows the first operand belongs to the operands, dashes or not. */
  readonly restIsOperands?: true;
  /** The module is read only when the command runs: each one more costs every other command its start time. */
  readonly load: () => Promise<Command>;
}

export const OWNER: OptionSpec = { flags: "--owner <task>", text: "only those of this task" };
export const SESSION: OptionSpec = { flags: "--session <key>", text: "only those of this conversation" };
