import type { LogResult } from "../../core/results.ts";
import type { Context, Remote } from "./context.ts";
import { ask } from "./remote.ts";
import { duration } from "./text/amounts.ts";
import { lastLineOf } from "./text/last-line.ts";
import { cutToWidth } from "./text/table.ts";

const REDRAW_MS = 1_000;
const CLEAR_LINE = "\r\u001b[K";

/**
 * One line on stderr with the time gone by and the last line of output, drawn again every second, where stderr is a terminal.
 * The returned function takes the line away.
 */
export function liveLine(context: Context, remote: Remote, id: string): () => void {
  const { terminal, now } = context;
  if (!terminal.errIsTTY) return () => undefined;
  const beganMs = now();
  let gone = false;
  const draw = async (): Promise<void> => {
    const output = await lastOutput(remote, id);
    if (gone) return;
    const text = `${id}  ${duration(Math.floor((now() - beganMs) / 1000))}  ${output}`;
    terminal.err(CLEAR_LINE + cutToWidth(text, terminal.size.columns - 1));
  };
  const timer = setInterval(() => void draw(), REDRAW_MS);
  void draw();
  return () => {
    if (gone) return;
    gone = true;
    clearInterval(timer);
    terminal.err(CLEAR_LINE);
  };
}

/**
 * One line of the log, which costs the daemon least. The line is a courtesy: what goes wrong here is told by the wait itself.
 */
async function lastOutput(remote: Remote, id: string): Promise<string> {
  try {
    const { value } = await ask<Partial<LogResult>>(remote, "log", { session_id: id, limit: 1, consume_output: false });
    return lastLineOf(value.output ?? "");
  } catch {
    return "";
  }
}
