import type { IBuffer, IBufferCell, IBufferLine } from "@xterm/headless";

import { SCREEN_CELL_MAX_CHARS } from "../../core/limits.ts";
import type { ScreenRow } from "../../core/terminal/screen.ts";
import { styleOf } from "./style.ts";

interface Stretch {
  readonly first: number;
  readonly end: number;
  readonly colours: boolean;
}

/** Copies rows out of a buffer, which changes with the next write. */
export function readRows(buffer: IBuffer, { first, end, colours }: Stretch): readonly ScreenRow[] {
  const cell = buffer.getNullCell();
  const rows: ScreenRow[] = [];
  for (let y = first; y < end; y += 1) {
    const line = buffer.getLine(y);
    rows.push(line === undefined ? EMPTY : rowOf(line, cell, colours));
  }
  return rows;
}

const EMPTY: ScreenRow = { columns: [], styles: null, isWrapped: false };

function rowOf(line: IBufferLine, cell: IBufferCell, colours: boolean): ScreenRow {
  const columns: string[] = [];
  const styles: string[] | null = colours ? [] : null;
  for (let x = 0; x < line.length; x += 1) {
    line.getCell(x, cell);
    columns.push(shown(cell));
    styles?.push(styleOf(cell));
  }
  return { columns, styles, isWrapped: line.isWrapped };
}

/** What a person sees: nothing of a hidden character. */
function shown(cell: IBufferCell): string {
  const width = cell.getWidth();
  if (width === 0) return "";
  const characters = cell.getChars();
  if (characters === "" || cell.isInvisible() !== 0) return " ";
  return characters.length > SCREEN_CELL_MAX_CHARS ? cut(characters) : characters;
}

/** Not in the middle of a pair. */
function cut(characters: string): string {
  return characters.slice(0, SCREEN_CELL_MAX_CHARS).replace(/[\ud800-\udbff]$/, "");
}
