import { SCREEN_MARKS_MAX, SCREEN_STRING_MAX_CHARS } from "../limits.ts";
import type { TerminalSize } from "../record.ts";
import { MARK_SOURCE } from "./width.ts";

/** Lets output through to an emulator, but for what would have it take memory or time without end and show nothing. */
export interface Guard {
  /** Texts cut anywhere, in their order. */
  pass(text: string, size: TerminalSize): string;
}

/**
 * Left out: marks at the start of a line, where an emulator would give them a place of their own; what a string (title, hyperlink, device control) has beyond {@link SCREEN_STRING_MAX_CHARS}, and marks beyond
 * {@link SCREEN_MARKS_MAX} on one character. A count beyond the size of the terminal (scroll by two billion lines) becomes that size.
 */
export function createGuard(): Guard {
  const strings = stringGuard();
  let before = "\n";
  return {
    pass: (text, size) => {
      const passed = withFewMarks(withSmallCounts(strings(text), size), before);
      before = passed.slice(-1) || before;
      return passed;
    },
  };
}

/** The final characters of the sequences that an emulator carries out one by one: it must not be asked for a billion of them. */
export const COUNTED: readonly string[] = ["S", "T", "L", "M", "I", "Z", "b"];

/** How many of a sequence make sense: lines, tabs, repetitions of a character. */
export function mostCount(final: string, { rows, cols }: TerminalSize): number {
  if (final === "b") return rows * cols;
  return final === "I" || final === "Z" ? cols : rows;
}

function withSmallCounts(text: string, size: TerminalSize): string {
  return text.replace(COUNT, (sequence) => {
    const most = mostCount(sequence.slice(-1), size);
    return Number(/\d+/.exec(sequence)?.[0]) <= most ? sequence : sequence.replace(/\d+/, String(most));
  });
}

function withFewMarks(text: string, before: string): string {
  if (!BEYOND_LATIN.test(text)) return text;
  return (before + text).replace(MARKS_AT_START, "").replace(MANY_MARKS, "$1").slice(before.length);
}

/** The string that the output is in. */
interface OpenString {
  readonly end: RegExp;
  /** Characters that are still let through. */
  room: number;
}

function stringGuard(): (text: string) => string {
  let string: OpenString | null = null;
  let isEscaped = false;

  /** Behind the end of the string that is open. */
  const throughString = (
    text: string,
    from: number,
    open: OpenString,
  ): { readonly end: number; readonly kept: string } => {
    const end = searchFrom(open.end, text, from)?.index ?? text.length;
    const kept = text.slice(from, Math.min(end, from + open.room));
    open.room -= kept.length;
    if (end < text.length) string = null;
    return { end, kept };
  };
  /** Behind the start of the next string. */
  const throughPlain = (text: string, from: number): number => {
    const start = (isEscaped ? searchFrom(REST_OF_START, text, from) : null) ?? searchFrom(START, text, from);
    if (start === null) {
      isEscaped = (isEscaped && ONLY_CONTROLS.test(text)) || endsEscaped(text, from);
      return text.length;
    }
    isEscaped = false;
    string = { end: COMMAND.test(start[0]) ? COMMAND_END : STRING_END, room: SCREEN_STRING_MAX_CHARS };
    return start.index + start[0].length;
  };
  return (text) => {
    let passed = "";
    for (let at = 0; at < text.length;) {
      if (string === null) {
        const end = throughPlain(text, at);
        passed += text.slice(at, end);
        at = end;
      } else {
        const { end, kept } = throughString(text, at, string);
        passed += kept;
        at = end;
      }
    }
    return passed;
  };
}

function searchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

/** Whether `text` ends behind an escape: what comes next says what it begins. */
function endsEscaped(text: string, from: number): boolean {
  const escape = text.lastIndexOf("\u001b");
  return escape >= from && ONLY_CONTROLS.test(text.slice(escape + 1));
}

// A terminal carries out control characters in the middle of a sequence, and goes on with it.
/* oxlint-disable no-control-regex */
const START = /\u001b[\0-\u0017\u0019\u001c-\u001f\u007f]*[\]PX^_]|[\u0090\u0098\u009d-\u009f]/g;
const REST_OF_START = /[\0-\u0017\u0019\u001c-\u001f\u007f]*[\]PX^_]/y;
const ONLY_CONTROLS = /^[\0-\u0017\u0019\u001c-\u001f\u007f]*$/;
const COMMAND = /[\]\u009d]$/;
const COMMAND_END = /[\u0007\u0018\u001a\u001b\u0080-\u009f]/g;
const STRING_END = /[\u0018\u001a\u001b\u0080-\u009f]/g;
const COUNT = /(?:\u001b\[|\u009b)\d{2,}[STLMIZb]/g;
const BEYOND_LATIN = /[^\0-\u02ff]/;
/* oxlint-enable no-control-regex */
const MANY_MARKS = new RegExp(`((?:${MARK_SOURCE}){${SCREEN_MARKS_MAX}})(?:${MARK_SOURCE})+`, "gu");
const MARKS_AT_START = new RegExp(`(?<=[\\r\\n])(?:${MARK_SOURCE})+`, "gu");
