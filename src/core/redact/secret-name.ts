import { SECRET_VALUE_MIN_CHARS, SECRET_VALUES_MAX } from "../limits.ts";
import { isMasked } from "./mask.ts";

/** How sure a name is: a password is masked whatever it looks like, a weak name only with a value that looks drawn. */
export type Strength = "password" | "strong" | "weak" | "none";

const PASSWORDS = new Set(["password", "passwd", "pass", "pw", "pwd", "passphrase", "passcode"]);
const STRONG = new Set([
  "secret",
  "secrets",
  "auth",
  "oauth",
  "credential",
  "credentials",
  "apikey",
  "apitoken",
  "authtoken",
]);
/** What makes a key or a token one that opens something. */
const OPENERS = new Set(
  "api private secret access auth refresh bearer bot account master encryption signing session client deploy".split(
    " ",
  ),
);
/** A name may be written without a boundary in front of these. Short ones stand in other words: `monkey`, `compass`. */
const TAILS: readonly (readonly [tail: string, strength: Strength])[] = [
  ["password", "password"],
  ["passwd", "password"],
  ["passphrase", "password"],
  ["secret", "strong"],
  ["apikey", "strong"],
  ["credentials", "strong"],
  ["token", "weak"],
];

/** What a name says about its value. A keyword counts at the boundary of a word: not `KEYBOARD`, `Secretary`, `tokenizer`. */
export function strengthOf(name: string): Strength {
  const words = wordsOf(name.slice(0, NAME_MAX_CHARS));
  const all = words.map((word, at) => wordStrength(word, words[at - 1]));
  return (["password", "strong", "weak"] as const).find((strength) => all.includes(strength)) ?? "none";
}

const NAME_MAX_CHARS = 128;

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ""));
}

function wordStrength(word: string, before: string | undefined): Strength {
  if (PASSWORDS.has(word)) return "password";
  if (STRONG.has(word)) return "strong";
  if (word === "key" || word === "token") return before !== undefined && OPENERS.has(before) ? "strong" : "weak";
  return TAILS.find(([tail]) => word.endsWith(tail))?.[1] ?? "none";
}

/** Whether the value of this name is to be masked. */
export function isSecret(name: string, value: string): boolean {
  const strength = strengthOf(name);
  if (strength === "none" || value === "" || isMasked(value) || LITERAL.test(value) || LOOKUP.test(value)) return false;
  if (strength !== "password" && (VARIABLE.test(value) || isPath(value))) return false;
  return strength !== "weak" || looksDrawn(value);
}

const LITERAL =
  /^(?:true|false|null|none|nil|undefined|yes|no|on|off|<[^>]*>|\{\{?[^{}]*\}?\}|\$\{\{[^{}]*\}\}|%[a-z])$/i;
/** The value is read elsewhere: this is source code. */
const LOOKUP = /^(?:os\.getenv|os\.environ|process\.env|import\.meta\.env|getenv|ENV\[|System\.getenv|\$ENV\{)/;
const VARIABLE = /^\$(?:[A-Za-z_]\w*|\{[^{}]*\}|\([^()]*\))$/;

function isPath(value: string): boolean {
  return /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/][\w.,@+ \\/-]*$/.test(value);
}

/** Whether a value was drawn at random rather than written by a person (original). */
export function looksDrawn(value: string): boolean {
  if (/^[0-9a-f]{16,}$/i.test(value) || /^[A-Za-z0-9_./+=-]{20,}$/.test(value)) return true;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return value.length >= 12 && kinds >= 2;
}

/**
 * Values of an environment that are masked wherever they stand in what is told of the process: those of secret names, of
 * 8 characters and more, longest first. A plain word (`postgres`) is left out: it stands in too many places, and hides nothing.
 * So is what we say ourselves about whose process it is.
 */
export function secretValues(env: Readonly<Record<string, string>>): readonly string[] {
  const values = Object.entries(env)
    .filter(([name]) => !name.startsWith(CONVERSATION))
    .filter(([name, value]) => value.length >= SECRET_VALUE_MIN_CHARS && isSecret(name, value) && !isPlain(value))
    .map(([, value]) => value);
  return [...new Set(values)].toSorted((one, other) => other.length - one.length).slice(0, SECRET_VALUES_MAX);
}

/** The variables that tell a job of its conversation: `BELLHOP_SESSION_KEY` opens nothing. */
const CONVERSATION = "BELLHOP_SESSION_";

function isPlain(value: string): boolean {
  return (
    /^(?:[a-z]{1,11}|[A-Z]{1,11}|\d{1,9})$/.test(value) ||
    isPath(value) ||
    /^[a-z][a-z0-9+.-]*:\/\/[^@\s]*$/i.test(value)
  );
}
