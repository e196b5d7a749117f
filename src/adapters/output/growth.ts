import { setImmediate as turn } from "node:timers/promises";
import { FOLLOW_LOOK_MS, FOLLOW_POLL_MS, READ_MAX_BYTES } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LogExtent } from "../../ports/output-log.ts";
import { nextActivity } from "./activity.ts";
import type { Watch } from "./activity.ts";
import { extentOf, listLog } from "./listing.ts";

export interface GrowthDependencies {
  readonly clock: Clock;
  readonly watch: Watch;
  /** Least time between two answers while output flows. */
  readonly paceMs: number;
}

type Grown = (from: number, signal: AbortSignal) => Promise<void>;

/**
 * Waits for a log to grow. A quiet log is watched, and its first bytes wake at once. From then on it is busy, and two
 * answers are at least `paceMs` apart, unless a whole read is waiting: a torrent costs few wake-ups.
 * A drained log is never waited for, but after the first time that keeps the pace as well: who goes on asking does not spin.
 */
export function createGrowth(directory: string, { clock, watch, paceMs }: GrowthDependencies): Grown {
  let answeredAtMs = -Infinity;
  let isDrainTold = false;

  const look = (): LogExtent => extentOf(listLog(directory));
  const isUrgent = (from: number): boolean => {
    const { size, drained } = look();
    return size - from >= READ_MAX_BYTES || (drained && !isDrainTold);
  };
  const keepPace = async (from: number, signal: AbortSignal): Promise<void> => {
    let leftMs = answeredAtMs + paceMs - clock.now();
    for (; leftMs > 0 && !isUrgent(from) && !signal.aborted; leftMs -= FOLLOW_LOOK_MS) {
      await clock.sleep(Math.min(leftMs, FOLLOW_LOOK_MS), signal);
    }
    await turn();
  };
  const activity = async (from: number, before: LogExtent, signal: AbortSignal): Promise<LogExtent> => {
    const watched = await nextActivity(directory, { watch, signal, isOver: () => isOver(look(), from) });
    if (!watched) await clock.sleep(FOLLOW_POLL_MS, signal);
    const after = look();
    if (!watched || after.size === before.size || isOver(after, from)) return after;
    await clock.sleep(paceMs, signal); // Bytes flow, but not up to `from` yet: without a pause each write would wake us.
    return look();
  };
  return async (from, signal) => {
    await keepPace(from, signal);
    let extent = look();
    while (!signal.aborted && !isOver(extent, from)) extent = await activity(from, extent, signal);
    answeredAtMs = clock.now();
    isDrainTold = extent.drained;
  };
}

function isOver({ drained, size }: LogExtent, from: number): boolean {
  return drained || size > from;
}
