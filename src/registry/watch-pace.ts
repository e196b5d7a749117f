import type { Ms } from "../base/time.ts";
import { FOLLOW_PACE_MS, READ_MAX_BYTES, WATCH_GLANCE_MS, WATCH_PACE_MAX_MS } from "../core/limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { Tracked } from "./context.ts";

/** Pauses, and tells then whether there is output behind `seenTo` already; false where the kernel should be asked to wake us. */
export type WatchPace = (seenTo: number) => Promise<boolean>;

/**
 * What is printed now and then is looked at at once. A log that grows all the time is looked at less and less often, since
 * each look costs a third of a millisecond and hundreds of processes may chatter. A torrent has no pause.
 */
export function watchPace(clock: Clock, { log, attending }: Tracked): WatchPace {
  let pauseMs = 0;
  let isGrown = false;
  let last = { seenTo: -Infinity, atMs: -Infinity };
  return async (seenTo) => {
    const now = { seenTo, atMs: clock.now() };
    const isTorrent = now.seenTo - last.seenTo >= READ_MAX_BYTES;
    const isBusy = isGrown || now.atMs - last.atMs < WATCH_PACE_MAX_MS;
    pauseMs = isBusy ? Math.min(2 * pauseMs, WATCH_PACE_MAX_MS) : FOLLOW_PACE_MS;
    last = now;
    isGrown = !isTorrent && (await grownIn(pauseMs, seenTo));
    return isGrown;
  };

  /** Ends early when a torrent has begun. */
  async function grownIn(forMs: Ms, seenTo: number): Promise<boolean> {
    let grownBytes = 0;
    for (let leftMs = forMs; leftMs > 0 && !attending.signal.aborted; leftMs -= WATCH_GLANCE_MS) {
      await clock.sleep(Math.min(leftMs, WATCH_GLANCE_MS), attending.signal);
      grownBytes = log.extent().size - seenTo;
      if (grownBytes >= READ_MAX_BYTES) break;
    }
    return grownBytes > 0;
  }
}
