import type { Ms, WallMs } from "../base/time.ts";

/** An ended process, as far as keeping it goes. */
export interface Kept {
  readonly id: string;
  readonly endedAtMs: WallMs;
  /** An event of it is waiting. */
  readonly queued: boolean;
}

/**
 * Ids of the ended processes that may be forgotten: those that ended more than `keptMs` ago, and of the others all but the
 * `keptMax` that ended last. The time of the *end* counts, and never one whose event is still waiting (original #88905).
 */
export function toPrune(
  ended: readonly Kept[],
  nowMs: WallMs,
  limits: { readonly keptMs: Ms; readonly keptMax: number },
): readonly string[] {
  const newestFirst = ended.toSorted((a, b) => b.endedAtMs - a.endedAtMs || (a.id < b.id ? 1 : -1));
  return newestFirst
    .filter((one, place) => !one.queued && (place >= limits.keptMax || nowMs - one.endedAtMs > limits.keptMs))
    .map((one) => one.id);
}
