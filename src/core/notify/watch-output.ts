import { WATCH_OUTPUT_CHARS } from "../limits.ts";
import { isHighSurrogate } from "../output/surrogate.ts";

/** The output of a match: its lines, cut behind {@link WATCH_OUTPUT_CHARS} characters (original). Redact them first. */
export function watchOutputText(lines: string): string {
  if (lines.length <= WATCH_OUTPUT_CHARS) return lines;
  const isInside = isHighSurrogate(lines.charCodeAt(WATCH_OUTPUT_CHARS - 1));
  return `${lines.slice(0, WATCH_OUTPUT_CHARS - (isInside ? 1 : 0))}\n...(truncated)`;
}
