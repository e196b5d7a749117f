import { TITLE_TEXT_CHARS } from "../limits.ts";
import { formatAge } from "./age.ts";
import { delegationTitle } from "./delegation-title.ts";
import type { EventType } from "./event.ts";
import { eventOf, type LooseEvent, textOf } from "./loose.ts";
import { shorten } from "./shorten.ts";

const TITLES: Readonly<Record<EventType, (event: LooseEvent) => string>> = {
  completion: completionTitle,
  watch_match: (event) => ofProcess(event, `Output Matched "${shorten(textOf(event.pattern, "?"), TITLE_TEXT_CHARS)}"`),
  watch_disabled: (event) => ofProcess(event, "No Longer Watched"),
  watch_overflow_tripped: () => "Watch Notices Paused",
  watch_overflow_released: () => "Watch Notices Resumed",
  heartbeat: (event) => ofProcess(event, `Output after ${formatAge(event.elapsed)}`),
  ready: (event) => ofProcess(event, `Ready (${shorten(textOf(event.condition, "?"), TITLE_TEXT_CHARS)})`),
  not_ready: (event) => ofProcess(event, `Not Ready (${shorten(textOf(event.condition, "?"), TITLE_TEXT_CHARS)})`),
  awaiting_input: (event) => ofProcess(event, "Waiting for Input"),
  events_merged: () => "Background Process Notices Merged",
  async_delegation: delegationTitle,
};

/** One short line about an event, for a list or a pop-up. */
export function eventTitle(event: LooseEvent): string {
  const known = eventOf(event);
  const type = textOf(known.type);
  return (isTitled(type) ? TITLES[type] : completionTitle)(known);
}

function completionTitle(event: LooseEvent): string {
  switch (event.completionReason) {
    case "killed":
      return ofProcess(event, "Terminated");
    case "lost":
      return ofProcess(event, "Lost");
    case "failed_start":
      return ofProcess(event, "Failed to Start");
    default: {
      const code = textOf(event.exitCode, "0");
      return ofProcess(event, code === "0" ? "Finished" : `Failed (exit ${code})`);
    }
  }
}

function ofProcess(event: LooseEvent, what: string): string {
  const command = shorten(textOf(event.command), TITLE_TEXT_CHARS);
  return `Background Process ${what}${command === "" ? "" : `: ${command}`}`;
}

function isTitled(type: string): type is EventType {
  return Object.hasOwn(TITLES, type);
}
