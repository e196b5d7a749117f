import { TITLE_TEXT_CHARS } from "../limits.ts";
import { type Outcome, outcomeOf } from "./delegation-outcome.ts";
import { isBatch } from "./delegation-preamble.ts";
import { listOf, type LooseEvent, objectsOf, textOf } from "./loose.ts";
import { shorten } from "./shorten.ts";

const WORDS: Readonly<Record<Outcome, string>> = {
  completed: "Completed",
  incomplete: "Incomplete",
  failed: "Failed",
  cancelled: "Cancelled",
  interrupted: "Interrupted",
  timed_out: "Timed Out",
  stalled: "Stalled",
  unknown: "Unknown",
};

/** One short line about the result of a delegation. */
export function delegationTitle(event: LooseEvent): string {
  if (event.taskFailureNotice) return withText("Subagent Task Failed", textOf(event.goal));
  return isBatch(event)
    ? batchTitle(event)
    : withText(
        `Subagent Task ${WORDS[outcomeOf({ ...event, status: event.status ?? "completed" })]}`,
        textOf(event.goal),
      );
}

function batchTitle(event: LooseEvent): string {
  const goals = listOf(event.goals).map((goal) => textOf(goal, "?"));
  const results = objectsOf(event.results);
  const count = textOf(event.nTasks, String(goals.length || results.length));
  const what = withText(
    `Subagent Tasks ${together(event, results.map(outcomeOf))}`,
    textOf(event.group, goals.join("; ")),
  );
  return `${what} (${count} ${count === "1" ? "task" : "tasks"})`;
}

/** The outcome that all have; those of a batch without results have that of the batch. */
function together(event: LooseEvent, outcomes: readonly Outcome[]): string {
  const different = new Set(outcomes.length === 0 ? [outcomeOf(event)] : outcomes);
  const [only = "unknown"] = different;
  return different.size === 1 ? WORDS[only] : "Finished with Issues";
}

function withText(title: string, text: string): string {
  const short = shorten(text, TITLE_TEXT_CHARS);
  return short === "" ? title : `${title}: ${short}`;
}
