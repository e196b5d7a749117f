/** A wait whose time is up. */
export interface TimeUp {
  readonly seconds: number;
  /** Since the start of the process. */
  readonly uptimeSeconds: number;
  /** What was waited for besides the ending, as text. */
  readonly conditions: readonly string[];
  readonly notifyOnComplete: boolean;
}

/** Said when the time of a wait is up. Models took that for an error, and asked for the same wait again (original). */
export function timeoutNote({ seconds, uptimeSeconds, conditions, notifyOnComplete }: TimeUp): string {
  const missing = conditions.length > 0 ? `; not yet: ${conditions.join(", ")}` : "";
  const advice = notifyOnComplete
    ? "You will be notified when it ends: do something else instead of waiting again."
    : "Poll it later, or start the next one with notify_on_complete.";
  return `The wait of ${seconds} s is over and the process is still running, after ${uptimeSeconds} s${missing}. This is not an error. ${advice}`;
}

/** A wait on several whose time is up. */
export interface TimeUpForMany extends Pick<TimeUp, "seconds" | "conditions"> {
  /** How many of them run on. */
  readonly running: number;
}

/** The same for a wait on several. */
export function timeoutManyNote({ seconds, conditions, running }: TimeUpForMany): string {
  const missing = conditions.length > 0 ? `; not yet: ${conditions.join(", ")}` : "";
  const runOn = running === 1 ? "1 process is still running" : `${running} processes are still running`;
  return `The wait of ${seconds} s is over and ${runOn}${missing}. This is not an error. Look at them later, or wait again when there is nothing else to do.`;
}

/** Said when a caller asked for a longer wait than it may have. */
export function shortenedNote(askedSeconds: number, mostSeconds: number): string {
  return `The requested ${askedSeconds} s were shortened to the configured limit of ${mostSeconds} s`;
}

/** Said when the user has written something meanwhile: the model is to read that first. */
export function yieldNote(notifyOnComplete: boolean): string {
  const notice = notifyOnComplete ? ", and you will be notified when it ends" : "";
  return `The wait was let go because the user has sent a message. The process is still running${notice}. Respond to the user now, before anything else.`;
}

/** The same for a wait on several. */
export function yieldManyNote(): string {
  return "The wait was let go because the user has sent a message. What is named in running goes on. Respond to the user now, before anything else.";
}

export const GIVEN_UP_NOTE = "The wait was given up; the process was not touched.";
