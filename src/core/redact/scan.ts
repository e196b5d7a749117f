import { KEY_FAMILIES } from "./key-families.ts";
import { KEY_FORMATS } from "./key-formats.ts";

/**
 * What may be seen in a line. A rule is tried only on a line that has all of its signs: most lines have none, and pass
 * after one look at each character.
 */
export const SIGN = {
  /** A word begins, or is built, like a key. */
  key: 1,
  /** A name in front of `:` or `=` ends like that of a credential. */
  named: 2,
  url: 4,
  at: 8,
  /** Digits, a colon and a word, as in a Telegram token. */
  telegram: 16,
  /** A plus and a digit. */
  phone: 32,
  /** Escape codes, control characters, characters that show nothing. */
  control: 64,
  /** A NUL, or a carriage return that ends no line. */
  separator: 128,
  /** The last word begins like a key, and a word follows at the beginning of the next line. */
  broken: 256,
  /** Looks like the message of a failed test or of an exception. */
  diagnostic: 512,
} as const;

export interface Line {
  readonly from: number;
  /** Where its line end is. */
  readonly to: number;
  readonly signs: number;
}

/** The lines of `text` that have at least one of the `wanted` signs; all when that is null. Linear. */
export function linesWith(wanted: number | null, text: string): readonly Line[] {
  const found: Line[] = [];
  let from = 0;
  let signs = startSigns(text, 0);
  let word = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : LINE_FEED;
    const kind = code < 128 ? KINDS[code] : wideKind(code);
    if (kind === WORD) {
      if (word === -1) word = at;
      continue;
    }
    if (word !== -1 && (at - word >= KEY_MIN_CHARS || code === DOT)) signs |= wordSigns(text, word, at);
    if (kind === MARK) signs |= markSigns(text, at, word);
    if (code === LINE_FEED) {
      signs |= endSigns(text, at, word);
      if (wanted === null || (signs & wanted) !== 0) found.push({ from, to: at, signs });
      from = at + 1;
      signs = startSigns(text, from);
    }
    word = -1;
  }
  return found;
}

/** The signs of a text of one line. */
export function signsOf(line: string): number {
  return linesWith(null, line)[0]?.signs ?? 0;
}

const OTHER = 0;
const WORD = 1;
const MARK = 2;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const DOT = 0x2e;

const KINDS: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9_-]/.test(character)) return WORD;
  if (/[:=@+~\r]/.test(character)) return MARK;
  return /[\p{Cc}]/u.test(character) && !/[\t\n]/.test(character) ? MARK : OTHER;
});

/** Marks are what shows nothing: C1 controls, soft hyphen, zero-width characters, directions, the byte order mark. */
function wideKind(code: number): number {
  if (code < 0x200b) return code <= 0x9f || code === 0xad ? MARK : OTHER;
  return code <= 0x200f || (code >= 0x202a && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code === 0xfeff
    ? MARK
    : OTHER;
}

/** What keys begin with. */
export const PREFIXES: readonly string[] = [
  ...KEY_FAMILIES.flatMap((family) => family.prefixes),
  ...KEY_FORMATS.map(([prefix]) => prefix),
  "eyJ",
  "LS0tLS1CRUdJTi", // "-----BEGIN" in base64
];

/** By the code of their first character. */
const BY_FIRST: readonly (readonly string[])[] = Array.from({ length: 128 }, (_, code) =>
  PREFIXES.filter((prefix) => prefix.charCodeAt(0) === code),
);

/** The shortest key that is found: `sk-` and ten characters. One with a dot in it is looked for at each dot. */
const KEY_MIN_CHARS = 13;

function wordSigns(text: string, from: number, to: number): number {
  if (beginsKey(text, from)) return SIGN.key;
  const length = to - from;
  const isDotted = text.charCodeAt(to) === DOT;
  // A part in front of a dot: Zhipu, Discord, Terraform. A dash at this place: Mailchimp.
  if (isDotted && (length === 32 || length === 14 || (length >= 23 && length <= 28))) return SIGN.key;
  return (length === 36 || length === 37) && text.startsWith("-us", from + 32) ? SIGN.key : 0;
}

/** Whether a key may begin at this place. */
export function beginsKey(text: string, from: number): boolean {
  const prefixes = BY_FIRST[text.charCodeAt(from)] ?? [];
  const second = text.charCodeAt(from + 1);
  for (const prefix of prefixes) {
    if (prefix.charCodeAt(1) === second && text.startsWith(prefix, from)) return true;
  }
  return false;
}

function markSigns(text: string, at: number, word: number): number {
  switch (text.charCodeAt(at)) {
    case 0x3a: // :
      return colonSigns(text, at, word);
    case 0x3d: // =
      return namedSigns(text, at);
    case 0x40: // @
      return SIGN.at;
    case 0x2b: // +
      return isDigit(text.charCodeAt(at + 1)) ? SIGN.phone : 0;
    case 0x7e: // ~, of Azure and OpenShift
      return /[Q6]/.test(text.charAt(at - 1)) ? SIGN.key : 0;
    case RETURN:
      return text.charCodeAt(at + 1) === LINE_FEED || at + 1 === text.length ? 0 : SIGN.separator;
    case 0:
      return SIGN.separator;
    default:
      return SIGN.control;
  }
}

function colonSigns(text: string, at: number, word: number): number {
  if (text.startsWith("//", at + 1)) return SIGN.url;
  const before = text.charCodeAt(at - 1);
  if (isDigit(before)) return word !== -1 && at - word >= 8 ? SIGN.telegram : 0;
  if (text.startsWith("Error", at - 5) || text.startsWith("Exception", at - 9)) return SIGN.diagnostic;
  return namedSigns(text, at);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** How far a name may be from its colon, with a quote and blanks in between. */
const NAME_GAP_CHARS = 8;
const NAMES = ["authorization", "key", "token", "auth", "sig"];
const NAME_ENDS: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  NAMES.some((name) => name.endsWith(String.fromCharCode(code).toLowerCase())),
);

function namedSigns(text: string, at: number): number {
  let end = at;
  while (at - end < NAME_GAP_CHARS && isGap(text.charCodeAt(end - 1))) end -= 1;
  if (NAME_ENDS[text.charCodeAt(end - 1)] !== true) return 0;
  const name = text.slice(Math.max(0, end - 13), end).toLowerCase();
  return NAMES.some((one) => name.endsWith(one)) ? SIGN.named : 0;
}

/** A blank, a tab, a quote, or the backslash of a quoted quote. */
function isGap(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x22 || code === 0x27 || code === 0x5c;
}

function startSigns(text: string, from: number): number {
  return text.startsWith("E   ", from) ? SIGN.diagnostic : 0;
}

function endSigns(text: string, at: number, word: number): number {
  if (at + 1 >= text.length) return 0;
  const start = word === -1 && text.charCodeAt(at - 1) === RETURN ? wordStart(text, at - 1) : word;
  return start !== -1 && KINDS[text.charCodeAt(at + 1)] === WORD && beginsKey(text, start) ? SIGN.broken : 0;
}

/** Where the word begins that ends at `end`; -1 when it is too long to be a broken key, or there is none. */
function wordStart(text: string, end: number): number {
  const least = Math.max(0, end - 512);
  let start = end;
  while (start > least && KINDS[text.charCodeAt(start - 1)] === WORD) start -= 1;
  return start < end && start > least - 1 ? start : -1;
}
