import type { Context, Tracked } from "./context.ts";
import { watchForInput } from "./input.ts";
import { hasEnded } from "./observe.ts";
import { awaitReady } from "./ready.ts";
import { watchOutput } from "./watch.ts";
import { armWatcher } from "./watchers.ts";

/** Begins everything that tells the owner about a process while it runs. Its end ends it (`Tracked.attending`). */
export function attend(context: Context, tracked: Tracked): void {
  armWatcher(context, tracked);
  if (hasEnded(tracked)) return;
  watchOutput(context, tracked);
  awaitReady(context, tracked);
  watchForInput(context, tracked);
}
