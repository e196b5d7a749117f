import { SCOPE_VERDICT_AGE_MS } from "../limits.ts";

/** What the last probe found. */
export interface Verdict {
  readonly usable: boolean;
  /** Monotonic. */
  readonly atMs: number;
}

/**
 * What the last probe found, or null when a new one is due. Both verdicts expire: the bus of the user goes with the last
 * logout (original #110803), and comes when lingering is turned on (original #104893).
 */
export function heldVerdict(verdict: Verdict | null, nowMs: number): boolean | null {
  return verdict === null || nowMs - verdict.atMs >= SCOPE_VERDICT_AGE_MS ? null : verdict.usable;
}
