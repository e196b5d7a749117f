import { cutToWidth, displayWidth, padToWidth } from "./width.ts";

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
