const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35 } as const;
const GAP = "  ";

export type Colour = keyof typeof CODES;

/** One cell. Its text must be sanitized; the colour is added around it after it was measured. */
export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

export interface Column {
  readonly title: string;
  /** Columns of the terminal that it may take at most. */
  readonly maxWidth: number;
  readonly align?: "right";
}

/** Lines of a table, each cell cut and padded by the columns it takes on a terminal. No spaces at the ends of lines. */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], colour: boolean): string[] {
  const titles = columns.map((column): Cell => ({ text: column.title, colour: "bold" }));
  const all = [titles, ...rows];
  const widths = columns.map((column, index) =>
    Math.min(column.maxWidth, Math.max(...all.map((row) => displayWidth(row[index]?.text ?? "")))),
  );
  const one = (row: readonly Cell[]): string =>
    columns
      .map((column, index) => fit(row[index] ?? { text: "" }, { column, width: widths[index] ?? 0, colour }))
      .join(GAP)
      .trimEnd();
  return all.map(one);
}

/** Columns between the columns of a table. */
export const GAP_WIDTH: number = GAP.length;

export function paint(text: string, colour: Colour | undefined, enabled: boolean): string {
  return enabled && colour && text ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

interface Fitting {
  readonly column: Column;
  readonly width: number;
  readonly colour: boolean;
}

function fit(cell: Cell, { column, width, colour }: Fitting): string {
  const text = cutToWidth(cell.text, width);
  const space = padToWidth(text, width).slice(text.length);
  const painted = paint(text, cell.colour, colour);
  return column.align === "right" ? space + painted : painted + space;
}

/** First and last code points of the blocks that East Asian terminals draw two columns wide (UAX #11, W and F). */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
const NARROW_ONLY = /^[ -~]*$/;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;

/** Columns that `text` takes on a terminal. */
export function displayWidth(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** `text` cut to at most `columns`; what was cut is marked by `…`. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  if (columns <= 0) return "";
  let width = 0;
  let kept = "";
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** `text` with spaces behind it up to `columns`. */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return NO_WIDTH.test(character) ? 0 : 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.some(([first, last]) => code >= first && code <= last) || EMOJI.test(character) ? 2 : 1;
}
