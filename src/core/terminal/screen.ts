import { SCREEN_ANSWER_MAX_CHARS } from "../limits.ts";

/** One row of a terminal as an emulator holds it. */
export interface ScreenRow {
  /** What stands in each column; empty in the second one of a wide character. Blank columns at the end may be missing. */
  readonly columns: readonly string[];
  /** How each column looks, as the parameters of `ESC [ … m`; empty is plain. Null when nobody asked for colours. */
  readonly styles: readonly string[] | null;
  /** It goes on with the row before: the text was too long for that one. */
  readonly isWrapped: boolean;
}

/** The texts of `rows`, without blanks at their ends. */
export function textRows(rows: readonly ScreenRow[]): readonly string[] {
  return rows.map(({ columns }) => columns.join("").trimEnd().slice(0, mostChars(rows)));
}

/** `rows` with their colours: a line each, which begins and ends plain. A row that is too long for an answer has none. */
export function colouredText(rows: readonly ScreenRow[]): string {
  const plain = textRows(rows);
  const lines = rows.map((row, index) => {
    const line = coloured(row);
    return line.length <= mostChars(rows) ? line : plain[index];
  });
  return lines.join("\n");
}

function mostChars(rows: readonly ScreenRow[]): number {
  return Math.floor(SCREEN_ANSWER_MAX_CHARS / Math.max(1, rows.length));
}

function coloured({ columns, styles }: ScreenRow): string {
  let line = "";
  let before = "";
  for (let column = 0; column < visibleLength(columns, styles); column += 1) {
    const style = styles?.[column] ?? "";
    if (style !== before) line += style === "" ? PLAIN : `\u001b[0;${style}m`;
    line += columns[column] ?? " ";
    before = style;
  }
  return before === "" ? line : line + PLAIN;
}

const PLAIN = "\u001b[0m";

/** Blanks at the end that look like something count: the bar of an editor is made of them. */
function visibleLength(columns: readonly string[], styles: ScreenRow["styles"]): number {
  let length = columns.length;
  while (length > 0 && columns[length - 1] === " " && (styles?.[length - 1] ?? "") === "") length -= 1;
  return length;
}
