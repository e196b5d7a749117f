import { setTimeout as sleep } from "node:timers/promises";

import { toCamelCase } from "../../../base/case.ts";
import { isBellhopError } from "../../../core/errors.ts";
import type { FollowChunk, ScreenResult } from "../../../core/results.ts";
import { queryFilter } from "../../../core/terminal/query-filter.ts";
import { preludeOf } from "../../../core/terminal/screen-start.ts";
import type { TerminalTraces } from "../../../core/terminal/traces.ts";
import { outputUpTo } from "../chunks.ts";
import type { Remote, Terminal } from "../context.ts";
import { askExisting } from "../remote.ts";
import { picture } from "./picture.ts";

/** How far back the modes of a terminal are looked for: a program sets them when it begins to draw, and most draw little. */
const MODES_BYTES = 262_144;
/** How long the line stands there that says how to leave. */
const NOTE_MS = 2_000;
/** Time between two pictures of a screen that is larger than ours. */
const PICTURE_MS = 200;

export interface Viewing {
  readonly remote: Remote;
  readonly terminal: Terminal;
  readonly id: string;
  readonly traces: TerminalTraces;
  /** Said over the first picture. */
  readonly note: string;
  /** Nothing is written any more. */
  readonly signal: AbortSignal;
}

export interface View {
  /** Draws everything again. */
  redraw(): void;
  /** Resolves when the process has ended and everything was shown, or `signal` has aborted. */
  readonly over: Promise<void>;
}

/** Shows a terminal on ours: a picture of it as it is now, then its output as it comes. */
export function view(viewing: Viewing): View {
  let round = new AbortController();
  const redraw = (): void => round.abort();
  const run = async (): Promise<void> => {
    const timer = setTimeout(redraw, NOTE_MS);
    try {
      for (let isFirst = true; !viewing.signal.aborted; isFirst = false) {
        round = new AbortController();
        const signal = AbortSignal.any([viewing.signal, round.signal]);
        const screen = await draw(viewing, isFirst);
        if (!(await showBehind(viewing, screen, signal)) && !round.signal.aborted) return;
      }
    } finally {
      clearTimeout(timer);
    }
  };
  return { redraw, over: run() };
}

async function draw(viewing: Viewing, isFirst: boolean): Promise<ScreenResult> {
  const { remote, terminal, id, traces, signal } = viewing;
  const screen = await screenOf(remote, id);
  const modes = isFirst ? await modesAt(viewing, screen.logCursor) : "";
  if (signal.aborted) return screen;
  const text = picture(screen, {
    size: terminal.size,
    isAlternate: traces.alternate,
    pushesUp: !screen.alternateScreen && !traces.isFirstScreenOurs,
    modes,
    note: isFirst ? viewing.note : undefined,
  });
  if (!screen.alternateScreen) traces.isFirstScreenOurs = true;
  queryFilter((sequence) => traces.note(sequence)).pass(text);
  await terminal.out(text);
  return screen;
}

/** Without an emulator the picture is empty, and what comes from now on is all there is to see. */
async function screenOf(remote: Remote, id: string): Promise<ScreenResult> {
  try {
    return (await askExisting<ScreenResult>(remote, "screen", { session_id: id, colors: true })).value;
  } catch (error) {
    if (!isBellhopError(error) || error.code !== "package_missing") throw error;
    const { value } = await askExisting<{ readonly cursor: number }>(remote, "show", { session_id: id });
    return { ...BLANK, sessionId: id, logCursor: value.cursor };
  }
}

const BLANK: Omit<ScreenResult, "sessionId" | "logCursor"> = {
  status: "running",
  size: { rows: 1, cols: 1 },
  rows: [],
  cursor: { row: 1, column: 1, visible: true },
  title: "",
  alternateScreen: false,
  applicationCursorKeys: false,
  bracketedPaste: false,
};

/** The picture has switched to the right screen already. */
// oxlint-disable-next-line no-control-regex
const ALTERNATE = /\u001b\[\?(?:47|1047|1049)[hl]/g;

/** Mouse, paste, cursor keys, the region that scrolls: what a picture does not have. */
async function modesAt({ remote, id }: Viewing, cursor: number): Promise<string> {
  const stretch = { session_id: id, from: Math.max(0, cursor - MODES_BYTES), raw: true };
  let modes = "";
  for await (const { text } of outputUpTo(remote, stretch, Promise.resolve(cursor))) modes = preludeOf(modes + text);
  return modes.replace(ALTERNATE, "");
}

/**
 * Shows what comes behind a picture. True: a new picture is needed, because of a gap, or because the screen is larger than
 * ours: its output would wrap here.
 */
async function showBehind(viewing: Viewing, screen: ScreenResult, signal: AbortSignal): Promise<boolean> {
  const { remote, terminal, id, traces } = viewing;
  const filter = queryFilter((sequence) => traces.note(sequence));
  const input = { session_id: id, from: screen.logCursor, raw: true, live: true };
  for await (const wire of remote.stream("follow", input, signal)) {
    const { text, missingBytes = 0 } = toCamelCase(wire) as FollowChunk;
    if (signal.aborted) return false;
    if (missingBytes > 0) return true;
    if (!fits(screen, terminal)) {
      await sleep(PICTURE_MS, undefined, { signal }).catch(() => undefined);
      return true;
    }
    await terminal.out(filter.pass(text));
  }
  return false;
}

function fits({ size }: ScreenResult, terminal: Terminal): boolean {
  return size.rows <= terminal.size.rows && size.cols <= terminal.size.columns;
}
