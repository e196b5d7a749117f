import { READ_MAX_BYTES, WATCH_QUIET_MS } from "../core/limits.ts";
import { createMatcher } from "../core/watch/match.ts";
import { parsePatterns } from "../core/watch/pattern.ts";
import type { Context, Tracked } from "./context.ts";
import type { ReadyLook } from "./ready-look.ts";

type Step = "found" | "more" | "end";

/** Looks through its output from the beginning. An unfinished last line is looked at when it has been quiet for a moment. */
export function lookForPattern(context: Context, tracked: Tracked, pattern: string): ReadyLook {
  const { clock } = context.ports;
  const { log } = tracked;
  const match = createMatcher(parsePatterns([pattern]));
  let cursor = 0;
  let size = 0;
  let grewAtMs = clock.now();

  const step = (atEnd: boolean): Step => {
    const { size: endOfLog } = log.extent();
    const { from, bytes } = log.read(cursor, READ_MAX_BYTES);
    if (bytes.length === 0) return "end";
    const reachesEnd = from + bytes.length >= endOfLog;
    const endsAtGap = !reachesEnd && bytes.length < READ_MAX_BYTES;
    const found = match(bytes, { atEnd: endsAtGap || (atEnd && reachesEnd) });
    if (found.count > 0) return "found";
    // An unfinished line stays in front of us: more of it may come.
    cursor = from + (endsAtGap || !reachesEnd || !atEnd ? found.length : 0);
    return reachesEnd ? "end" : "more";
  };
  const isQuiet = (): boolean => {
    const now = log.extent().size;
    if (now !== size) grewAtMs = clock.now();
    size = now;
    return clock.now() - grewAtMs >= WATCH_QUIET_MS;
  };
  return {
    now: async () => {
      for (;;) {
        const seen = step(isQuiet());
        if (seen !== "more" || tracked.attending.signal.aborted) return seen === "found" ? "ready" : "waiting";
        await clock.sleep(0);
      }
    },
    last: () => {
      let seen: Step = "more";
      while (seen === "more") seen = step(true);
      return seen === "found";
    },
    obstacle: () => "",
  };
}
