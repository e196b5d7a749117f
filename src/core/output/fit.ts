import { FIT_HEAD_SHARE } from "../limits.ts";
import { isHighSurrogate, isLowSurrogate } from "./surrogate.ts";

/** What stands between the head and the tail of a text that was too long. */
export interface LeftOut {
  /** Characters (UTF-16 units). */
  readonly chars: number;
  /** Lines, also those of which only a part is missing. */
  readonly lines: number;
  /** Whole lines of the text in front of it. */
  readonly linesBefore: number;
}

export interface FittedOutput {
  readonly text: string;
  /** Absent when everything fits. */
  readonly leftOut?: LeftOut;
}

/** How to get what was left out, as a sentence for a model. */
export type HowToGet = string | ((leftOut: LeftOut) => string);

const READ_IT =
  "process_manage log shows it: by lines with offset and limit, or only lines that contain a text with grep.";

/**
 * `text`, when it has at most `maxChars` characters; else its head and its tail, cut at line ends where there are some near,
 * and between them one line that says exactly how much was left out and how to get it. The whole is no longer than
 * `maxChars`, unless that line alone is. Redact first: half a secret is not recognised.
 */
export function fitOutput(text: string, maxChars: number, how: HowToGet = READ_IT): FittedOutput {
  if (text.length <= maxChars) return { text };
  const room = Math.max(0, maxChars - longestMarker(text, how));
  const head = headEnd(text, Math.floor(room * FIT_HEAD_SHARE));
  const tail = tailStart(text, text.length - (room - head));
  const leftOut = measure(text, head, tail);
  const marker = markerLine(leftOut, how);
  return { text: `${lineOf(text.slice(0, head))}${marker}\n${text.slice(tail)}`, leftOut };
}

/** No cut has a longer one: its numbers are no larger than those of the whole text. One more for the end of a line that was cut. */
function longestMarker(text: string, how: HowToGet): number {
  const lines = countLines(text);
  return markerLine({ chars: text.length, lines, linesBefore: lines }, how).length + 2;
}

function markerLine(leftOut: LeftOut, how: HowToGet): string {
  const { chars, lines } = leftOut;
  const sentence = typeof how === "string" ? how : how(leftOut);
  return `[${chars} characters in ${lines} ${lines === 1 ? "line" : "lines"} are left out here. ${sentence}]`;
}

function measure(text: string, head: number, tail: number): LeftOut {
  const missing = text.slice(head, tail);
  const before = text.slice(0, head);
  return { chars: missing.length, lines: countLines(missing), linesBefore: countEnds(before) };
}

/** A head that ends in the middle of a line is ended, so that the marker has a line of its own. */
function lineOf(head: string): string {
  return head === "" || head.endsWith("\n") ? head : `${head}\n`;
}

/** Behind a line end in the second half of what there is room for; else where the room ends, or one less, between two characters. */
function headEnd(text: string, room: number): number {
  const lineEnd = text.lastIndexOf("\n", room - 1) + 1;
  if (room > 0 && lineEnd > room / 2) return lineEnd;
  return isInsideCharacter(text, room) ? room - 1 : room;
}

/** The same from the end. */
function tailStart(text: string, from: number): number {
  const lineStart = text.indexOf("\n", from - 1) + 1;
  if (lineStart > 0 && lineStart < (from + text.length) / 2) return lineStart;
  return isInsideCharacter(text, from) ? from + 1 : from;
}

function isInsideCharacter(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function countLines(text: string): number {
  return countEnds(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
}

function countEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
