import { replacements } from "./screen-align.ts";
import type { ScreenRow } from "./screen.ts";

/**
 * `rows` with everything masked that `redact` masks, also what goes on over several rows. Nothing moves: a mask takes the
 * places of what it hides, and blanks fill the rest.
 *
 * A program that draws a long line by itself does not say that its rows belong together, so at first a row that is full to its
 * last column is taken for one of those, too. Then the rows count as they are: a join may hide where a secret begins.
 */
export function maskRows(
  rows: readonly ScreenRow[],
  columnCount: number,
  redact: (text: string) => string,
): readonly ScreenRow[] {
  const isContinued: GoesOn = (index) => rows[index + 1]?.isWrapped === true;
  const joined = masked(rows, redact, (index) => isContinued(index) || isFull(rows[index], columnCount));
  return masked(joined, redact, isContinued);
}

function isFull(row: ScreenRow | undefined, columnCount: number): boolean {
  const last = row?.columns[columnCount - 1];
  return last !== undefined && last !== " ";
}

type GoesOn = (index: number) => boolean;

function masked(rows: readonly ScreenRow[], redact: (text: string) => string, goesOn: GoesOn): readonly ScreenRow[] {
  const lines = rows.map(({ columns }, index) => (goesOn(index) ? columns : withoutBlanksAtEnd(columns)));
  const text = lines.map((columns, index) => columns.join("") + (goesOn(index) ? "" : "\n")).join("");
  const changed = redact(text);
  if (changed === text) return rows;
  const grid = rows.map(({ columns }) => [...columns]);
  const places = placesOf(lines, goesOn);
  for (const { from, to, by } of replacements(text, changed)) cover(grid, places.slice(from, to), by);
  return rows.map((row, index) => ({ ...row, columns: grid[index] ?? [] }));
}

/** They are not in the output, and a private key is looked for in a bounded number of characters. */
function withoutBlanksAtEnd(columns: readonly string[]): readonly string[] {
  return columns.slice(0, columns.findLastIndex((characters) => characters !== " " && characters !== "") + 1);
}

/** Row and column of a character of the joined text; null for a line end. */
type Place = { readonly row: number; readonly column: number } | null;

function placesOf(lines: readonly (readonly string[])[], goesOn: GoesOn): readonly Place[] {
  const places: Place[] = [];
  for (const [row, columns] of lines.entries()) {
    for (const [column, characters] of columns.entries()) {
      for (let unit = 0; unit < characters.length; unit += 1) places.push({ row, column });
    }
    if (!goesOn(row)) places.push(null);
  }
  return places;
}

/** Writes a mask over places, and blanks behind it. */
function cover(grid: string[][], places: readonly Place[], mask: string): void {
  // Masks are ASCII.
  const rest = mask.replaceAll("\n", " ").split("");
  let last: Place = null;
  for (const place of places) {
    const columns = place === null ? undefined : grid[place.row];
    if (place === null || columns === undefined || (last?.row === place.row && last.column === place.column)) continue;
    last = place;
    columns[place.column] = rest.shift() ?? " ";
    // The second half of a wide character that went.
    if (columns[place.column + 1] === "") columns[place.column + 1] = rest.shift() ?? " ";
  }
}
