import type { ListEntry } from "../../core/results.ts";
import { age } from "./text/amounts.ts";
import { statusCell } from "./text/ending.ts";
import { lastLineOf } from "./text/last-line.ts";
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
  const withPorts = entries.some(({ ports }) => ports !== undefined && ports.length > 0);
  const withPlaces = entries.some(({ environment }) => environment !== undefined);
  const columnsOfFacts = [...FACTS, ...(withPorts ? [PORTS] : []), ...(withPlaces ? [PLACE] : [])];
  const facts = entries.map((entry): readonly Cell[] => [
    ...factCells(entry, nowMs),
    ...(withPorts ? [{ text: entry.ports?.join(" ") ?? "" }] : []),
    ...(withPlaces ? [placeCell(entry)] : []),
  ]);
  const left = columns - widthOf(columnsOfFacts, facts);
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
    { text: lastLineOf(entry.outputPreview), colour: "dim" },
  ]);
  return table([...columnsOfFacts, ...rest], rows, colour);
}

const FACTS: readonly Column[] = [
  { title: "ID", maxWidth: Number.POSITIVE_INFINITY },
  { title: "NAME", maxWidth: NAME_MAX_WIDTH },
  { title: "STATUS", maxWidth: Number.POSITIVE_INFINITY },
  { title: "AGE", maxWidth: Number.POSITIVE_INFINITY, align: "right" },
  { title: "PID", maxWidth: Number.POSITIVE_INFINITY, align: "right" },
];

/** Only there when one listens. A server with many ports does not take the line from the others. */
const PORTS: Column = { title: "PORTS", maxWidth: 24 };

/** Only there when one runs elsewhere: its pid is not of this host then. */
const PLACE: Column = { title: "PLACE", maxWidth: 32 };

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

/** In red while its environment does not answer: then what is told of it is old. */
function placeCell({ environment, environmentNote }: ListEntry): Cell {
  if (environment === undefined) return { text: "host", colour: "dim" };
  const text = oneLine(environment);
  return environmentNote === undefined ? { text } : { text: `${text} (!)`, colour: "red" };
}

/** Columns that the facts take, with the gap behind each. */
function widthOf(columns: readonly Column[], facts: readonly (readonly Cell[])[]): number {
  return columns.reduce((sum, column, index) => {
    const widest = Math.max(column.title.length, ...facts.map((row) => displayWidth(row[index]?.text ?? "")));
    return sum + Math.min(column.maxWidth, widest) + GAP_WIDTH;
  }, 0);
}
