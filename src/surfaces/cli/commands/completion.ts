import { script } from "@bomb.sh/tab";
import { invalidArgument } from "../../../core/errors.ts";
import type { Context, Invocation } from "../context.ts";
import { EXIT } from "../exit-codes.ts";

const SHELLS: readonly string[] = ["bash", "zsh", "fish"];

/** `bellhop completion`: prints the script for a shell. What it asks us later is answered by `completion/answer.ts`. */
export async function completion(_: Context, { operands }: Invocation): Promise<number> {
  const shell = operands[0] ?? "";
  if (!SHELLS.includes(shell)) throw invalidArgument("The shell", "bash, zsh or fish", shell);
  script(shell, "bellhop", "bellhop"); // It writes to stdout itself.
  return EXIT.ok;
}
