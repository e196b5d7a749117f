import { messageOf } from "../core/errors.ts";
import type { WriteResult } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { placeOf } from "./place.ts";
import { redacted } from "./tell.ts";
import { inTurn, isInLine, refusal, type } from "./typing.ts";

/** What ends a file in a terminal unless it was set otherwise: `^D`. */
const END_OF_FILE = 0x04;

/** Types bytes as given; a half of a surrogate pair becomes U+FFFD. */
export function write(context: Context, tracked: Tracked, data: string | Uint8Array): Promise<WriteResult> {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  return inTurn(tracked, () => type(context, tracked, bytes));
}

/** The same with Enter behind it, which counts. */
export function submit(context: Context, tracked: Tracked, data: string): Promise<WriteResult> {
  return write(context, tracked, data + enterOf(tracked));
}

/** What Enter sends. */
export function enterOf({ record }: Tracked): string {
  return record.pty ? "\r" : "\n";
}

/** End of file. Idempotent for a pipe; in a terminal it is typed, and a program may read on behind it. */
export function closeStdin(context: Context, tracked: Tracked): Promise<WriteResult> {
  return inTurn(tracked, async () => {
    const refused = refusal(tracked);
    if (refused !== null) return refused;
    if (tracked.record.pty) return typeEnd(context, tracked);
    const { elsewhere, launcher, store } = context.ports;
    const place = placeOf(context, tracked);
    if (place === null) launcher.closeStdin(store.directory(tracked.record.id));
    else return closeThere(context, elsewhere.closeStdin(place));
    return { status: "ok" };
  });
}

async function closeThere(context: Context, closing: Promise<void>): Promise<WriteResult> {
  try {
    await closing;
    return { status: "ok" };
  } catch (error) {
    return { status: "error", error: redacted(context, messageOf(error)) };
  }
}

/** Behind the beginning of a line it must be typed twice: the first one only hands the program that line (termios(3)). */
async function typeEnd(context: Context, tracked: Tracked): Promise<WriteResult> {
  const { inputProbe, launcher, store } = context.ports;
  if (tracked.record.elsewhere !== undefined) return type(context, tracked, endsUnseen(tracked));
  const modes = await inputProbe.modes(launcher.terminal(store.directory(tracked.record.id)));
  const end = modes?.endOfFile ?? END_OF_FILE;
  const isTwice = modes?.canonical === true && isInLine(tracked);
  return type(context, tracked, Uint8Array.from(isTwice ? [end, end] : [end]));
}

/** A terminal elsewhere cannot be asked how it was set; most programs leave it as it began. */
function endsUnseen(tracked: Tracked): Uint8Array {
  return Uint8Array.from(isInLine(tracked) ? [END_OF_FILE, END_OF_FILE] : [END_OF_FILE]);
}
