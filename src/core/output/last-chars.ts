import { LINE_SNAP_CHARS } from "../limits.ts";
import { isHighSurrogate, isLowSurrogate } from "./surrogate.ts";

export interface CutText {
  readonly text: string;
  /** Characters (UTF-16 units) that were cut off in front. */
  readonly cutChars: number;
}

/**
 * The last `maxChars` characters of `text`, or a little less: it begins at a line start when one is near, and never in
 * the middle of a character. Redact first: half a secret is not recognised.
 */
export function lastChars(text: string, maxChars: number): CutText {
  if (text.length <= maxChars) return { text, cutChars: 0 };
  const cutChars = nearLineStart(text, wholeCharacterStart(text, text.length - Math.max(0, maxChars)));
  return { text: text.slice(cutChars), cutChars };
}

/** A line start at most {@link LINE_SNAP_CHARS} behind `from`, and at most a quarter of what is there; else `from`. */
function nearLineStart(text: string, from: number): number {
  if (text.charAt(from - 1) === "\n") return from;
  const reach = Math.min(LINE_SNAP_CHARS, Math.floor((text.length - from) / 4));
  const at = text.slice(from, from + reach).indexOf("\n");
  return at === -1 ? from : from + at + 1;
}

function wholeCharacterStart(text: string, from: number): number {
  return isLowSurrogate(text.charCodeAt(from)) && isHighSurrogate(text.charCodeAt(from - 1)) ? from + 1 : from;
}
