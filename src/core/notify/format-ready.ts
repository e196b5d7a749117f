import { formatAge } from "./age.ts";
import type { NotReadyReason } from "./event.ts";
import type { FormatContext } from "./format-context.ts";
import { listOf, type LooseEvent, textOf } from "./loose.ts";
import { about, important, subject } from "./notice-parts.ts";

/** In words, where the event does not bring its own. */
const REASONS: Readonly<Record<NotReadyReason, string>> = {
  ended: "It ended before that.",
  timeout: "The time for it is up. It is still running.",
  port_taken: "Another process has the port. It is still running.",
};

/** What it was waited for has come true. */
export function formatReady(event: LooseEvent, context: FormatContext): string {
  return important([
    `${subject(event)} is ready (${condition(event)}) after ${formatAge(event.elapsed)}. It is still running.`,
    ...ports(event),
    ...about(event, context),
    "Output:",
    textOf(event.output),
  ]);
}

/** What it was waited for has not come true. */
export function formatNotReady(event: LooseEvent, context: FormatContext): string {
  return important([
    textOf(event.message, plainly(event)),
    ...about(event, context),
    "Last output:",
    textOf(event.output),
  ]);
}

function condition(event: LooseEvent): string {
  return textOf(event.condition, "?");
}

function ports(event: LooseEvent): readonly string[] {
  const ports = listOf(event.ports).map((port) => textOf(port, "?"));
  return ports.length === 0 ? [] : [`Listening on ${ports.length === 1 ? "port" : "ports"} ${ports.join(", ")}.`];
}

/** What is not ready, for what, and why. */
function plainly(event: LooseEvent): string {
  const why = textOf(event.why);
  const reason = isReason(why) ? REASONS[why] : "Why is not known.";
  return `${subject(event)} has not become ready (${condition(event)}) in ${formatAge(event.elapsed)}. ${reason}`;
}

function isReason(why: string): why is NotReadyReason {
  return Object.hasOwn(REASONS, why);
}
