import type { Context, Tracked } from "./context.ts";
import { watchConfinement } from "./confine.ts";
import { watchForInput } from "./input.ts";
import { hasEnded } from "./observe.ts";
import { answerQueries } from "./queries.ts";
import { awaitReady } from "./ready.ts";
import { keepWithinTime } from "./time-limits.ts";
import { keepUsage } from "./usage.ts";
import { feedSink } from "./sinks.ts";
import { watchOutput } from "./watch.ts";
import { armWatcher } from "./watchers.ts";

/** Begins everything that tells the owner about a process while it runs, and keeps it within its limits. Its end ends it (`Tracked.attending`). */
export function attend(context: Context, tracked: Tracked): void {
  armWatcher(context, tracked);
  feedSink(context, tracked);
  if (hasEnded(tracked)) return;
  watchConfinement(context, tracked);
  keepUsage(context, tracked);
  keepWithinTime(context, tracked);
  watchOutput(context, tracked);
  awaitReady(context, tracked);
  watchForInput(context, tracked);
  answerQueries(context, tracked);
}
