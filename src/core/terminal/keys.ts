import { invalidArgument } from "../errors.ts";

const ESC = "\u001b";

/** What an xterm sends, with the cursor keys in their normal mode. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["enter", "\r"],
  ["return", "\r"],
  ["tab", "\t"],
  ["shift-tab", `${ESC}[Z`],
  ["escape", ESC],
  ["esc", ESC],
  ["space", " "],
  ["backspace", "\u007f"],
  ["delete", `${ESC}[3~`],
  ["insert", `${ESC}[2~`],
  ["up", `${ESC}[A`],
  ["down", `${ESC}[B`],
  ["right", `${ESC}[C`],
  ["left", `${ESC}[D`],
  ["home", `${ESC}[H`],
  ["end", `${ESC}[F`],
  ["page-up", `${ESC}[5~`],
  ["page-down", `${ESC}[6~`],
  ["f1", `${ESC}OP`],
  ["f2", `${ESC}OQ`],
  ["f3", `${ESC}OR`],
  ["f4", `${ESC}OS`],
  ["f5", `${ESC}[15~`],
  ["f6", `${ESC}[17~`],
  ["f7", `${ESC}[18~`],
  ["f8", `${ESC}[19~`],
  ["f9", `${ESC}[20~`],
  ["f10", `${ESC}[21~`],
  ["f11", `${ESC}[23~`],
  ["f12", `${ESC}[24~`],
]);

/** What follows the escape. Cursor keys, and those that are written like them: a modifier is a number between `1;` and the letter (xterm's ctlseqs). */
const LETTERED = /^(?:\[|O)([A-DFHP-S])$/;
const TILDED = /^\[(\d+)~$/;

/** The names, for a message and the documentation. */
export const KEY_NAMES: readonly string[] = [...NAMED.keys()];

/**
 * The bytes that a key sends, as text: `enter`, `up`, `ctrl-c`, `alt-x`, `ctrl-alt-left`, `shift-f5`, or one character.
 * Case does not count, except for a single character. In application mode (`full`-screen programs ask for it) the cursor keys
 * differ: `isApplicationMode`. Throws `invalid_argument` for a name that is none.
 */
export function keyText(name: string, isApplicationMode = false): string {
  const { modifiers, base } = parts(name);
  const named = NAMED.get(base.toLowerCase());
  const whole = NAMED.get(name.toLowerCase());
  if (whole !== undefined && modifiers.size > 0) return whole; // shift-tab
  if (named === undefined && Array.from(base).length !== 1) throw unknownKey(name);
  if (modifiers.size === 0) return named === undefined ? base : isApplicationMode ? applicationForm(named) : named;
  const sequence = named === undefined ? null : modified(named, modifiers);
  if (sequence !== null) return sequence;
  const plain = modifiers.has("ctrl")
    ? control(named ?? base, name)
    : modifiers.has("shift")
      ? base.toUpperCase()
      : (named ?? base);
  return modifiers.has("alt") ? ESC + plain : plain;
}

type Modifier = "ctrl" | "alt" | "shift";

function parts(name: string): { readonly modifiers: ReadonlySet<Modifier>; readonly base: string } {
  const modifiers = new Set<Modifier>();
  let base = name;
  for (;;) {
    const found = /^(ctrl|control|alt|meta|shift|c|m|s)[-+](?=.)/i.exec(base);
    if (found === null) return { modifiers, base };
    modifiers.add(modifierOf(found[1]?.toLowerCase() ?? ""));
    base = base.slice(found[0].length);
  }
}

function modifierOf(word: string): Modifier {
  if (word === "shift" || word === "s") return "shift";
  return word === "alt" || word === "meta" || word === "m" ? "alt" : "ctrl";
}

/** Null when the key has no form of its own with modifiers. */
function modified(sequence: string, modifiers: ReadonlySet<Modifier>): string | null {
  const code = 1 + (modifiers.has("shift") ? 1 : 0) + (modifiers.has("alt") ? 2 : 0) + (modifiers.has("ctrl") ? 4 : 0);
  const letter = LETTERED.exec(sequence.slice(1))?.[1];
  if (letter !== undefined) return `${ESC}[1;${code}${letter}`;
  const number = TILDED.exec(sequence.slice(1))?.[1];
  return number === undefined ? null : `${ESC}[${number};${code}~`;
}

function applicationForm(sequence: string): string {
  return /^\[[A-DFH]$/.test(sequence.slice(1)) ? sequence.replace("[", "O") : sequence;
}

/** ASCII: a letter with its two highest bits cleared. */
function control(text: string, name: string): string {
  if (text === " " || text === "@") return "\0";
  if (text === "?") return "\u007f";
  const code = text.toUpperCase().charCodeAt(0);
  if (text.length === 1 && code >= 0x40 && code <= 0x5f) return String.fromCharCode(code & 0x1f);
  if (text.length === 1 && text < " ") return text; // ctrl-enter is enter.
  throw unknownKey(name);
}

function unknownKey(name: string): Error {
  return invalidArgument(
    "key",
    `one character, or one of ${KEY_NAMES.join(", ")}, with ctrl-, alt- or shift- in front where that makes sense`,
    name,
  );
}
