import { isObject } from "../../base/json.ts";
import type { WallMs } from "../../base/time.ts";
import { BREAKER_MATCHES_MAX, BREAKER_PAUSE_MS, BREAKER_WINDOW_MS } from "../limits.ts";

/**
 * The one rule for matches of all processes together (original): more than so many in a window, and none is told for a
 * pause. Its times are wall clock, since they outlive the program; a clock that was set does not stretch them.
 */
export interface BreakerState {
  readonly windowStartMs: WallMs;
  readonly matches: number;
  /** 0 = no pause. */
  readonly pausedUntilMs: WallMs;
  /** Matches not told in this pause. */
  readonly suppressed: number;
}

export const CLOSED_BREAKER: BreakerState = { windowStartMs: 0, matches: 0, pausedUntilMs: 0, suppressed: 0 };

export interface BreakerVerdict {
  readonly state: BreakerState;
  readonly isAdmitted: boolean;
  /** This match is the one too many: that is told once. */
  readonly hasTripped: boolean;
}

/** A match at `nowMs`; a pause that is over was ended with {@link releaseBreaker} before. */
export function admitMatch(before: BreakerState, nowMs: WallMs): BreakerVerdict {
  if (before.pausedUntilMs > 0) {
    return { state: { ...before, suppressed: before.suppressed + 1 }, isAdmitted: false, hasTripped: false };
  }
  const sinceMs = nowMs - before.windowStartMs;
  const state = sinceMs >= 0 && sinceMs < BREAKER_WINDOW_MS ? before : { ...CLOSED_BREAKER, windowStartMs: nowMs };
  if (state.matches < BREAKER_MATCHES_MAX) {
    return { state: { ...state, matches: state.matches + 1 }, isAdmitted: true, hasTripped: false };
  }
  const tripped = { ...state, pausedUntilMs: nowMs + BREAKER_PAUSE_MS, suppressed: 1 };
  return { state: tripped, isAdmitted: false, hasTripped: true };
}

/** Ends a pause whose time is up, and says how many matches were not told in it. Null: there is nothing to end. */
export function releaseBreaker(
  state: BreakerState,
  nowMs: WallMs,
): { readonly state: BreakerState; readonly suppressed: number } | null {
  const leftMs = state.pausedUntilMs - nowMs;
  if (state.pausedUntilMs === 0 || (leftMs > 0 && leftMs <= BREAKER_PAUSE_MS)) return null;
  return { state: { ...CLOSED_BREAKER, windowStartMs: nowMs }, suppressed: state.suppressed };
}

/** The state in a value from a file; a closed one when there is none. */
export function parseBreaker(value: unknown): BreakerState {
  const keys = Object.keys(CLOSED_BREAKER);
  return isObject(value) && keys.every((key) => Number.isFinite(value[key]))
    ? (value as unknown as BreakerState)
    : CLOSED_BREAKER;
}
