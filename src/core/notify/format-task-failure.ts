import { isObject } from "../../base/json.ts";
import { DELEGATION_ERROR_CHARS } from "../limits.ts";
import { listOf, type LooseEvent, numberOf, textOf } from "./loose.ts";
import { firstChars, oneLine } from "./shorten.ts";

/** One subagent of a batch that still runs has failed: its agent can act before the others have ended. */
export function formatTaskFailure(event: LooseEvent): string {
  const index = numberOf(event.taskIndex);
  const goals = listOf(event.goals);
  const number = index === undefined ? "?" : index + 1;
  const count = textOf(event.nTasks, goals.length === 0 ? "?" : String(goals.length));
  return [
    `[ASYNC DELEGATION TASK FAILED — ${textOf(event.delegationId, "unknown")}, task ${number}/${count}]`,
    "One subagent of a batch that you gave work in the background has failed. The others run on; their results are told together at the end.",
    `Task: ${textOf(event.goal, textOf(goals[index ?? -1], "unknown"))}`,
    `Status: ${textOf(event.status, "failed")}   Duration: ${textOf(event.durationSeconds, "?")}s`,
    `Error: ${firstChars(oneLine(textOf(event.error, "unknown")), DELEGATION_ERROR_CHARS)}`,
    ...transcript(event, index),
  ].join("\n");
}

function transcript({ liveTranscript, taskTranscripts }: LooseEvent, index: number | undefined): readonly string[] {
  const known = isObject(taskTranscripts) ? taskTranscripts[String(index)] : undefined;
  const path = textOf(liveTranscript, textOf(known));
  return path === "" ? [] : [`Live transcript: ${path}`];
}
