import { isObject } from "../../base/json.ts";
import { isBatch } from "./delegation-preamble.ts";
import { type LooseEvent, textOf } from "./loose.ts";

/** Where to find what a subagent did before it was lost: finished work must not be done again (original #116000). */
export function recoveryLines(event: LooseEvent): readonly string[] {
  return [
    ...(event.restored === true ? ["This notice was kept over a restart, so it comes late."] : []),
    ...labelled("Last known status", event.lastKnownStatus),
    ...eachTask(event, event.taskTranscripts).map(([task, path]) => `Transcript${task}: ${path}`),
    ...eachTask(event, event.transcriptTails).map(([task, tail]) => `End of the transcript${task}:\n${tail}`),
    ...labelled("State of the git tree", event.gitStateHint),
  ];
}

function labelled(label: string, value: unknown): readonly string[] {
  const text = textOf(value);
  return text === "" ? [] : [`${label}: ${text}`];
}

/** The entries of a map from the index of a task, with the words for the task. Indexes come in their order (ECMA-262, 10.1.11). */
function eachTask(event: LooseEvent, map: unknown): readonly (readonly [task: string, text: string])[] {
  return Object.entries(isObject(map) ? map : {})
    .map(([index, text]) => [isBatch(event) ? ` of task ${taskNumber(index)}` : "", textOf(text)] as const)
    .filter(([, text]) => text !== "");
}

/** People count from 1. What is no index stays as it is. */
function taskNumber(index: string): string {
  return /^\d+$/.test(index) ? String(Number(index) + 1) : index;
}
