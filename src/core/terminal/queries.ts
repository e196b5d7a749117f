import { QUERY_MAX_BYTES } from "../limits.ts";
import type { TerminalSize } from "../record.ts";

/** What the answers need to know. */
export interface Terminal {
  readonly size: TerminalSize;
  /** Where the cursor is, from 1. */
  readonly cursor: { readonly row: number; readonly column: number };
}

/** A question of a program to its terminal. */
export interface Query {
  /** Without the escape. */
  readonly sequence: string;
  /** Where it begins and ends in the bytes that were read last; below 0 when it began in earlier ones. */
  readonly start: number;
  readonly end: number;
}

export interface QueryReader {
  /** The queries that end in `bytes`, in their order. */
  read(bytes: Uint8Array): readonly Query[];
}

/** Only these need to know where the cursor is. */
export function asksForCursor({ sequence }: Pick<Query, "sequence">): boolean {
  return sequence === "[6n" || sequence === "[?6n";
}

const ESC = 0x1b;
const BEL = 0x07;
const BACKSLASH = 0x5c;
const CAN = 0x18;
const SUB = 0x1a;

/**
 * Finds what a program asks of its terminal, over reads. A program that waits for an answer hangs without it. Nothing is taken
 * out of the output: whoever shows it passes over the queries.
 *
 * CSI sequences end with a final byte (0x40 to 0x7E), strings (OSC, DCS) with BEL or `ESC \`; a sequence that is longer than
 * any query is none (ECMA-48 5.4; original: 15 bytes).
 */
export function queryReader(): QueryReader {
  let held: number[] = [];
  let start = 0;
  let kind: "none" | "escape" | "csi" | "string" = "none";
  const restart = (): void => {
    held = [];
    kind = "escape";
  };
  const step = (byte: number): string | null => {
    if (byte === CAN || byte === SUB) kind = "none";
    else if (kind === "string") return inString(byte);
    else if (byte === ESC) restart();
    else if (kind === "escape") begin(byte);
    else if (kind === "csi") return inControl(byte);
    return null;
  };
  const begin = (byte: number): void => {
    kind = byte === 0x5b ? "csi" : byte === 0x5d || byte === 0x50 ? "string" : "none";
    held = [byte];
  };
  const inControl = (byte: number): string | null => {
    held.push(byte);
    if (byte < 0x40 || byte > 0x7e) {
      if (held.length > QUERY_MAX_BYTES) kind = "none";
      return null;
    }
    kind = "none";
    return textOf(held);
  };
  const inString = (byte: number): string | null => {
    const isEnd = byte === BEL || (byte === BACKSLASH && held.at(-1) === ESC);
    if (!isEnd) {
      if (held.length <= QUERY_MAX_BYTES || byte === ESC || held.at(-1) === ESC)
        held = [...held.slice(0, QUERY_MAX_BYTES), byte];
      return null;
    }
    kind = "none";
    return textOf(held.at(-1) === ESC ? held.slice(0, -1) : held);
  };
  return {
    read: (bytes) => {
      const queries: Query[] = [];
      // Most output has no escape: then nothing is looked at byte by byte.
      let at = kind === "none" ? indexOfEscape(bytes, 0) : 0;
      for (; at < bytes.length; at++) {
        if (bytes[at] === ESC && kind !== "string") start = at;
        const sequence = step(bytes[at] ?? 0);
        if (sequence !== null && answerTo({ sequence }, SOME) !== "") queries.push({ sequence, start, end: at + 1 });
        if (kind === "none") at = indexOfEscape(bytes, at + 1) - 1;
      }
      start -= bytes.length;
      return queries;
    },
  };
}

/** Whether there is an answer does not depend on what it says. */
const SOME: Terminal = { size: { rows: 1, cols: 1 }, cursor: { row: 1, column: 1 } };

function indexOfEscape(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(ESC, from);
  return at === -1 ? bytes.length : at;
}

function textOf(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}

/**
 * What a plain xterm answers, one with the VT level 420 and no special features (xterm's ctlseqs), as text of one byte a
 * character; empty when it is no query.
 */
export function answerTo({ sequence }: Pick<Query, "sequence">, terminal: Terminal): string {
  const fixed = FIXED.get(sequence);
  if (fixed !== undefined) return fixed;
  const { rows, cols } = terminal.size;
  if (sequence === "[18t") return `\u001b[8;${rows};${cols}t`;
  if (sequence === "[6n" || sequence === "[?6n") {
    const { row, column } = terminal.cursor;
    return `\u001b[${sequence === "[?6n" ? "?" : ""}${row};${column}R`;
  }
  const mode = /^\[\?(\d{1,10})\$p$/.exec(sequence)?.[1];
  if (mode !== undefined) return `\u001b[?${mode};0$y`; // Not recognised.
  return colourAnswer(sequence);
}

const FIXED: ReadonlyMap<string, string> = new Map([
  ["[5n", "\u001b[0n"],
  ["[c", "\u001b[?1;2c"],
  ["[0c", "\u001b[?1;2c"],
  ["[>c", "\u001b[>0;276;0c"],
  ["[>0c", "\u001b[>0;276;0c"],
  ["[>q", "\u001bP>|XTerm(276)\u001b\\"],
  ["[>0q", "\u001bP>|XTerm(276)\u001b\\"],
]);

/** Light text on a dark ground: what most people have, and programs choose colours for. */
const FOREGROUND = "rgb:cccc/cccc/cccc";
const BACKGROUND = "rgb:0000/0000/0000";
const COLOURS: ReadonlyMap<string, string> = new Map([
  ["10", FOREGROUND],
  ["11", BACKGROUND],
  ["12", FOREGROUND],
]);
const PALETTE: readonly string[] =
  "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff".split(
    " ",
  );

function colourAnswer(sequence: string): string {
  const [, code = "", index] = /^\](10|11|12|4);(?:(\d{1,3});)?\?$/.exec(sequence) ?? [];
  if (code === "4" && index !== undefined) return paletteAnswer(Number(index));
  const colour = index === undefined ? COLOURS.get(code) : undefined;
  return colour === undefined ? "" : `\u001b]${code};${colour}\u001b\\`;
}

function paletteAnswer(index: number): string {
  const hex = PALETTE[index];
  if (hex === undefined) return "";
  const [red, green, blue] = [hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)];
  return `\u001b]4;${index};rgb:${red}${red}/${green}${green}/${blue}${blue}\u001b\\`;
}
