import { get, pathOf } from "../api/http.ts";
import type { Found, LogPage, ProcessView } from "../api/types.ts";

/** Whole lines of a log, with where they are. */
export interface Part {
  readonly text: string;
  /** Number of its first line, from 0. */
  readonly line: number;
  /** Offset behind it. */
  readonly cursor: number;
  readonly more: boolean;
}

/** How many lines are asked for at once; an answer has at most 200,000 characters. */
const PART_LINES = 5_000;

/** The log of one process, as it is kept by the daemon. */
export class LogSource {
  readonly #path: string;

  constructor(id: string) {
    this.#path = pathOf(id, "/log");
  }

  /** The last lines. */
  async end(signal: AbortSignal): Promise<Part> {
    const page = await this.#page({ limit: PART_LINES }, signal);
    return partOf(page, (page.total_lines ?? 0) - linesOf(page.output));
  }

  /** The lines in front of `line`. */
  async before(line: number, signal: AbortSignal): Promise<Part> {
    if (line === 0) return { text: "", line: 0, cursor: 0, more: true };
    const offset = Math.max(0, line - PART_LINES);
    const page = await this.#page({ offset, limit: line - offset }, signal);
    return partOf(page, line - linesOf(page.output));
  }

  /** What stands behind `cursor`, where `line` begins: no more lines than are asked for at once. */
  async behind(cursor: number, line: number, signal: AbortSignal): Promise<Part> {
    const page = await this.#page({ since: cursor }, signal);
    if (linesOf(page.output) <= PART_LINES) return partOf(page, line);
    // They fit into an answer, as more of them have.
    return { ...partOf(await this.#page({ offset: line, limit: PART_LINES }, signal), line), more: true };
  }

  /** The number of the line that `cursor` is in: halves what is left until it is found. */
  async lineAt(cursor: number, signal: AbortSignal): Promise<number> {
    const { total_lines = 0 } = await this.#page({ limit: 1 }, signal);
    let [low, high] = [0, Math.max(0, total_lines - 1)];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const page = await this.#page({ offset: middle, limit: 1 }, signal);
      if (page.cursor > cursor) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #page(query: Readonly<Record<string, number>>, signal: AbortSignal): Promise<LogPage> {
    return get<LogPage>(this.#path, { raw: true, ...query }, signal);
  }
}

/** Looks through the whole log, and hands over what it finds part by part. */
export async function* findAll(id: string, text: string, signal: AbortSignal): AsyncGenerator<Found> {
  for (let at = { cursor: 0, line: 0 }; ;) {
    const query = { text, since: at.cursor, line: at.line };
    const found = await get<Found>(pathOf(id, "/find"), query, signal);
    yield found;
    if (!found.more) return;
    at = found;
  }
}

export function viewOf(id: string): Promise<ProcessView> {
  return get<ProcessView>(pathOf(id));
}

/** An unfinished last line counts. */
function linesOf(text: string): number {
  if (text === "") return 0;
  return endsOf(text) + (text.endsWith("\n") ? 0 : 1);
}

export function endsOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function partOf({ output, cursor, more = false }: LogPage, line: number): Part {
  return { text: output, line: Math.max(0, line), cursor, more };
}
