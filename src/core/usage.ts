import type { WallMs } from "../base/time.ts";
import { USAGE_POINTS_MAX } from "./limits.ts";

/** What a process and everything that it started uses now. */
export interface Usage {
  /** Percent of one core since the look before: 150 = one and a half cores. */
  readonly cpuPercent: number;
  /** Memory of its tree that is in the machine now (resident set size; what processes share counts for each). */
  readonly memoryBytes: number;
  /** Output in bytes a second since the look before. */
  readonly outputBytesPerSecond: number;
}

/** The same over the time that ended at `atMs`. */
export interface UsagePoint extends Usage {
  readonly atMs: WallMs;
}

/** What was counted at one moment, from the beginning of the process. */
export interface Counted {
  readonly atMs: WallMs;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

/**
 * What was used between two moments. A tree whose members have ended without being waited for has lost their processor time:
 * that counts as none. Null when no time lies between.
 */
export function usageBetween(before: Counted, now: Counted): UsagePoint | null {
  const seconds = (now.atMs - before.atMs) / 1_000;
  if (seconds <= 0) return null;
  const cpuSeconds = Math.max(0, now.cpuSeconds - before.cpuSeconds);
  return {
    atMs: now.atMs,
    cpuPercent: Math.round((cpuSeconds / seconds) * 1_000) / 10,
    memoryBytes: now.memoryBytes,
    outputBytesPerSecond: Math.round(Math.max(0, now.outputBytes - before.outputBytes) / seconds),
  };
}

/**
 * A life with one more point. A whole life always fits: when there is no room, each two neighbours become one. `beganMs`: when
 * the time of the first point began.
 */
export function withPoint(life: readonly UsagePoint[], point: UsagePoint, beganMs: WallMs): readonly UsagePoint[] {
  const longer = [...life, point];
  return longer.length <= USAGE_POINTS_MAX ? longer : halved(longer, beganMs);
}

function halved(life: readonly UsagePoint[], beganMs: WallMs): readonly UsagePoint[] {
  const pairs: UsagePoint[] = [];
  let fromMs = beganMs;
  for (let at = 0; at < life.length; at += 2) {
    const [first, second] = [life[at], life[at + 1]];
    if (first === undefined) break;
    pairs.push(second === undefined ? first : merged(first, second, fromMs));
    fromMs = (second ?? first).atMs;
  }
  return pairs;
}

/** Rates are weighed by the time that each stands for; of memory the most is kept, since peaks are what one looks for. */
function merged(first: UsagePoint, second: UsagePoint, beganMs: WallMs): UsagePoint {
  const firstMs = Math.max(1, first.atMs - beganMs);
  const secondMs = Math.max(1, second.atMs - first.atMs);
  const weighed = (one: number, other: number): number => (one * firstMs + other * secondMs) / (firstMs + secondMs);
  return {
    atMs: second.atMs,
    cpuPercent: Math.round(weighed(first.cpuPercent, second.cpuPercent) * 10) / 10,
    memoryBytes: Math.max(first.memoryBytes, second.memoryBytes),
    outputBytesPerSecond: Math.round(weighed(first.outputBytesPerSecond, second.outputBytesPerSecond)),
  };
}
