import type { ScreenResult } from "../../../core/results.ts";
import type { Terminal } from "../context.ts";
import { oneLine, onlyColours } from "../text/sanitize.ts";
import { cutToWidth } from "../text/table.ts";

type Size = Terminal["size"];

export interface PictureOptions {
  readonly size: Size;
  /** Whether our terminal shows its alternate screen. */
  readonly isAlternate: boolean;
  /** What stands on our first screen is our own, and goes up first, into what can be scrolled back to. */
  readonly pushesUp: boolean;
  /** Sequences that set the modes of the terminal as the program has set them. */
  readonly modes: string;
  /** A line over it, until the next picture. */
  readonly note?: string | undefined;
}

/**
 * The text that draws a screen on a terminal of `size`, with the cursor at its place. A screen that is larger is cut: at the
 * right, and so that the cursor is in sight.
 */
export function picture(screen: ScreenResult, options: PictureOptions): string {
  const { size, isAlternate, pushesUp, modes, note } = options;
  const { cursor, title, alternateScreen } = screen;
  const above = Math.max(0, cursor.row - size.rows);
  const rows = (screen.ansi?.split("\n") ?? []).slice(above, above + size.rows);
  const row = cursor.row - above;
  return [
    switched(isAlternate, alternateScreen),
    pushesUp ? "\n".repeat(size.rows) : "",
    title === "" ? "" : `\u001b]2;${oneLine(title)}\u0007`,
    modes,
    NO_WRAP,
    ...rows.map((text, index) => `${at(index + 1, 1)}${PLAIN}\u001b[2K${onlyColours(text)}`),
    rows.length < size.rows ? `${at(rows.length + 1, 1)}${PLAIN}\u001b[J` : "",
    note === undefined ? "" : noteLine(note, row < size.rows ? size.rows : 1, size),
    WRAP,
    at(row, Math.min(cursor.column, size.columns)),
    cursor.visible ? "\u001b[?25h" : "\u001b[?25l",
  ].join("");
}

const PLAIN = "\u001b[0m";
const NO_WRAP = "\u001b[?7l";
const WRAP = "\u001b[?7h";

function switched(isAlternate: boolean, shouldBe: boolean): string {
  if (isAlternate === shouldBe) return "";
  return shouldBe ? "\u001b[?1049h" : "\u001b[?1049l";
}

function at(row: number, column: number): string {
  return `\u001b[${row};${column}H`;
}

/** Never on the line of the cursor, where something may be typed just now. */
function noteLine(note: string, row: number, { columns }: Size): string {
  return `${at(row, 1)}\u001b[0;7m\u001b[2K${cutToWidth(note, columns)}${PLAIN}`;
}
