import { oneLine } from "../text/sanitize.ts";
import { type Colour, padToWidth, paint } from "../text/table.ts";
import type { Check } from "./check.ts";

const COLOURS: Readonly<Record<Check["status"], Colour>> = { ok: "green", warn: "yellow", fail: "red", off: "dim" };
const STATUS_WIDTH = 4;

export interface LineForm {
  /** Columns for the name. */
  readonly nameWidth: number;
  readonly colour: boolean;
}

/** A check as a line of a table, and its advice below it. */
export function checkLine({ name, status, detail, advice }: Check, { nameWidth, colour }: LineForm): string {
  const head = `${paint(padToWidth(status, STATUS_WIDTH), COLOURS[status], colour)}  ${padToWidth(name, nameWidth)}  `;
  const indent = " ".repeat(STATUS_WIDTH + 2 + nameWidth + 2);
  return `${head}${oneLine(detail)}\n${advice ? `${indent}${oneLine(advice)}\n` : ""}`;
}
