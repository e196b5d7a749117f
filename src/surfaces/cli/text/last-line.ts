import { oneLine } from "./sanitize.ts";

/** The last line with something on it. */
export function lastLineOf(output: string): string {
  return oneLine(output.trimEnd().split("\n").at(-1)?.trimEnd() ?? "");
}
