import { REDRAW_BLANKS_MAX, REDRAW_COLUMNS_MAX, REDRAW_ROWS_MAX } from "../limits.ts";
import { isHighSurrogate, isLowSurrogate } from "./surrogate.ts";

/** The lines that a redraw can still reach, and the cursor. Columns are UTF-16 units. */
export interface Canvas {
  /** Lines that no cursor reaches any more, each with its end. */
  done: string;
  rows: Row[];
  row: number;
  column: number;
  /** The furthest row that the cursor has been on: the bottom of the screen. */
  lowest: number;
}

interface Row {
  /** What has been wrapped: out of reach for a carriage return, as in a terminal. */
  wrapped: string;
  text: string;
}

export function createCanvas(): Canvas {
  return { done: "", rows: [emptyRow()], row: 0, column: 0, lowest: 0 };
}

/** Everything that is there. Blank lines below the cursor are what a redraw has erased: all but the last newline go. */
export function finishedText({ done, rows, row }: Canvas): string {
  const last = rows.findLastIndex((candidate) => rowText(candidate) !== "");
  const end = Math.max(last, row) + 1;
  const text = rows.slice(0, end).map(rowText).join("\n");
  return done + text + (last >= row && rows.length > end ? "\n" : "");
}

/** Writes `run` (no control characters) over what is at the cursor. */
export function write(canvas: Canvas, run: string): void {
  const row = currentRow(canvas);
  const before = blankHalfAtEnd(row.text.slice(0, canvas.column));
  const blanks = Math.min(Math.max(0, canvas.column - before.length), REDRAW_BLANKS_MAX);
  const column = before.length + blanks + run.length;
  row.text = before + " ".repeat(blanks) + run + blankHalfAtStart(row.text.slice(column));
  canvas.column = column;
  if (column === row.text.length && column >= REDRAW_COLUMNS_MAX) wrap(canvas, row);
}

export function lineFeed(canvas: Canvas): void {
  canvas.row += 1;
  canvas.column = 0;
  if (canvas.row === canvas.rows.length) canvas.rows.push(emptyRow());
  canvas.lowest = Math.max(canvas.lowest, canvas.row);
  if (canvas.rows.length > 2 * REDRAW_ROWS_MAX) letGo(canvas, REDRAW_ROWS_MAX);
}

export function toLineStart(canvas: Canvas): void {
  canvas.column = 0;
}

export function backspace(canvas: Canvas): void {
  canvas.column = Math.max(0, canvas.column - 1);
}

/** Whether `control` (digits and a final character) moves the cursor or erases. */
export function isMovement(control: string): boolean {
  return MOVEMENTS.has(control.slice(-1));
}

/** Carries out a control sequence, given what stands behind its `ESC [`. One that does not move or erase does nothing. */
export function applyControl(canvas: Canvas, control: string): void {
  const digits = control.slice(0, -1);
  if (/^\d*$/.test(digits)) MOVEMENTS.get(control.slice(-1))?.(canvas, Number(digits));
}

const MOVEMENTS: ReadonlyMap<string, (canvas: Canvas, count: number) => void> = new Map([
  ["A", moveUp],
  ["B", moveDown],
  ["C", (canvas, count) => moveTo(canvas, canvas.column + (count || 1))],
  ["D", (canvas, count) => moveTo(canvas, canvas.column - (count || 1))],
  ["E", (canvas, count) => (moveDown(canvas, count), toLineStart(canvas))],
  ["F", (canvas, count) => (moveUp(canvas, count), toLineStart(canvas))],
  ["G", (canvas, count) => moveTo(canvas, (count || 1) - 1)],
  ["J", eraseBelow],
  ["K", eraseInLine],
]);

function moveUp(canvas: Canvas, count: number): void {
  const top = Math.max(0, canvas.lowest - REDRAW_ROWS_MAX + 1);
  canvas.row = Math.max(top, canvas.row - (count || 1));
}

function moveDown(canvas: Canvas, count: number): void {
  canvas.row = Math.min(canvas.rows.length - 1, canvas.row + (count || 1));
}

function moveTo(canvas: Canvas, column: number): void {
  canvas.column = Math.max(0, Math.min(column, REDRAW_COLUMNS_MAX));
}

/** Only "from the cursor on": what a program clears in front of the cursor or on the whole screen has been output all the same. */
function eraseBelow(canvas: Canvas, kind: number): void {
  if (kind !== 0) return;
  eraseInLine(canvas, 0);
  canvas.rows.length = canvas.row + 1;
}

function eraseInLine(canvas: Canvas, kind: number): void {
  const row = currentRow(canvas);
  if (kind === 0) row.text = blankHalfAtEnd(row.text.slice(0, canvas.column));
  if (kind === 2) row.text = "";
}

function currentRow(canvas: Canvas): Row {
  const row = canvas.rows[canvas.row];
  if (row) return row;
  throw new RangeError(`The cursor is on row ${canvas.row} of ${canvas.rows.length}.`);
}

function wrap(canvas: Canvas, row: Row): void {
  row.wrapped += row.text;
  row.text = "";
  canvas.column = 0;
}

function letGo(canvas: Canvas, count: number): void {
  const gone = canvas.rows.splice(0, count);
  canvas.done += `${gone.map(rowText).join("\n")}\n`;
  canvas.row -= count;
  canvas.lowest -= count;
}

function emptyRow(): Row {
  return { wrapped: "", text: "" };
}

function rowText(row: Row): string {
  return row.wrapped + row.text;
}

/** Half of a pair that was overwritten becomes a blank, as half of a wide character does in a terminal. */
function blankHalfAtStart(text: string): string {
  return isLowSurrogate(text.charCodeAt(0)) ? ` ${text.slice(1)}` : text;
}

function blankHalfAtEnd(text: string): string {
  return isHighSurrogate(text.charCodeAt(text.length - 1)) ? `${text.slice(0, -1)} ` : text;
}
