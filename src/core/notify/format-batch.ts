import { isDone, isTruncated, type LooseResult, TRUNCATED_MARK } from "./delegation-outcome.ts";
import { preamble } from "./delegation-preamble.ts";
import { processLines } from "./delegation-processes.ts";
import { recoveryLines } from "./delegation-recovery.ts";
import type { FormatContext } from "./format-context.ts";
import { listOf, type LooseEvent, numberOf, objectsOf, textOf } from "./loose.ts";
import { modelRejectedLines } from "./model-rejected.ts";
import { oneLine } from "./shorten.ts";

/** The results of several subagents that were given work together. */
export function formatBatch(event: LooseEvent, context: FormatContext): string {
  const results = objectsOf(event.results);
  return [
    `[ASYNC DELEGATION BATCH COMPLETE — ${textOf(event.delegationId, "unknown")}]`,
    `Subagents that you gave work in the background have ended: ${unit(event, results)}. What it was about is repeated here, since you may have turned to other work.`,
    "",
    ...preamble(event, context),
    ...recoveryLines(event),
    ...(results.length === 0 ? withoutResults(event) : withResults(event, results, context)),
  ].join("\n");
}

function unit(event: LooseEvent, results: readonly LooseResult[]): string {
  const count = `${textOf(event.nTasks, String(taskCount(event, results)))} subagent(s)`;
  const group = textOf(event.group);
  return group === "" ? count : `group '${group}' (${count})`;
}

/** A task that never began has a goal, but no result. */
function taskCount(event: LooseEvent, results: readonly LooseResult[]): number {
  return listOf(event.goals).length || results.length;
}

function withoutResults(event: LooseEvent): readonly string[] {
  return textOf(event.error) === "" ? ["", "(no results)"] : ["--- ERROR ---", oneLine(textOf(event.error))];
}

function withResults(
  event: LooseEvent,
  results: readonly LooseResult[],
  { delegation }: FormatContext,
): readonly string[] {
  const tasks = results
    .map((result, place) => ({ result, index: numberOf(result.taskIndex) ?? place }))
    .toSorted((one, other) => one.index - other.index);
  const count = taskCount(event, results);
  return [
    ...modelRejectedLines(results, delegation),
    ...tasks.flatMap(({ result, index }) => {
      const goal = textOf(result.goal, textOf(listOf(event.goals)[index]));
      return [
        "",
        header(result, `TASK ${index + 1}/${count}${goal === "" ? "" : `: ${oneLine(goal)}`}`),
        ...body(result),
      ];
    }),
  ];
}

function header(result: LooseResult, title: string): string {
  const [calls, duration] = [textOf(result.apiCalls), textOf(result.durationSeconds)];
  const facts = [
    `status=${status(result)}`,
    ...(calls === "" ? [] : [`api_calls=${calls}`]),
    ...(duration === "" ? [] : [`${duration}s`]),
    ...(isTruncated(result) ? [TRUNCATED_MARK] : []),
  ];
  return `--- ${icon(result)} ${title}  (${facts.join(", ")}) ---`;
}

function icon(result: LooseResult): string {
  if (isTruncated(result)) return "⚠";
  return isDone(status(result)) ? "✓" : "✗";
}

function body(result: LooseResult): readonly string[] {
  const path = textOf(result.liveTranscript);
  return [...told(result), ...(path === "" ? [] : [`Live transcript: ${path}`]), ...processLines(result)];
}

function told(result: LooseResult): readonly string[] {
  const [summary, error] = [textOf(result.summary), textOf(result.error)];
  if (summary === "") return [`(no summary — status=${status(result)}${error === "" ? "" : `: ${error}`})`];
  if (isDone(status(result))) return [summary];
  return [...(error === "" ? [] : [`(${status(result)}: ${error})`]), "Partial output:", summary];
}

function status(result: LooseResult): string {
  return textOf(result.status, "unknown");
}
