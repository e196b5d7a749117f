import { isDone, isTruncated, TRUNCATED_MARK } from "./delegation-outcome.ts";
import { isBatch, preamble } from "./delegation-preamble.ts";
import { processLines } from "./delegation-processes.ts";
import { recoveryLines } from "./delegation-recovery.ts";
import { formatBatch } from "./format-batch.ts";
import type { FormatContext } from "./format-context.ts";
import { formatTaskFailure } from "./format-task-failure.ts";
import { type LooseEvent, textOf } from "./loose.ts";
import { modelRejectedLines } from "./model-rejected.ts";

/** The result of work that was given to subagents: of one, of several, or of the first of several that has failed. */
export function formatDelegation(event: LooseEvent, context: FormatContext): string {
  if (event.taskFailureNotice) return formatTaskFailure(event);
  return isBatch(event) ? formatBatch(event, context) : formatSingle(event, context);
}

function formatSingle(event: LooseEvent, context: FormatContext): string {
  return [
    `[ASYNC DELEGATION COMPLETE — ${textOf(event.delegationId, "unknown")}]`,
    "A subagent that you gave work in the background has ended. What it was about is repeated here, since you may have turned to other work.",
    "",
    ...preamble(event, context),
    ...modelRejectedLines([event], context.delegation),
    statusLine(event),
    "--- RESULT ---",
    ...body(event),
    ...transcript(event),
    ...processLines(event),
  ].join("\n");
}

function statusLine(event: LooseEvent): string {
  const mark = isTruncated(event) ? ` [${TRUNCATED_MARK}]` : "";
  const duration = textOf(event.durationSeconds, "?");
  return `Status: ${status(event)}   API calls: ${textOf(event.apiCalls, "0")}   Duration: ${duration}s${mark}`;
}

function body(event: LooseEvent): readonly string[] {
  const summary = textOf(event.summary);
  if (isDone(status(event)) && summary !== "") return [...truncation(event), summary];
  const partial = summary === "" ? [] : ["Partial output:", summary];
  if (status(event) === "interrupted") return [interrupted(textOf(event.error)), ...partial];
  return [
    `The subagent did not complete successfully (status=${status(event)}).`,
    ...(textOf(event.error) === "" ? [] : [textOf(event.error)]),
    ...recoveryLines(event),
    ...partial,
  ];
}

function truncation(event: LooseEvent): readonly string[] {
  return isTruncated(event)
    ? ["(It ran out of turns (max_iterations): see what is missing before you build on this.)"]
    : [];
}

function interrupted(error: string): string {
  return `The subagent was interrupted before it had completed${error === "" ? "." : `: ${error}`}`;
}

function transcript(event: LooseEvent): readonly string[] {
  const path = textOf(event.liveTranscript);
  return path === "" ? [] : [`Live transcript: ${path}`];
}

function status(event: LooseEvent): string {
  return textOf(event.status, "completed");
}
