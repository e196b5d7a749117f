import { pause } from "../base/pause.ts";
import { INPUT_LOOK_MAX_MS, INPUT_QUIET_MS } from "../core/limits.ts";
import type { Context, Tracked } from "./context.ts";
import { inputWatcher, type InputWatcher } from "./input-look.ts";

/**
 * Tells that a process waits for somebody to type, until it has ended: one event for each stop. Only a process that can be
 * typed to is looked at, and only when its output has been quiet for a moment. While nothing is printed one without a
 * terminal is looked at a few times, then no more.
 */
export function watchForInput(context: Context, tracked: Tracked): void {
  if (tracked.record.elsewhere !== undefined) return; // Its terminal is not of this host.
  if (tracked.record.stdin !== "pipe" && tracked.record.pty === null) return;
  void watch(context, tracked, inputWatcher(context, tracked));
}

async function watch(context: Context, tracked: Tracked, watcher: InputWatcher): Promise<void> {
  const { signal } = tracked.attending;
  while (!signal.aborted && !tracked.log.extent().drained) {
    const size = await quietSize(context, tracked);
    if (size > tracked.record.notices.inputToldAt) await lookWhileQuiet(context, tracked, { size, watcher });
    if (!signal.aborted) await tracked.log.grown(size, signal);
  }
}

/** The size of the log when it has not grown for a moment. A torrent costs one look at the log in that time. */
async function quietSize(context: Context, { log, attending }: Tracked): Promise<number> {
  let before = -1;
  let size = log.extent().size;
  while (size !== before && !attending.signal.aborted) {
    before = size;
    await pause(context.ports.clock, INPUT_QUIET_MS, attending.signal);
    size = log.extent().size;
  }
  return size;
}

/** Looks at longer and longer intervals, since a program may begin to read without a word. Ends when there is nothing more to see. */
async function lookWhileQuiet(
  context: Context,
  { log, attending }: Tracked,
  { size, watcher }: { readonly size: number; readonly watcher: InputWatcher },
): Promise<void> {
  const { signal } = attending;
  for (let delayMs = INPUT_QUIET_MS; ; delayMs = Math.min(2 * delayMs, INPUT_LOOK_MAX_MS)) {
    const seen = await watcher.look(size);
    if (seen === "told" || (seen === "no_terminal" && delayMs >= INPUT_LOOK_MAX_MS)) return;
    await until(signal, (either) => [pause(context.ports.clock, delayMs, either), log.grown(size, either)]);
    if (signal.aborted || log.extent().size !== size) return;
  }
}

/**
 * Until one of the waits is over, or `outer` aborts; the others are given up. Not `AbortSignal.any`, which an `outer` that lives
 * for days would keep.
 */
async function until(outer: AbortSignal, waits: (signal: AbortSignal) => readonly Promise<void>[]): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  outer.addEventListener("abort", end, { once: true });
  await Promise.race(waits(over.signal));
  outer.removeEventListener("abort", end);
  over.abort();
}
