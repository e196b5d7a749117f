import type { WallMs } from "../../base/time.ts";
import { WATCH_HITS_MAX, WATCH_INTERVAL_MS, WATCH_STRIKES_MAX } from "../limits.ts";
import type { WatchProgress } from "./progress.ts";

/** What is to be done with lines that matched at the same time. */
export interface WatchVerdict {
  readonly watch: WatchProgress;
  /** They are told, and with them how many before them were not. Null: they are dropped. */
  readonly told: { readonly suppressed: number } | null;
}

/** Why watching is given up. `strikes`: its windows are full all the time. `hits`: it was told often enough for a lifetime. */
export type DisabledReason = "strikes" | "hits";

/**
 * The rule for the matches of one process (original): one delivery opens a window of 15 s, in which matches are dropped; a
 * window with drops is one strike, however many there were, and one without forgives all strikes.
 */
export function limitWatch(watch: WatchProgress, lines: number, nowMs: WallMs): WatchVerdict {
  if (watch.disabled || lines === 0) return { watch, told: null };
  return isWindowOpen(watch, nowMs) ? { watch: dropped(watch, lines), told: null } : delivered(watch, nowMs);
}

/** Whether watching must end now: with the third strike in a row, or the eighth delivery. Asked again after a crash. */
export function disabledReason(watch: WatchProgress): DisabledReason | null {
  if (watch.disabled) return null;
  if (watch.strikes >= WATCH_STRIKES_MAX) return "strikes";
  return watch.hits >= WATCH_HITS_MAX ? "hits" : null;
}

/** A sentence for whoever wonders why it became quiet. */
export function disabledMessage(id: string, why: DisabledReason): string {
  return `Watch patterns of process ${id} are disabled: ${REASONS[why]}. From now on it counts as notify_on_complete: you will be told once more, when it ends.`;
}

const WINDOW_SECONDS = WATCH_INTERVAL_MS / 1000;

const REASONS: Readonly<Record<DisabledReason, string>> = {
  strikes: `they matched again within ${WINDOW_SECONDS} s of a notice, ${WATCH_STRIKES_MAX} notices in a row, and matches come too often to be told one by one`,
  hits: `${WATCH_HITS_MAX} matches were told, which is the most for one process`,
};

/** A wall clock that was set back must not keep a window open for longer than it lasts. */
function isWindowOpen({ cooldownUntilMs }: WatchProgress, nowMs: WallMs): boolean {
  return nowMs < cooldownUntilMs && cooldownUntilMs - nowMs <= WATCH_INTERVAL_MS;
}

function dropped(watch: WatchProgress, lines: number): WatchProgress {
  return {
    ...watch,
    suppressed: watch.suppressed + lines,
    struck: true,
    strikes: watch.strikes + (watch.struck ? 0 : 1),
  };
}

function delivered(watch: WatchProgress, nowMs: WallMs): WatchVerdict {
  const wasClean = watch.cooldownUntilMs !== 0 && !watch.struck;
  return {
    watch: {
      ...watch,
      cooldownUntilMs: nowMs + WATCH_INTERVAL_MS,
      struck: false,
      strikes: wasClean ? 0 : watch.strikes,
      hits: watch.hits + 1,
      suppressed: 0,
    },
    told: { suppressed: watch.suppressed },
  };
}
