import { isHighSurrogate, isLowSurrogate } from "../output/surrogate.ts";

const DOTS = "...";

/** The text on one line: what stands on several, or far apart, is a blank apart. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text on one line, at most `maxChars` long; one that was cut ends in three dots, which count. */
export function shorten(text: string, maxChars: number): string {
  const line = oneLine(text);
  return line.length > maxChars ? firstChars(line, maxChars - DOTS.length) + DOTS : line;
}

/** The first `maxChars` characters, without half a character at the end. */
export function firstChars(text: string, maxChars: number): string {
  const cut = text.slice(0, maxChars);
  const isHalf = cut.length < text.length && isHighSurrogate(cut.charCodeAt(cut.length - 1));
  return isHalf ? cut.slice(0, -1) : cut;
}

/** The last `maxChars` characters, without half a character in front. */
export function exactLastChars(text: string, maxChars: number): string {
  const cut = text.slice(Math.max(0, text.length - maxChars));
  return cut.length < text.length && isLowSurrogate(cut.charCodeAt(0)) ? cut.slice(1) : cut;
}
