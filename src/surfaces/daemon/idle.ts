import type { Ms } from "../../base/time.ts";
import { invalidArgument } from "../../core/errors.ts";
import { DAEMON_IDLE_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";

/** Longest time between two looks, whatever the limit is. */
const LOOK_MAX_MS = 30_000;
const LOOKS_PER_LIMIT = 10;

export interface IdleOptions {
  readonly clock: Clock;
  /** How long nothing may happen. */
  readonly idleMs: Ms;
  /** Whether there is a reason to stay right now. */
  readonly isBusy: () => boolean;
  /** Called once, when the time is up. */
  readonly leave: () => void;
}

export interface IdleWatch {
  /** Something happened, even if it is over already: the time begins again. */
  touch(): void;
  stop(): void;
}

/** Calls `leave` when there was no reason to stay for `idleMs`. */
export function watchIdle({ clock, idleMs, isBusy, leave }: IdleOptions): IdleWatch {
  let idleSince = clock.now();
  const touch = (): void => {
    idleSince = clock.now();
  };
  const look = (): void => {
    if (isBusy()) return touch();
    if (clock.now() - idleSince < idleMs) return;
    stop();
    leave();
  };
  const stop = clock.every(Math.min(LOOK_MAX_MS, Math.max(1, idleMs / LOOKS_PER_LIMIT)), look);
  return { touch, stop };
}

/** Reads the setting: seconds as text, 0 for never, nothing for the default. Throws `invalid_argument`. */
export function idleMsOf(seconds: string | undefined): number | null {
  if (seconds === undefined || seconds === "") return DAEMON_IDLE_MS;
  const number = Number(seconds);
  if (!Number.isFinite(number) || number < 0)
    throw invalidArgument("idle-seconds", "a number of seconds, or 0 for never", seconds);
  return number === 0 ? null : number * 1000;
}
