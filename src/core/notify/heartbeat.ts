import type { WallMs } from "../../base/time.ts";
import type { HeartbeatProgress } from "./progress.ts";

/** What the rule needs to know of the process. */
export interface Beating {
  readonly startedAtMs: WallMs;
  readonly intervalSeconds: number;
}

/**
 * Whether a heartbeat is due: an interval after the last one, or after the start. Once the interval is over it counts anew
 * whether there was anything to tell or not (original). A wall clock that was set back delays it by one interval at most.
 */
export function isHeartbeatDue(
  { lastAtMs }: HeartbeatProgress,
  { startedAtMs, intervalSeconds }: Beating,
  nowMs: WallMs,
): boolean {
  const intervalMs = intervalSeconds * 1000;
  const leftMs = (lastAtMs || startedAtMs) + intervalMs - nowMs;
  return intervalSeconds > 0 && (leftMs <= 0 || leftMs > intervalMs);
}

/** The line in front of output that was cut (original). */
export function omittedLine(characters: number): string {
  return `...(${characters} earlier characters omitted)\n`;
}
