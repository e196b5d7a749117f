import { formatAge } from "./age.ts";
import type { FormatContext } from "./format-context.ts";
import { type LooseEvent, numberOf, textOf } from "./loose.ts";
import { about, important, subject } from "./notice-parts.ts";

/** A watch pattern has matched. */
export function formatWatchMatch(event: LooseEvent, context: FormatContext): string {
  const suppressed = numberOf(event.suppressed) ?? 0;
  return important([
    `${subject(event)} matched watch pattern "${textOf(event.pattern, "?")}".`,
    ...about(event, context),
    "Matched output:",
    textOf(event.output),
    ...(suppressed === 0 ? [] : [`(${suppressed} earlier matches were suppressed by rate limit)`]),
  ]);
}

/** A sign of life. It is not marked as important (original). */
export function formatHeartbeat(event: LooseEvent, context: FormatContext): string {
  const [seq, interval] = [textOf(event.seq, "?"), textOf(event.interval, "?")];
  const lines = [
    `${subject(event)} heartbeat #${seq} — still running after ${formatAge(event.elapsed)} ` +
      `(next in ${interval}s when there is new output; you will also be told when it exits).`,
    ...about(event, context),
    "Output since last heartbeat:",
    textOf(event.output),
  ];
  return `[${lines.join("\n")}]`;
}

/** What brings its own words. */
export function formatMessage(event: LooseEvent): string {
  return important([textOf(event.message)]);
}

/** There were too many to tell them one by one. */
export function formatMerged(event: LooseEvent): string {
  const merged = textOf(event.merged, "An unknown number of");
  return important([
    textOf(event.message, `${merged} more events of yours are not told one by one: there were too many.`),
  ]);
}
