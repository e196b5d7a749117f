import type { Context, Terminal } from "./context.ts";
import { INTERRUPTED, untilInterrupted } from "./interrupt.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { EXIT } from "./report.ts";

/** What `ps` shows. */
export interface ListView {
  readonly lines: readonly string[];
  readonly shown: number;
  /** Processes that `--all` would show. */
  readonly hidden: number;
}

const REDRAW_MS = 1_000;
const ENTER_SCREEN = "\u001b[?1049h\u001b[?25l";
const LEAVE_SCREEN = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const CLEAR_LINE_END = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

/**
 * Draws the list on the second screen of the terminal once a second, until `q` or Ctrl-C; then the first screen and the cursor are back.
 * Each picture is one write over the one before, so nothing flickers.
 */
export async function watchList(context: Context, view: () => Promise<ListView>): Promise<number> {
  const { terminal, person } = context;
  const ended = new AbortController();
  const giveBack = person.onKey((key) => {
    if (key === "q" || key === "Q" || key === "\u0003") ended.abort(); // A terminal that sends keys sends Ctrl-C as one.
  });
  await terminal.out(ENTER_SCREEN);
  try {
    const outcome = await untilInterrupted(person, (interrupted) =>
      drawUntil(AbortSignal.any([ended.signal, interrupted]), { terminal, view }),
    );
    return outcome === INTERRUPTED ? EXIT.interrupted : EXIT.ok;
  } finally {
    giveBack();
    await terminal.out(LEAVE_SCREEN);
  }
}

interface Drawing {
  readonly terminal: Terminal;
  readonly view: () => Promise<ListView>;
}

async function drawUntil(ended: AbortSignal, { terminal, view }: Drawing): Promise<void> {
  while (!ended.aborted) {
    const { lines, hidden } = await view();
    if (ended.aborted) return;
    await terminal.out(picture(lines, hidden, terminal.size.rows));
    await sleep(REDRAW_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

function picture(lines: readonly string[], hidden: number, rows: number): string {
  const footer = `${hidden ? `${hidden} older: --all   ` : ""}q: leave`;
  const room = Math.max(1, rows - 2);
  const shown = lines.length > room ? [...lines.slice(0, room - 1), `… ${lines.length - room + 1} more`] : lines;
  return HOME + [...shown, "", footer].map((line) => line + CLEAR_LINE_END).join("\n") + CLEAR_BELOW;
}
