import { formatAge } from "./age.ts";
import { type FormatContext, localTimeOf } from "./format-context.ts";
import { listOf, type LooseEvent, numberOf, textOf } from "./loose.ts";

/** What was asked of whom, and when: its agent may have turned to other work, or have forgotten it. */
export function preamble(event: LooseEvent, context: FormatContext): readonly string[] {
  const toolsets = listOf(event.toolsets).map((name) => textOf(name, "?"));
  return [
    ...dispatched(event, context),
    ...goal(event),
    ...(textOf(event.context) === "" ? [] : [`Context you provided: ${textOf(event.context)}`]),
    ...(toolsets.length === 0 ? [] : [`Toolsets: ${toolsets.join(", ")}`]),
    `Role: ${textOf(event.role, "leaf")}   Model: ${textOf(event.model, "?")}${totalDuration(event)}`,
  ];
}

export function isBatch({ isBatch: isSaid, results }: LooseEvent): boolean {
  return Boolean(isSaid) || Array.isArray(results);
}

function goal(event: LooseEvent): readonly string[] {
  return isBatch(event) ? [] : [`Original goal: ${textOf(event.goal, "unknown")}`];
}

function totalDuration(event: LooseEvent): string {
  return isBatch(event) ? `   Total duration: ${textOf(event.totalDurationSeconds, "?")}s` : "";
}

function dispatched(event: LooseEvent, context: FormatContext): readonly string[] {
  const at = numberOf(event.dispatchedAt);
  if (at === undefined) return [];
  const until = numberOf(event.completedAt) ?? context.nowSeconds ?? Number.NaN;
  const [time, age] = [localTimeOf(context, at), formatAge(until - at)];
  if (time !== "") return [`Dispatched: ${time} (${age} ago)`];
  return age === "?" ? [] : [`Dispatched: ${age} ago`];
}
