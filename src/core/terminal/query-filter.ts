import { SEQUENCE_HELD_MAX_CHARS } from "../limits.ts";

/** Lets output through to a terminal, but for what that terminal would answer: the program would get a second answer. */
export interface QueryFilter {
  /** A text cut anywhere. What may be the beginning of a query waits for its rest. */
  pass(text: string): string;
}

/** Told of each sequence that was let through, from behind its escape. A string is told as far as it is known by then. */
export type OnShown = (sequence: string) => void;

/**
 * Takes out everything that a terminal of today may answer, also what a plain xterm would not: several people may look at the
 * same process, and each of their terminals would answer it.
 */
export function queryFilter(onShown: OnShown = () => undefined): QueryFilter {
  return new Filter(onShown);
}

/** Whether a sequence, from behind its escape and for a string without its end, asks the terminal for something (xterm's ctlseqs, kitty). */
function isQuery(sequence: string): boolean {
  return QUERIES.some((shape) => shape.test(sequence));
}

const QUERIES: readonly RegExp[] = [
  /^Z$/, // DECID
  /^\[\??[\d;]*n$/, // Device status, cursor position
  /^\[[>=]?[\d;]*c$/, // Device attributes
  /^\[>\d*q$/, // XTVERSION
  /^\[\??\d*\$p$/, // DECRQM
  /^\[(?:11|1[345689]|2[01])(?:;[\d;]*)?t$/, // Sizes, positions, titles
  /^\[\?u$/, // Keyboard protocol
  /^\[[01]?x$/, // DECREQTPARM
  /^\[\?[\d;]*m$/, // Key modifiers
  /^\[\?[\d;]*S$/, // Graphics
  /^\[[\d;]*\*y$/, // Checksum of a rectangle
  /^\[\d*\$w$/, // Presentation state
  /^\[&u$/, // Preferred character set
  /^\](?:4|5|1\d|50|52);(?:[^]*;)?\?(?:;|$)/, // Colours, font, clipboard
  /^\]21;[^]*=\?(?:;|$)/, // Colours by name
  /^P[+$]q/, // Terminfo, settings
  /^_G(?:[^;]*,)?a=q/, // Images
];

const ESC = "\u001b";
/** Answerback. */
const ENQ = "\u0005";

/* oxlint-disable no-control-regex */
const ACTING = /[\u0005\u001b]/g;
/** A control sequence, or a short one that begins no string (ECMA-48). */
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[ -/]*[0-OQ-WYZ\\`-~])/y;
const UNFINISHED = /\u001b(?:\[[0-?]*[ -/]*|[ -/]*)$/y;
const STRING = /\u001b[\]PX^_]/y;
/** BEL, CAN, SUB, or an escape: that of `ESC \`, or of what cancels the string. */
const STRING_END = /[\u0007\u0018\u001a\u001b]/g;
/* oxlint-enable no-control-regex */

/** A stretch that ends before `end`. */
interface Part {
  readonly end: number;
  readonly isShown: boolean;
}

class Filter implements QueryFilter {
  readonly #onShown: OnShown;
  #held = "";
  #string: "none" | "shown" | "hidden" = "none";

  constructor(onShown: OnShown) {
    this.#onShown = onShown;
  }

  pass(text: string): string {
    const all = this.#held + text;
    this.#held = "";
    let shown = "";
    for (let at = 0; at < all.length;) {
      const part = this.#string === "none" ? this.#next(all, at) : this.#inString(all, at);
      if (part === null) {
        this.#held = all.slice(at);
        break;
      }
      if (part.isShown) shown += all.slice(at, part.end);
      at = part.end;
    }
    return shown;
  }

  /** Null: what begins at `at` must wait for its rest. */
  #next(all: string, at: number): Part | null {
    const start = find(ACTING, all, at) ?? all.length;
    if (start > at) return { end: start, isShown: true };
    if (all[at] === ENQ) return { end: at + 1, isShown: false };
    const sequence = match(SEQUENCE, all, at);
    if (sequence !== null) return { end: at + sequence.length, isShown: this.#decide(sequence.slice(1)) };
    if (match(STRING, all, at) !== null) return this.#beginString(all, at);
    const waits = match(UNFINISHED, all, at) !== null && all.length - at <= SEQUENCE_HELD_MAX_CHARS;
    return waits ? null : { end: at + 1, isShown: true };
  }

  #decide(sequence: string): boolean {
    if (isQuery(sequence)) return false;
    this.#onShown(sequence);
    return true;
  }

  #beginString(all: string, at: number): Part | null {
    const found = find(STRING_END, all, at + 2);
    if (found === null && all.length - at < SEQUENCE_HELD_MAX_CHARS) return null;
    const isShown = this.#decide(all.slice(at + 1, Math.min(found ?? all.length, at + SEQUENCE_HELD_MAX_CHARS)));
    this.#string = isShown ? "shown" : "hidden";
    return { end: at + 2, isShown };
  }

  #inString(all: string, at: number): Part | null {
    const isShown = this.#string === "shown";
    const found = find(STRING_END, all, at);
    if (found === null) return { end: all.length, isShown };
    const isCut = all[found] === ESC && found + 1 === all.length;
    if (isCut) return found > at ? { end: found, isShown } : null;
    this.#string = "none";
    if (all[found] !== ESC) return { end: found + 1, isShown };
    return { end: all[found + 1] === "\\" ? found + 2 : found, isShown };
  }
}

function find(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? null;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
