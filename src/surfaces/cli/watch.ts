import { setTimeout as sleep } from "node:timers/promises";

import type { Context, Terminal } from "./context.ts";
import { INTERRUPTED, untilInterrupted } from "./interrupt.ts";
import { EXIT } from "./report.ts";

/** What `ps` shows. */
export interface ListView {
  readonly lines: readonly string[];
  readonly shown: number;
  /** Processes that `--all` would show. */
  readonly hidden: number;
}

/** What is drawn, and what keys do. */
export interface LiveScreen {
  readonly view: () => Promise<readonly string[]>;
  /** True: leave. The picture is drawn again after each key. */
  readonly onKey: (key: string) => boolean | Promise<boolean>;
}

const REDRAW_MS = 1_000;
/** Keys that are typed quickly come together. */
// oxlint-disable-next-line no-control-regex
const KEY = /\u001b[[O][A-Z]|[^]/gu;
const ENTER_SCREEN = "\u001b[?1049h\u001b[?25l";
const LEAVE_SCREEN = "\u001b[?25h\u001b[?1049l";
const HOME = "\u001b[H";
const CLEAR_LINE_END = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";

/** Draws the list of `ps` on the second screen of the terminal, until `q` or Ctrl-C. */
export function watchList(context: Context, view: () => Promise<ListView>): Promise<number> {
  const { terminal } = context;
  return drawScreen(context, {
    view: async () => {
      const { lines, hidden } = await view();
      return listLines(lines, hidden, terminal.size.rows);
    },
    // A terminal that sends keys sends Ctrl-C as one.
    onKey: (key) => key === "q" || key === "Q" || key === "\u0003",
  });
}

function listLines(lines: readonly string[], hidden: number, rows: number): readonly string[] {
  const footer = `${hidden ? `${hidden} older: --all   ` : ""}q: leave`;
  const room = Math.max(1, rows - 2);
  const shown = lines.length > room ? [...lines.slice(0, room - 1), `… ${lines.length - room + 1} more`] : lines;
  return [...shown, "", footer];
}

/**
 * Draws on the second screen of the terminal once a second and after each key, until a key or Ctrl-C says to leave; then the first
 * screen and the cursor are back. Each picture is one write over the one before, so nothing flickers.
 */
export async function drawScreen(context: Context, { view, onKey }: LiveScreen): Promise<number> {
  const { terminal, person } = context;
  const ended = new AbortController();
  const failed = new AbortController();
  let wake = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const take = async (key: string): Promise<void> => {
    if (await onKey(key)) ended.abort();
    wake.abort();
  };
  const fail = (error: unknown): void => {
    failed.abort(error);
    wake.abort();
  };
  const giveBack = person.onKey((typed) => {
    for (const [key] of typed.matchAll(KEY)) last = last.then(() => take(key)).catch(fail);
  });
  await terminal.out(ENTER_SCREEN);
  try {
    const outcome = await untilInterrupted(person, async (interrupted) => {
      const over = AbortSignal.any([ended.signal, interrupted]);
      while (!over.aborted) {
        wake = new AbortController();
        await drawOnce(terminal, view, over);
        await sleep(REDRAW_MS, undefined, { signal: AbortSignal.any([over, wake.signal]) }).catch(() => undefined);
        failed.signal.throwIfAborted();
      }
    });
    return outcome === INTERRUPTED ? EXIT.interrupted : EXIT.ok;
  } finally {
    giveBack();
    await terminal.out(LEAVE_SCREEN);
  }
}

async function drawOnce(terminal: Terminal, view: LiveScreen["view"], over: AbortSignal): Promise<void> {
  const lines = await view();
  if (!over.aborted) await terminal.out(HOME + lines.map((line) => line + CLEAR_LINE_END).join("\n") + CLEAR_BELOW);
}
