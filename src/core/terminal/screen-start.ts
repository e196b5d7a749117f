/**
 * What brings a new terminal into the state that the output `text` left one in, as far as it does not show: alternate screen,
 * modes, the region that scrolls, the character set, the title. Bytes are characters here (latin1), in and out.
 */
export function preludeOf(text: string): string {
  const state = new Map<string, string>();
  for (const [sequence] of text.matchAll(LASTING)) {
    if (sequence === RESET) state.clear();
    for (const [key, restored] of lastingOf(sequence)) {
      state.delete(key); // Into the order of the last ones.
      state.set(key, restored);
    }
  }
  return [...state.values()].join("");
}

/** Offset of the last sequence in `text` behind which nothing is left of what was on the screen; -1 when there is none. */
export function lastClear(text: string): number {
  return Math.max(...CLEARS.map((sequence) => text.lastIndexOf(sequence)));
}

/** Offset at which an emulator may begin to read `text`, which begins anywhere: at a line, else at a sequence, else a character. */
export function firstWhole(text: string): number {
  const lineEnd = text.indexOf("\n");
  if (lineEnd !== -1) return lineEnd + 1;
  const escape = text.indexOf("\u001b");
  return escape === -1 ? text.search(/[^\u0080-\u00bf]|$/) : escape;
}

const RESET = "\u001bc";
const CLEARS: readonly string[] = [
  RESET,
  "\u001b[2J",
  "\u001b[3J",
  "\u001b[H\u001b[J",
  "\u001b[?1049h",
  "\u001b[?1047h",
  "\u001b[?47h",
];

/** Private modes, the scrolling region, a reset, character sets, titles (ECMA-48, xterm's ctlseqs). */
const LASTING =
  // oxlint-disable-next-line no-control-regex
  /\u001b(?:\[\?[\d;]{1,40}[hl]|\[(?:\d{0,4};\d{0,4})?r|c|[()][0AB]|\][02];[^\u0007\u001b]{0,1000}(?=[\u0007\u001b]))/g;

/** Modes that one switch or the other has set: the alternate screen has three numbers. */
const ALTERNATE: ReadonlySet<string> = new Set(["47", "1047", "1049"]);
/** 2026 holds drawing back, 3 changes the width: neither is a state to begin in. */
const LEFT_OUT: ReadonlySet<string> = new Set(["3", "2026", "1048"]);

function lastingOf(sequence: string): readonly (readonly [key: string, restored: string])[] {
  const kind = sequence.charAt(1);
  if (kind === "]") return [["title", `${sequence}\u0007`]];
  if (kind === "(" || kind === ")") return [[kind, sequence]];
  if (sequence.endsWith("r")) return [["region", sequence]];
  if (kind !== "[") return [];
  const final = sequence.slice(-1);
  return sequence
    .slice(3, -1)
    .split(";")
    .filter((mode) => mode !== "" && !LEFT_OUT.has(mode))
    .map((mode) => [ALTERNATE.has(mode) ? "alternate" : `mode ${mode}`, `\u001b[?${mode}${final}`]);
}
