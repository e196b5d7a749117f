import { setImmediate as turn } from "node:timers/promises";
import { INDEX_TURN_BYTES } from "../../core/limits.ts";
import type { LinePage } from "../../ports/output-log.ts";
import { countedSegments, countLines, forgetDropped } from "./line-index.ts";
import type { LineIndex, Scope } from "./line-index.ts";
import { linePage } from "./line-page.ts";
import { listLog, storedEnd } from "./listing.ts";
import type { Segment } from "./listing.ts";

export interface LinesAsked {
  readonly first: number;
  readonly count: number;
}

/** Counts the lines of the log in `directory` as far as it goes now, then reads the page. */
export async function readLines(directory: string, index: LineIndex, asked: LinesAsked): Promise<LinePage> {
  let goal = storedEnd(listLog(directory).segments);
  for (let outrun = 0; ;) {
    const { segments } = listLog(directory);
    forgetDropped(index, segments);
    const scope = { segments: begunBefore(segments, goal), goal };
    if (scope.segments.length === 0 && storedEnd(segments) > goal && outrun < OUTRUN_MAX) {
      goal = storedEnd(segments);
      outrun += 1;
      continue;
    }
    const page = pageIfCounted(index, scope, asked);
    if (page) return page;
    await turn();
  }
}

/** How often a log may be written anew as a whole while it is counted, before the answer is that nothing of it was left. */
const OUTRUN_MAX = 10;

function pageIfCounted(index: LineIndex, scope: Scope, { first, count }: LinesAsked): LinePage | undefined {
  if (!countLines(index, scope, INDEX_TURN_BYTES)) return undefined;
  return linePage(countedSegments(index, scope), first, count);
}

function begunBefore(segments: readonly Segment[], goal: number): readonly Segment[] {
  return segments.filter((segment) => segment.offset < goal);
}
