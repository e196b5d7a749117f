import { stripAnsi } from "./ansi.ts";

/** What an editor of lines (readline) prints at the right edge, so that the terminal goes to the next row. */
const EDGE = " \r";

/**
 * `text` without what an editor of lines prints at the edge of its terminal: a line that was typed is in one piece then, and
 * is not read as if its end had been written over its beginning.
 */
export function withoutEdges(text: string, columns: number): string {
  if (!text.includes(EDGE)) return text;
  return text
    .split("\n")
    .map((line) => (line.includes(EDGE) ? withoutEdgesOf(line, columns) : line))
    .join("\n");
}

function withoutEdgesOf(line: string, columns: number): string {
  const [first = "", ...others] = line.split(EDGE);
  let joined = first;
  let width = widthOf(first);
  for (const part of others) {
    const isEdge = width > 0 && width % columns === 0 && !/^\r*$/.test(part);
    joined += isEdge ? part : EDGE + part;
    width = isEdge ? width + widthOf(part) : widthOf(part);
  }
  return joined;
}

/** Behind the last return to the first column. */
function widthOf(text: string): number {
  return stripAnsi(text.slice(text.lastIndexOf("\r") + 1)).length;
}
