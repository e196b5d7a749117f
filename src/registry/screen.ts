import { invalidArgument } from "../core/errors.ts";
import type { ScreenOptions } from "../core/contract.ts";
import { SCREEN_REDACT_ROWS, SCREEN_SCROLLBACK_MAX } from "../core/limits.ts";
import type { ScreenResult } from "../core/results.ts";
import { maskRows } from "../core/terminal/screen-mask.ts";
import { colouredText, textRows } from "../core/terminal/screen.ts";
import type { CursorPlace, Frame } from "../ports/screen.ts";
import type { Context, Tracked } from "./context.ts";
import { feed } from "./feed-screen.ts";
import { checkAlive } from "./sweep.ts";
import { factsOf, redacted, statusOf } from "./tell.ts";

/** What the program has asked its terminal for, as far as that changes what is typed to it. */
export function inputModes(
  context: Context,
  tracked: Tracked,
): Promise<Pick<Frame, "applicationCursorKeys" | "bracketedPaste">> {
  return context.screens.use(tracked, async (kept) =>
    (await feed(context, { tracked, kept })).frame({ rowsAbove: 0, colours: false }),
  );
}

/** What a person would see now. Only what is new in the log is carried out for it. */
export async function screen(context: Context, tracked: Tracked, options: ScreenOptions): Promise<ScreenResult> {
  const { colors = false, scrollback = 0 } = checked(options);
  checkAlive(context, tracked);
  const rowsAbove = Math.max(scrollback, SCREEN_REDACT_ROWS);
  const { frame, size, logCursor } = await context.screens.use(tracked, async (kept) => {
    const emulator = await feed(context, { tracked, kept });
    return { frame: emulator.frame({ rowsAbove, colours: colors }), size: emulator.size, logCursor: kept.fedTo };
  });
  const all = maskRows(frame.rows, size.cols, (text) => redacted(context, text, factsOf(context, tracked)));
  const rows = all.slice(frame.rowsAbove);
  const above = all.slice(Math.max(0, frame.rowsAbove - scrollback), frame.rowsAbove);
  return {
    sessionId: tracked.record.id,
    status: statusOf(tracked.record),
    size,
    rows: textRows(rows),
    ...(scrollback > 0 ? { scrollback: textRows(above) } : {}),
    ...(colors ? { ansi: colouredText(rows) } : {}),
    ...stateOf(context, tracked, frame),
    logCursor,
  };
}

/**
 * Where the cursor stands when the first `upTo` bytes of the output have been carried out; default: all that is there. For who
 * answers a program that asks (`ESC [ 6 n`). When somebody has looked at the screen further on already,
 * the place is remembered if a question ends there, and otherwise it is that further on.
 */
export function cursorOf(context: Context, tracked: Tracked, upTo?: number): Promise<CursorPlace> {
  return context.screens.use(tracked, async (kept) => {
    const emulator = await feed(context, { tracked, kept, upTo });
    return (upTo === undefined ? undefined : kept.asked.get(upTo)) ?? emulator.cursor();
  });
}

function stateOf(
  context: Context,
  tracked: Tracked,
  { cursor, title, alternateScreen, applicationCursorKeys, bracketedPaste }: Frame,
): Pick<ScreenResult, "cursor" | "title" | "alternateScreen" | "applicationCursorKeys" | "bracketedPaste"> {
  return {
    cursor,
    title: redacted(context, title, factsOf(context, tracked)),
    alternateScreen,
    applicationCursorKeys,
    bracketedPaste,
  };
}

function checked(options: ScreenOptions): ScreenOptions {
  const { colors, scrollback } = options;
  if (colors !== undefined && typeof colors !== "boolean") throw invalidArgument("colors", "true or false", colors);
  if (scrollback === undefined) return options;
  if (!Number.isSafeInteger(scrollback) || scrollback < 0 || scrollback > SCREEN_SCROLLBACK_MAX)
    throw invalidArgument("scrollback", `a whole number from 0 to ${SCREEN_SCROLLBACK_MAX}`, scrollback);
  return options;
}
