import { z } from "zod";

import { HANDOFF_NOTE_MAX_CHARS, ID_MAX_CHARS, RUNNING_MAX, SHORT_TEXT_MAX_CHARS } from "../core/limits.ts";
import { camel } from "./camel.ts";
import { optionalFlag, optionalText, sessionId, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

export const killAll: CallOperation = defineOperation({
  name: "kill_all",
  kind: "act",
  description:
    "Ends what of a task still lives, or of all, and answers how many were ended. A sweep that cleans up after an agent passes by what was started with persist_on_release.",
  input: z.strictObject({
    task_id: optionalText("Only processes of this task. Default: all."),
    source: optionalText(
      "Who asks; told as termination_source. kill_all, gateway_turn_timeout and agent_close clean up. Default kill_all.",
    ),
    consume_output: optionalFlag("No events of the endings are queued. Default false."),
  }),
  run: async ({ bellhop }, options) => ({ ended: await bellhop.killAll(camel(options)) }),
});

export const snapshotRunningIds: CallOperation = defineOperation({
  name: "snapshot_running_ids",
  kind: "read",
  description:
    "Ids of the processes of a task that run, or have left something running. For kill_started_since, at the beginning of a turn.",
  input: z.strictObject({ task_id: owner("Whose processes.") }),
  run: async ({ bellhop }, { task_id }) => ({ sessionIds: await bellhop.snapshotRunningIds(task_id) }),
});

export const killStartedSince: CallOperation = defineOperation({
  name: "kill_started_since",
  kind: "act",
  description:
    "Ends what a turn that was cut short has started: the processes of a task that are not in the baseline. No events are queued.",
  input: z.strictObject({
    task_id: owner("Whose processes."),
    baseline: field(
      z.array(text(ID_MAX_CHARS)).max(2 * RUNNING_MAX),
      `a list of at most ${2 * RUNNING_MAX} ids`,
      "What snapshot_running_ids answered before.",
    ),
    source: owner("Who asks; told as termination_source."),
  }),
  run: async ({ bellhop }, { task_id, baseline, source }) => ({
    ended: await bellhop.killStartedSince(task_id, baseline, { source }),
  }),
});

export const transferOwnership: CallOperation = defineOperation({
  name: "transfer_ownership",
  kind: "act",
  description: "Hands a running process over to another task, which is told of its ending then.",
  input: z.strictObject({
    session_id: sessionId,
    from_owner: owner("Whose it must be now."),
    to_owner: owner("Whose it becomes."),
    to_task_id: optionalText("Its sandbox key then. Default: as it is."),
    to_session_key: optionalText("Its conversation then. Default: as it is."),
    to_parent_session_id: optionalText("Its parent conversation then. Default: as it is."),
    note: field(
      text(HANDOFF_NOTE_MAX_CHARS).exactOptional(),
      `a text of at most ${HANDOFF_NOTE_MAX_CHARS} characters without NUL`,
      "What it is for, in one sentence.",
    ),
  }),
  run: async ({ bellhop }, { session_id, ...options }) => ({
    transferred: await bellhop.transferOwnership(session_id, camel(options)),
  }),
});

export const runningOwnedBy: CallOperation = defineOperation({
  name: "running_owned_by",
  kind: "read",
  description: "Running processes of a task.",
  input: z.strictObject({ owner_task_id: owner("Whose processes.") }),
  run: async ({ bellhop }, { owner_task_id }) => ({ processes: await bellhop.runningOwnedBy(owner_task_id) }),
});

export const hasActiveProcesses: CallOperation = defineOperation({
  name: "has_active_processes",
  kind: "read",
  description: "Whether a process of a task runs.",
  input: z.strictObject({ owner_task_id: owner("Whose processes.") }),
  run: async ({ bellhop }, { owner_task_id }) => ({ active: await bellhop.hasActiveProcesses(owner_task_id) }),
});

export const hasAnyActive: CallOperation = defineOperation({
  name: "has_any_active",
  kind: "read",
  description: "Whether any process runs.",
  input: z.strictObject({}),
  run: async ({ bellhop }) => ({ active: await bellhop.hasAnyActive() }),
});

export const countRunning: CallOperation = defineOperation({
  name: "count_running",
  kind: "read",
  description: "How many processes run.",
  input: z.strictObject({}),
  run: async ({ bellhop }) => ({ count: await bellhop.countRunning() }),
});

function owner(meaning: string): z.ZodString {
  return field(text(SHORT_TEXT_MAX_CHARS), `a text of at most ${SHORT_TEXT_MAX_CHARS} characters without NUL`, meaning);
}
