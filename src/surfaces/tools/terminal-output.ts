import type { Bellhop } from "../../core/contract.ts";
import { TOOL_RESULT_MAX_CHARS } from "../../core/limits.ts";
import { fitOutput } from "../../core/output/fit.ts";

export interface ReadOutput {
  /** At most {@link TOOL_RESULT_MAX_CHARS} characters: head and tail, and what was left out between them. */
  readonly text: string;
  readonly isCut: boolean;
}

/** What the process has printed, from its first byte to the cursor `end` (default: all of it). It takes no completion. */
export async function readOutput(bellhop: Bellhop, id: string, end?: number): Promise<ReadOutput> {
  const { whole, gaps } = await readPages(bellhop, id, end);
  // Lines of the shell's own that are not shown count in the log: the offset is at most a few lines too early.
  const { text, leftOut } = fitOutput(
    whole,
    TOOL_RESULT_MAX_CHARS,
    ({ linesBefore }) =>
      `process_manage shows it: action log, session_id ${id}, and offset ${Math.max(0, linesBefore - gaps)} with limit, or grep with a text.`,
  );
  return { text, isCut: leftOut !== undefined };
}

interface Pages {
  readonly whole: string;
  /** Lines in it that tell of a gap. */
  readonly gaps: number;
}

async function readPages(bellhop: Bellhop, id: string, end = Number.POSITIVE_INFINITY): Promise<Pages> {
  let whole = "";
  let gaps = 0;
  for (let since = 0; ;) {
    const page = await bellhop.log(id, { since, consumeOutput: false });
    if (page.status === "not_found") return { whole, gaps };
    if (page.droppedBytes) gaps++;
    whole += gapLine(page.droppedBytes) + page.output;
    if (!page.more || page.cursor >= end || page.cursor <= since) return { whole, gaps };
    since = page.cursor;
  }
}

/** A log keeps so much and no more. */
function gapLine(bytes = 0): string {
  return bytes > 0 ? `[${bytes} bytes of output that stood here are not kept any more.]\n` : "";
}
