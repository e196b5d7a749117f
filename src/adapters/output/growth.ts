import { setImmediate as turn } from "node:timers/promises";
import { FOLLOW_PACE_MS, FOLLOW_POLL_MS, READ_MAX_BYTES } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { LogExtent } from "../../ports/output-log.ts";
import { nextActivity } from "./activity.ts";
import type { Watch } from "./activity.ts";
import { extentOf, listLog } from "./listing.ts";

export interface GrowthDependencies {
  readonly clock: Clock;
  readonly watch: Watch;
}

type Grown = (from: number, signal: AbortSignal) => Promise<void>;

/**
 * Waits for a log to grow. A quiet log is watched, and its first bytes wake at once. From then on it is busy, and two
 * answers are at least {@link FOLLOW_PACE_MS} apart, unless a whole read is waiting: a torrent costs few wake-ups.
 */
export function createGrowth(directory: string, { clock, watch }: GrowthDependencies): Grown {
  let answeredAtMs = -Infinity;

  const look = (): LogExtent => extentOf(listLog(directory));
  const keepPace = async (from: number, signal: AbortSignal): Promise<void> => {
    const waitMs = answeredAtMs + FOLLOW_PACE_MS - clock.now();
    if (waitMs > 0 && bytesBehind(look(), from) < READ_MAX_BYTES) await clock.sleep(waitMs, signal);
    else await turn();
  };
  const activity = async (from: number, signal: AbortSignal): Promise<void> => {
    const { size } = look();
    const isOver = (): boolean => bytesBehind(look(), from) > 0;
    const watched = await nextActivity(directory, { watch, signal, isOver });
    if (!watched) await clock.sleep(FOLLOW_POLL_MS, signal);
    // Bytes flow, but not up to `from` yet: without a pause each write would wake us.
    else if (look().size > size && !isOver()) await clock.sleep(FOLLOW_PACE_MS, signal);
  };
  return async (from, signal) => {
    await keepPace(from, signal);
    while (!signal.aborted && bytesBehind(look(), from) <= 0) await activity(from, signal);
    answeredAtMs = clock.now();
  };
}

/** Bytes behind offset `from`; a log that cannot grow any more is never waited for. */
function bytesBehind({ size, drained }: LogExtent, from: number): number {
  return drained ? Infinity : size - from;
}
