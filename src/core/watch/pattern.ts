import { RE2JS } from "re2js";
import { BellhopError, messageOf } from "../errors.ts";
import { EXPRESSION_MAX_STEPS, WATCH_PATTERN_MAX_CHARS, WATCH_PATTERNS_MAX } from "../limits.ts";
import { requiredTexts } from "./required.ts";

/** What a line is looked through for. */
export interface Pattern {
  /** As it was written. */
  readonly source: string;
  /** Bytes: every line that matches holds one of them. Null: any line may match. */
  readonly hints: readonly Buffer[] | null;
  /** What a line with a hint must match as well; null: the hint is all there is to it. */
  readonly expression: RE2JS | null;
}

/**
 * The patterns of one process. A text stands for itself; `/regex/` and `/regex/i` are regular expressions in the syntax of
 * RE2, whose engine takes linear time: no pattern can hang us.
 * Throws `invalid_argument`, naming the pattern and its flaw.
 */
export function parsePatterns(sources: readonly string[]): readonly Pattern[] {
  if (!Array.isArray(sources)) throw flawed("The patterns are not a list of texts. Give a list.");
  if (sources.length > WATCH_PATTERNS_MAX) {
    throw flawed(
      `There are ${sources.length} patterns, and at most ${WATCH_PATTERNS_MAX} are looked for. Join some: /one|two/ is one pattern.`,
    );
  }
  return sources.map(parsePattern);
}

function parsePattern(source: unknown): Pattern {
  if (typeof source !== "string") throw flawed(`A pattern is a text; got ${source === null ? "null" : typeof source}.`);
  const flaw = flawOf(source);
  if (flaw !== null) throw flawed(`The pattern ${JSON.stringify(shortened(source))} ${flaw}`);
  const [, expression, flags] = EXPRESSION.exec(source) ?? [];
  return expression === undefined
    ? { source, hints: [Buffer.from(source)], expression: null }
    : parseExpression(source, expression, flags === "i");
}

/** A text with a slash at both ends is an expression; a path like `/usr/` then means `usr`, which finds it as well. */
const EXPRESSION = /^\/(.+)\/(i?)$/u;

function flawOf(source: string): string | null {
  if (source === "") return "is empty. To be told of any output, watch for /./.";
  if (/[\n\r]/.test(source)) return "has a line break, and each line is matched by itself. Give one pattern a line.";
  if (source.length > WATCH_PATTERN_MAX_CHARS)
    return `is ${source.length} characters long, and at most ${WATCH_PATTERN_MAX_CHARS} are taken. Shorten it.`;
  return null;
}

function parseExpression(source: string, text: string, isAnyCase: boolean): Pattern {
  const expression = compiled(source, text, isAnyCase);
  const steps = expression.programSize();
  if (steps > EXPRESSION_MAX_STEPS) {
    throw flawed(
      `The pattern ${JSON.stringify(shortened(source))} unfolds to ${steps} steps, and at most ${EXPRESSION_MAX_STEPS} are taken. Repeat less: {1000} counts a thousand times.`,
    );
  }
  const texts = isAnyCase ? null : requiredTexts(text);
  return { source, hints: texts?.map((one) => Buffer.from(one)) ?? null, expression };
}

function compiled(source: string, text: string, isAnyCase: boolean): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(text), isAnyCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const why = messageOf(error).replace(/^error parsing regexp: /, "");
    throw flawed(
      `The pattern ${JSON.stringify(shortened(source))} is no regular expression that can be matched in linear time (RE2): ${why}. Correct it, or leave out its slashes to look for the text itself.`,
    );
  }
}

function flawed(message: string): BellhopError {
  return new BellhopError("invalid_argument", message);
}

const SHOWN_CHARS = 80;

function shortened(source: string): string {
  return source.length > SHOWN_CHARS ? `${source.slice(0, SHOWN_CHARS)}…` : source;
}
