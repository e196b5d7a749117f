import { messageOf } from "../core/errors.ts";
import type { TerminalSize } from "../core/record.ts";
import type { ResizeResult } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { amend, hasEnded } from "./observe.ts";
import { placeOf } from "./place.ts";
import { checkSize } from "./terminal-size.ts";

/** Sets the size of its terminal; the programs in it are told by the kernel (SIGWINCH). A restart begins with it. */
export async function resize(context: Context, tracked: Tracked, { rows, cols }: TerminalSize): Promise<ResizeResult> {
  checkSize({ rows, cols });
  const { id, pty } = tracked.record;
  if (hasEnded(tracked)) return { status: "already_exited", error: `${id} has already ended.` };
  if (!pty)
    return {
      status: "error",
      error: `${id} has no terminal. Start it in one (\`bellhop run --pty\`) to give it a size.`,
    };
  if (!(await take(context, tracked, { rows, cols })))
    return {
      status: "error",
      error: `The terminal of ${id} did not take the size ${rows} by ${cols}; it may be ending. Try again.`,
    };
  amend(context, tracked, { pty: { rows, cols } });
  return { status: "ok", rows, cols };
}

async function take(context: Context, tracked: Tracked, size: TerminalSize): Promise<boolean> {
  const { elsewhere, launcher, logger, store } = context.ports;
  const place = placeOf(context, tracked);
  if (place === null) return launcher.resize(store.directory(tracked.record.id), size);
  try {
    return await elsewhere.resize(place, size);
  } catch (error) {
    logger.warn(`The terminal of ${place.id} could not be reached: ${messageOf(error)}`);
    return false;
  }
}
