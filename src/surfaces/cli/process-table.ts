import type { ListEntry } from "../../core/results.ts";
import { age } from "./text/amounts.ts";
import { statusCell } from "./text/ending.ts";
import { oneLine } from "./text/sanitize.ts";
import { GAP_WIDTH, table, displayWidth } from "./text/table.ts";
import type { Cell, Column } from "./text/table.ts";

const NAME_MAX_WIDTH = 24;
/** A terminal at least this wide shows the last line of the output, too. */
const WIDE_COLUMNS = 120;
/** The command never gets less than this; a narrower terminal breaks the line itself. */
const COMMAND_MIN_WIDTH = 12;
/** What the command and the last line share is halved, but a command gets no more than this of it. */
const COMMAND_BESIDE_OUTPUT_MAX_WIDTH = 60;

export interface TableShape {
  /** Columns of the terminal; infinite when nothing is to be cut. */
  readonly columns: number;
  readonly colour: boolean;
  readonly nowMs: number;
}

/** The lines of `ps`. */
export function processTable(entries: readonly ListEntry[], { columns, colour, nowMs }: TableShape): string[] {
  const facts = entries.map((entry) => factCells(entry, nowMs));
  const left = columns - widthOf(facts);
  const withOutput = columns >= WIDE_COLUMNS && Number.isFinite(columns);
  const commandWidth = Math.max(
    COMMAND_MIN_WIDTH,
    withOutput ? Math.min(COMMAND_BESIDE_OUTPUT_MAX_WIDTH, Math.floor((left - GAP_WIDTH) / 2)) : left,
  );
  const rest: readonly Column[] = [
    { title: "COMMAND", maxWidth: commandWidth },
    ...(withOutput ? [{ title: "LAST LINE", maxWidth: Math.max(0, left - GAP_WIDTH - commandWidth) }] : []),
  ];
  const rows = entries.map((entry, index): Cell[] => [
    ...(facts[index] ?? []),
    { text: oneLine(entry.command) },
    { text: lastLine(entry.outputPreview), colour: "dim" },
  ]);
  return table([...FACTS, ...rest], rows, colour);
}

/** The last line with something on it. */
export function lastLine(output: string): string {
  return oneLine(output.trimEnd().split("\n").at(-1)?.trimEnd() ?? "");
}

const FACTS: readonly Column[] = [
  { title: "ID", maxWidth: Number.POSITIVE_INFINITY },
  { title: "NAME", maxWidth: NAME_MAX_WIDTH },
  { title: "STATUS", maxWidth: Number.POSITIVE_INFINITY },
  { title: "AGE", maxWidth: Number.POSITIVE_INFINITY, align: "right" },
  { title: "PID", maxWidth: Number.POSITIVE_INFINITY, align: "right" },
];

function factCells(entry: ListEntry, nowMs: number): readonly Cell[] {
  const ageSeconds = (nowMs - Date.parse(entry.startedAt)) / 1000;
  return [
    { text: oneLine(entry.sessionId) },
    { text: oneLine(entry.name ?? "") },
    statusCell(entry),
    { text: Number.isFinite(ageSeconds) ? age(ageSeconds) : "?" },
    { text: entry.pid === null ? "-" : String(entry.pid) },
  ];
}

/** Columns that the facts take, with the gap behind each. */
function widthOf(facts: readonly (readonly Cell[])[]): number {
  return FACTS.reduce((sum, column, index) => {
    const widest = Math.max(column.title.length, ...facts.map((row) => displayWidth(row[index]?.text ?? "")));
    return sum + Math.min(column.maxWidth, widest) + GAP_WIDTH;
  }, 0);
}
