import type { Chunk } from "./chunks.ts";
import type { Terminal } from "./context.ts";
import { note } from "./report.ts";
import { bytes } from "./text/amounts.ts";
import { jsonLine, plainOutput } from "./text/sanitize.ts";

export interface Look {
  readonly json: boolean;
  /** Escape codes go to the terminal as they are. */
  readonly raw: boolean;
  /** Only lines that contain this. */
  readonly grep?: string | undefined;
}

type Chunks = AsyncIterable<Chunk>;

/** Prints chunks as they come, and gives the cursor behind the last one. */
export async function printChunks(terminal: Terminal, chunks: Chunks, { json, raw, grep }: Look): Promise<number> {
  const lines = grep === undefined ? undefined : new LineGrep(grep);
  const show = async (text: string): Promise<void> => {
    if (text) await terminal.out(raw ? text : plainOutput(text));
  };
  let cursor = 0;
  for await (const chunk of chunks) {
    cursor = chunk.cursor;
    if (json) await terminal.out(jsonLine(chunk.wire));
    else {
      noteGap(terminal, chunk.missingBytes);
      await show(lines ? lines.push(chunk.text) : chunk.text);
    }
  }
  if (lines) await show(lines.rest());
  return cursor;
}

/** The last `count` lines of chunks, and the cursor behind them. */
export async function lastLinesOf(
  chunks: Chunks,
  count: number,
  grep: string | undefined,
): Promise<{ readonly lines: readonly string[]; readonly cursor: number }> {
  const wanted = new LineGrep(grep ?? "");
  let lines: string[] = [];
  let cursor = 0;
  const keep = (text: string): void => {
    lines.push(...linesOf(text));
    if (lines.length > 2 * count) lines = lines.slice(-count);
  };
  for await (const chunk of chunks) {
    keep(wanted.push(chunk.text));
    cursor = chunk.cursor;
  }
  keep(wanted.rest());
  return { lines: count === 0 ? [] : lines.slice(-count), cursor };
}

/** Says that output is missing in front of what is printed next. */
export function noteGap(terminal: Terminal, missingBytes = 0): void {
  if (missingBytes > 0) note(terminal, `${bytes(missingBytes)} of output before this are not kept any more.`);
}

/** Lines with their ends; the last one may have none. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Lets whole lines through that contain a text. Chunks end anywhere, so an unfinished line waits for its rest. */
class LineGrep {
  readonly #text: string;
  #held = "";

  constructor(text: string) {
    this.#text = text;
  }

  push(chunk: string): string {
    const end = chunk.lastIndexOf("\n") + 1;
    const whole = end === 0 ? "" : this.#held + chunk.slice(0, end);
    this.#held = end === 0 ? this.#held + chunk : chunk.slice(end);
    return this.#matching(whole);
  }

  rest(): string {
    return this.#matching(this.#held);
  }

  #matching(text: string): string {
    return this.#text === ""
      ? text
      : linesOf(text)
          .filter((line) => line.includes(this.#text))
          .join("");
  }
}
