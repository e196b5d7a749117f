import type { Tracked } from "./context.ts";

/** For which stop somebody has typed something: the offset at which that was told. */
const answered = new WeakMap<Tracked, number>();

/** Somebody has typed: that it waits for input is not known to be true any more. */
export function noteTyped(tracked: Tracked): void {
  answered.set(tracked, tracked.record.notices.inputToldAt);
}

/** Whether its owner was told that it waits for input, and since then it has printed nothing and nobody has typed. */
export function isKnownToWait(tracked: Tracked): boolean {
  const { inputToldAt } = tracked.record.notices;
  return inputToldAt >= 0 && inputToldAt >= tracked.log.extent().size && answered.get(tracked) !== inputToldAt;
}
