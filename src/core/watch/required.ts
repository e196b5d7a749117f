/**
 * Texts of which every line that matches the regular expression `source` holds at least one: one for each of its
 * alternatives. Null where none can be told at a glance; then every line must be looked at. Two characters at least, since a
 * single one is in almost every line.
 */
export function requiredTexts(source: string): readonly string[] | null {
  const characters = Array.from(source);
  const texts: string[] = [];
  const runs = new Runs();
  for (let at = 0; at < characters.length;) {
    const part = partAt(characters, at);
    if (part === null) return null;
    if (part.kind === "or") texts.push(runs.takeLongest());
    else if (part.kind === "text") runs.add(part.text);
    else if (part.kind === "repeat") runs.endWithoutLast();
    else runs.end();
    at += part.length;
  }
  texts.push(runs.takeLongest());
  return texts.every((text) => text.length >= LEAST_CHARS) ? texts : null;
}

const LEAST_CHARS = 2;

/** `repeat`: what stands before it need not be there. `gap`: anything else that is no plain text. */
type Part =
  | { readonly kind: "text"; readonly text: string; readonly length: number }
  | { readonly kind: "or" | "repeat" | "gap"; readonly length: number };

/** The part of an expression that begins at a place. Null: too clever for this. */
function partAt(characters: readonly string[], at: number): Part | null {
  const character = characters[at] ?? "";
  switch (character) {
    case "|":
      return { kind: "or", length: 1 };
    case "*":
    case "?":
      return { kind: "repeat", length: 1 };
    case "{":
      return { kind: "repeat", length: repeatLength(characters, at) };
    case "+":
    case ".":
    case "^":
    case "$":
      return { kind: "gap", length: 1 };
    case "\\":
      return escapeAt(characters[at + 1] ?? "");
    case "[":
      return gap(classEnd(characters, at), at);
    case "(":
      return gap(groupEnd(characters, at), at);
    default:
      return { kind: "text", text: character, length: 1 };
  }
}

function gap(end: number, at: number): Part | null {
  return end === -1 ? null : { kind: "gap", length: end - at };
}

/** `\.` is a text. Of the letters only those with nothing behind them are known here. */
function escapeAt(character: string): Part | null {
  if (/^[dDwWsSbBAzntrfv]$/.test(character)) return { kind: "gap", length: 2 };
  return character === "" || /^[a-z0-9]$/i.test(character) ? null : { kind: "text", text: character, length: 2 };
}

/** `{2,3}` counts; any other brace is a character of its own, which is not worth knowing. */
function repeatLength(characters: readonly string[], at: number): number {
  return /^\{\d+(?:,\d*)?\}/.exec(characters.slice(at, at + REPEAT_MAX_CHARS).join(""))?.[0].length ?? 1;
}

const REPEAT_MAX_CHARS = 16;

/** Place behind a class like `[a-z]`; -1 when it holds a bracket, whose meaning depends. */
function classEnd(characters: readonly string[], from: number): number {
  const first = characters[from + 1] === "^" ? from + 2 : from + 1;
  for (let at = first; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === "[" || (character === "]" && at === first)) return -1;
    if (character === "]") return at + 1;
    if (character === "\\") at += 1;
  }
  return -1;
}

/** Place behind a group; -1 when it, or one inside, sets flags or has another meaning. */
function groupEnd(characters: readonly string[], from: number): number {
  let depth = 0;
  for (let at = from; at < characters.length;) {
    const character = characters[at];
    if (character === "(" && characters[at + 1] === "?" && characters[at + 2] !== ":") return -1;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) return at + 1;
    const end = character === "[" ? classEnd(characters, at) : at + (character === "\\" ? 2 : 1);
    if (end === -1) return -1;
    at = end;
  }
  return -1;
}

/** Collects runs of characters that stand side by side. */
class Runs {
  #longest = "";
  #run: string[] = [];

  add(character: string): void {
    this.#run.push(character);
  }

  end(): void {
    const text = this.#run.join("");
    if (text.length > this.#longest.length) this.#longest = text;
    this.#run = [];
  }

  endWithoutLast(): void {
    this.#run.pop();
    this.end();
  }

  takeLongest(): string {
    this.end();
    const longest = this.#longest;
    this.#longest = "";
    return longest;
  }
}
