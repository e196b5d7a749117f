import { withoutEdges } from "../output/edges.ts";
import { withoutCodes } from "./cells.ts";

/**
 * Gives `work` each run of lines of which all but the last fill a terminal of that many columns, and each line that was typed
 * beyond its edge: they may be one line that was too long. Other lines stay.
 */
export function throughWraps(text: string, columns: number, work: (lines: string) => string): string {
  const groups: string[] = [];
  let goesOn = false;
  for (const line of text.split("\n")) {
    if (goesOn) groups[groups.length - 1] += `\n${line}`;
    else groups.push(line);
    goesOn = withoutCodes(line).replace(/\r$/, "").length === columns;
  }
  const isWrapped = (group: string): boolean => group.includes("\n") || withoutEdges(group, columns) !== group;
  return groups.map((group) => (isWrapped(group) ? work(group) : group)).join("\n");
}
