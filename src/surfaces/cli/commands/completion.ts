import { readFileSync } from "node:fs";
import type { Context, Invocation } from "../context.ts";
import { EXIT } from "../report.ts";

/** `bellhop completion`: prints the script for a shell. What the script asks later is answered by `completion/answer.ts`. */
export async function completion({ terminal }: Context, { operands }: Invocation): Promise<number> {
  const script = new URL(`../completion/bellhop.${operands[0]}`, import.meta.url);
  await terminal.out(readFileSync(script, "utf8"));
  return EXIT.ok;
}
