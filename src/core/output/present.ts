import { REDACT_MARGIN_CHARS } from "../limits.ts";
import { nextSequenceStart } from "./ansi.ts";
import { collapse } from "./collapse.ts";
import { completeUtf8Length, decodeUtf8, partialCharacterLength } from "./decode.ts";
import { withoutEdges } from "./edges.ts";
import { lastChars } from "./last-chars.ts";
import { withoutShellNoise } from "./noise.ts";

export interface PresentOptions {
  /** Keep escape codes, carriage returns and the shell's own lines. */
  readonly raw: boolean;
  /** `bytes` begin with the first byte that the process ever wrote. */
  readonly atHead: boolean;
  /** Nothing will follow: a last character that is cut off shows as U+FFFD instead of waiting for its rest. @default false */
  readonly atEnd?: boolean;
  /** Of the terminal that it was printed on: a line that was typed beyond its edge is put together. @default unknown */
  readonly columns?: number | undefined;
}

/** The text that an answer shows for `bytes`. Not redacted yet, and not cut to a length: redact first, then {@link lastChars}. */
export function presentText(bytes: Uint8Array, options: PresentOptions): string {
  const text = textOf(bytes, options);
  return options.raw ? text : cleanText(text, options);
}

export interface TailOptions {
  /** Characters that the answer will show. */
  readonly maxChars: number;
  readonly atHead: boolean;
  /** @default false */
  readonly atEnd?: boolean;
  /** @default unknown */
  readonly columns?: number | undefined;
}

/**
 * Clean text of the end of `bytes`: the last `maxChars` characters with up to {@link REDACT_MARGIN_CHARS} more in
 * front, so that a secret at the cut is still whole when it is redacted. Then cut it with {@link lastChars}.
 * Where `bytes` begin in the middle of a line it begins behind that line, or at least behind what may be the rest of an
 * escape sequence.
 */
export function tailText(bytes: Uint8Array, options: TailOptions): string {
  const text = textOf(bytes, options);
  const clean = cleanText(options.atHead ? text : text.slice(safeStart(text)), options);
  return lastChars(clean, options.maxChars + REDACT_MARGIN_CHARS).text;
}

function textOf(bytes: Uint8Array, { atHead, atEnd = false }: Pick<PresentOptions, "atHead" | "atEnd">): string {
  const start = atHead ? 0 : partialCharacterLength(bytes);
  return decodeUtf8(bytes.subarray(start, atEnd ? bytes.length : Math.max(start, completeUtf8Length(bytes))));
}

function cleanText(text: string, { atHead, columns }: Pick<PresentOptions, "atHead" | "columns">): string {
  const lines = columns === undefined ? text : withoutEdges(text, columns);
  return collapse(atHead ? withoutShellNoise(lines) : lines);
}

/** Where a text that begins anywhere can be read from: behind the first line break of its first quarter, else behind a cut sequence. */
function safeStart(text: string): number {
  const at = text.slice(0, text.length / 4).search(/[\n\r]/);
  return at === -1 ? partialSequenceLength(text) : at + 1;
}

/**
 * Characters at the start that may be the rest of an escape sequence which began before. It may take a letter or two
 * of a word: the text begins in the middle of a line anyhow.
 */
function partialSequenceLength(text: string): number {
  const start = nextSequenceStart(text, 0);
  if (text.startsWith("\\", start + 1)) return start + 2;
  const bell = text.slice(0, start).indexOf("\u0007");
  return bell === -1 ? (SEQUENCE_REST.exec(text)?.[0].length ?? 0) : bell + 1;
}

/** The rest of a control sequence (`[31m`, `1m`, `m`), or of a short one (`(B`, `B`). */
const SEQUENCE_REST = /^(?:\[?[0-?]*[ -/]*[@-~]|[ -/]*[0-~])/;
