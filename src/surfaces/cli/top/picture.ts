import type { ListEntry } from "../../../core/results.ts";
import { age, bytes, countOf } from "../text/amounts.ts";
import { lastLineOf } from "../text/last-line.ts";
import { oneLine } from "../text/sanitize.ts";
import { cutToWidth, padToWidth, table, type Cell, type Column } from "../text/table.ts";
import type { TopState } from "./state.ts";

export interface Room {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
}

const INVERSE = "\u001b[7m";
const PLAIN = "\u001b[0m";
const NAME_MAX_WIDTH = 28;
const KEYS = "arrows: choose   enter: output   s: sort   k: kill   q: leave";

const FACTS: readonly Column[] = [
  { title: "NAME", maxWidth: NAME_MAX_WIDTH },
  { title: "CPU %", maxWidth: 8, align: "right" },
  { title: "MEMORY", maxWidth: 10, align: "right" },
  { title: "OUTPUT/s", maxWidth: 10, align: "right" },
  { title: "AGE", maxWidth: 5, align: "right" },
  { title: "PORTS", maxWidth: 16 },
];

/** The lines of the table: its titles, and one a process. */
export function topTable(entries: readonly ListEntry[], { columns, colour }: Omit<Room, "rows">): string[] {
  const rest: readonly Column[] = [
    { title: "COMMAND", maxWidth: Number.isFinite(columns) ? Math.max(16, Math.floor(columns / 3)) : columns },
    { title: "LAST LINE", maxWidth: columns },
  ];
  const lines = table([...FACTS, ...rest], entries.map(cells), colour);
  return Number.isFinite(columns) && !colour ? lines.map((line) => cutToWidth(line, columns)) : lines;
}

function cells(entry: ListEntry): readonly Cell[] {
  const { usage } = entry;
  return [
    { text: oneLine(entry.name || entry.sessionId) },
    { text: usage === undefined ? "-" : usage.cpuPercent.toFixed(1) },
    { text: usage === undefined ? "-" : bytes(usage.memoryBytes) },
    { text: usage === undefined ? "-" : bytes(usage.outputBytesPerSecond) },
    { text: age(entry.uptimeSeconds) },
    { text: entry.ports?.join(" ") ?? "" },
    { text: oneLine(entry.command) },
    { text: lastLineOf(entry.outputPreview) },
  ];
}

/** The whole screen: a head with the totals, the table around the marked line, and a foot with the keys. */
export function topPicture(entries: readonly ListEntry[], state: TopState, room: Room): readonly string[] {
  const space = Math.max(1, room.rows - 4);
  const [titles = "", ...rows] = topTable(entries, { columns: room.columns, colour: false });
  const at = entries.findIndex(({ sessionId }) => sessionId === state.selected);
  const first = Math.max(0, Math.min(at - Math.floor(space / 2), rows.length - space));
  const shown = rows.slice(first, first + space).map((line, index) => {
    const isMarked = first + index === at && room.colour;
    return isMarked ? INVERSE + padToWidth(line, room.columns) + PLAIN : marked(line, first + index === at);
  });
  return [
    cutToWidth(head(entries, state), room.columns),
    titles,
    ...shown,
    "",
    cutToWidth(foot(entries, state, at), room.columns),
  ];
}

/** Without colours the marked line is told by a sign. */
function marked(line: string, isMarked: boolean): string {
  return isMarked ? `>${line.slice(1)}` : line;
}

function head(entries: readonly ListEntry[], { sort }: TopState): string {
  const total = (of: (entry: ListEntry) => number | undefined): number =>
    entries.reduce((sum, entry) => sum + (of(entry) ?? 0), 0);
  const cpu = total(({ usage }) => usage?.cpuPercent).toFixed(1);
  const memory = bytes(total(({ usage }) => usage?.memoryBytes));
  return `${countOf(entries.length, "process runs", "processes run")}   cpu ${cpu} %   memory ${memory}   sorted by ${sort}`;
}

function foot(entries: readonly ListEntry[], { mode, message }: TopState, at: number): string {
  const entry = entries[at];
  if (mode === "confirm" && entry !== undefined)
    return `Kill ${entry.sessionId}, \`${oneLine(entry.command)}\`, and everything it started? y: yes   any other key: no`;
  return message === "" ? KEYS : message;
}
