const BELL = "\u0007";
const ESCAPE = 0x1b;
const STRING_TERMINATOR = "\u001b\\";
const STRING_TERMINATOR_8BIT = "\u009c";
const CONTROL_8BIT = 0x9b;
const COMMAND_8BIT = 0x9d;

/**
 * `text` without terminal escape sequences. CR, BEL, backspace and the other control characters stay, and so does an
 * ESC that begins nothing. Takes linear time on any text.
 */
export function stripAnsi(text: string): string {
  let start = nextSequenceStart(text, 0);
  if (start === text.length) return text;
  const sequenceEnd = sequenceScanner(text);
  let kept = "";
  let keptFrom = 0;
  while (start < text.length) {
    const end = sequenceEnd(start);
    if (end > start) {
      kept += text.slice(keptFrom, start);
      keptFrom = end;
    }
    start = nextSequenceStart(text, Math.max(end, start + 1));
  }
  return kept + text.slice(keptFrom);
}

/** Place of the first character at or behind `from` that may begin an escape sequence: ESC, or U+0080 to U+009F. */
export function nextSequenceStart(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isSequenceStart(text.charCodeAt(at))) at += 1;
  return at;
}

export function isSequenceStart(code: number): boolean {
  return code === ESCAPE || (code >= 0x80 && code <= 0x9f);
}

/**
 * Gives the end of the escape sequence at a place, or the place itself when none begins there. Ask from front to back:
 * a terminator is searched only forwards, so that a megabyte of strings that never end costs one search.
 */
export function sequenceScanner(text: string): (start: number) => number {
  const bell = forwardSearch(text, BELL);
  const terminator = forwardSearch(text, STRING_TERMINATOR);
  const terminator8Bit = forwardSearch(text, STRING_TERMINATOR_8BIT);

  /** End of what follows an ESC, when it is a string; Infinity when that never ends. */
  const stringEnd = (kind: number, from: number): number => {
    if (kind === 0x5d) return Math.min(bell(from) + 1, terminator(from) + 2);
    return STRING_KINDS.has(kind) ? terminator(from) + 2 : Infinity;
  };
  const end8Bit = (code: number, start: number): number => {
    if (code === CONTROL_8BIT) return controlEnd(text, start + 1) ?? start + 1;
    if (code !== COMMAND_8BIT) return start + 1;
    const end = Math.min(bell(start + 1), terminator8Bit(start + 1)) + 1;
    return end === Infinity ? start + 1 : end;
  };
  return (start) => {
    const code = text.charCodeAt(start);
    if (code !== ESCAPE) return isSequenceStart(code) ? end8Bit(code, start) : start;
    const kind = text.charCodeAt(start + 1);
    const end = stringEnd(kind, start + 2);
    if (end !== Infinity) return end;
    return (kind === 0x5b ? controlEnd(text, start + 2) : undefined) ?? shortEnd(text, start);
  };
}

/** What stands behind ESC for DCS, SOS, PM and APC: strings that only `ESC \` ends. */
const STRING_KINDS: ReadonlySet<number> = new Set([0x50, 0x58, 0x5e, 0x5f]);

/** End of a control sequence whose parameters begin at `from`; undefined when it is not one. */
function controlEnd(text: string, from: number): number | undefined {
  const behind = skip(text, skip(text, from, isParameter), isIntermediate);
  return isWithin(text.charCodeAt(behind), 0x40, 0x7e) ? behind + 1 : undefined;
}

/** End of `ESC` with intermediates and a final character, or of `ESC` with one character. */
function shortEnd(text: string, start: number): number {
  const behind = skip(text, start + 1, isIntermediate);
  return isWithin(text.charCodeAt(behind), 0x30, 0x7e) ? behind + 1 : start;
}

function skip(text: string, from: number, isSkipped: (code: number) => boolean): number {
  let at = from;
  while (isSkipped(text.charCodeAt(at))) at += 1;
  return at;
}

function isParameter(code: number): boolean {
  return isWithin(code, 0x30, 0x3f);
}

function isIntermediate(code: number): boolean {
  return isWithin(code, 0x20, 0x2f);
}

/** False for the NaN behind the end of a text. */
function isWithin(code: number, least: number, most: number): boolean {
  return code >= least && code <= most;
}

/** Place of the next `needle` at or behind a place, Infinity when there is none. Remembers it: asked from front to back. */
function forwardSearch(text: string, needle: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(needle, from);
      found = at === -1 ? Infinity : at;
    }
    return found;
  };
}
