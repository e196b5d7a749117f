import type { WaitOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import { WAIT_CONDITIONS_MAX, WAIT_TIMEOUT_MAX_SECONDS } from "../core/limits.ts";
import { checkCondition, type WaitCondition } from "../core/wait-condition.ts";
import { parsePatterns } from "../core/watch/pattern.ts";
import { shortenedNote } from "../core/wait-note.ts";
import type { Context } from "./context.ts";

export interface TimeLimit {
  readonly seconds: number;
  /** Said when the caller asked for more. */
  readonly note: string;
}

/** How long the wait may last. Throws `invalid_argument` for what is no length of time. */
export function timeLimit(context: Context, { timeoutSeconds, unbounded }: WaitOptions): TimeLimit {
  const most = unbounded ? WAIT_TIMEOUT_MAX_SECONDS : context.settings.waitTimeoutSeconds;
  if (timeoutSeconds === undefined) return { seconds: most, note: "" };
  if (typeof timeoutSeconds !== "number" || !Number.isFinite(timeoutSeconds) || timeoutSeconds <= 0) {
    throw invalidArgument("timeout", "a positive number of seconds", timeoutSeconds);
  }
  if (timeoutSeconds <= most) return { seconds: timeoutSeconds, note: "" };
  return { seconds: most, note: shortenedNote(timeoutSeconds, most) };
}

/** What is waited for besides the ending, which always counts. Throws `invalid_argument`. */
export function conditionsOf({ for: conditions = [], since }: WaitOptions): readonly WaitCondition[] {
  if (!Array.isArray(conditions) || conditions.length > WAIT_CONDITIONS_MAX)
    throw invalidArgument("for", `a list of at most ${WAIT_CONDITIONS_MAX} conditions`, conditions);
  if (since !== undefined && (!Number.isSafeInteger(since) || since < 0))
    throw invalidArgument("since", "a whole number, 0 or more", since);
  const checked = (conditions as readonly WaitCondition[]).map((condition) => checkCondition(condition));
  for (const condition of checked) if (condition.kind === "pattern") parsePatterns([condition.pattern]);
  return checked.filter(({ kind }) => kind !== "exit");
}

/** The time that a caller has for a wait. */
export interface Patience {
  /** Aborts when it is over, for whatever reason. */
  readonly signal: AbortSignal;
  /** The caller is not there any more. */
  isGivenUp(): boolean;
  /** The user has written something. */
  isYielded(): boolean;
  /** Lets go of the timer. */
  end(): void;
}

/** Until the time is up, the caller or its user wants something else, or the registry lets go. */
export function beginPatience(
  context: Context,
  options: Pick<WaitOptions, "signal" | "yieldSignal">,
  seconds: number,
): Patience {
  const over = new AbortController();
  const outer = [options.signal, options.yieldSignal].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any([over.signal, context.closing, ...outer]);
  void context.ports.clock.sleep(seconds * 1000, signal).then(() => over.abort());
  return {
    signal,
    isGivenUp: () => options.signal?.aborted === true,
    isYielded: () => options.yieldSignal?.aborted === true,
    end: () => over.abort(),
  };
}
