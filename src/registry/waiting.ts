import { SECOND_MS } from "../base/time.ts";
import { invalidArgument } from "../core/errors.ts";
import type { Context, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { checkAlive } from "./sweep.ts";

/**
 * Whether a goal has something to wait for: it runs, and, where it is watched, nothing was matched yet. A watcher may never
 * end; its trigger ends the waiting (original: `is_session_waiting`).
 */
export function isWaiting(context: Context, tracked: Tracked): boolean {
  checkAlive(context, tracked);
  const { watchPatterns, notices } = tracked.record;
  const isWatched = watchPatterns.length > 0 && !notices.watch.disabled;
  return !hasEnded(tracked) && !(isWatched && notices.watch.hits > 0);
}

/** Whether a process of the conversation runs that is younger than `maxAgeSeconds`: a forgotten server keeps no session alive (original #29177). */
export function hasActiveForSession(
  context: Context,
  sessionKey: string,
  maxAgeSeconds: number = Number.POSITIVE_INFINITY,
): boolean {
  if (typeof maxAgeSeconds !== "number" || !(maxAgeSeconds >= 0))
    throw invalidArgument("maxAgeSeconds", "a number of seconds, 0 or more", maxAgeSeconds);
  const nowMs = context.ports.clock.wall();
  return [...context.tracked.values()].some((tracked) => {
    const { record } = tracked;
    if (hasEnded(tracked) || record.sessionKey !== sessionKey) return false;
    if (nowMs - record.startedAtMs >= maxAgeSeconds * SECOND_MS) return false;
    checkAlive(context, tracked);
    return !hasEnded(tracked);
  });
}
