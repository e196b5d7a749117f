import { z } from "zod";

import type { AsyncDelegationEvent } from "../core/notify/delegation.ts";
import { SHORT_TEXT_MAX_CHARS, WAIT_TIMEOUT_MAX_SECONDS } from "../core/limits.ts";
import { toCamelCase } from "../base/case.ts";
import { camel } from "./camel.ts";
import { optionalText, sessionId, text } from "./fields.ts";
import { field } from "./input.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

export const post: CallOperation = defineOperation({
  name: "post",
  kind: "act",
  description:
    "Puts the result of a delegation into the queue, where it survives a crash and is told once. The same again while it waits changes nothing.",
  input: z.strictObject({
    event: field(
      z.record(z.string(), z.unknown()),
      'an object with type "async_delegation" and a delegation_id',
      "The event, with the original's keys.",
    ),
  }),
  run: async ({ bellhop }, { event }) => ({
    eventId: await bellhop.post(toCamelCase(event) as AsyncDelegationEvent), // The registry checks it.
  }),
});

export const isWaiting: CallOperation = defineOperation({
  name: "is_waiting",
  kind: "read",
  description:
    "Whether there is something to wait for: the process runs, and its watch patterns, if it has any, have matched nothing yet. False for an unknown one.",
  input: z.strictObject({ session_id: sessionId }),
  run: async ({ bellhop }, { session_id }) => ({ waiting: await bellhop.isWaiting(session_id) }),
});

export const isCompletionConsumed: CallOperation = defineOperation({
  name: "is_completion_consumed",
  kind: "read",
  description: "Whether wait, log or kill have told the ending of the process, so that no event is due.",
  input: z.strictObject({ session_id: sessionId }),
  run: async ({ bellhop }, { session_id }) => ({ consumed: await bellhop.isCompletionConsumed(session_id) }),
});

export const waitForPendingCompletions: CallOperation = defineOperation({
  name: "wait_for_pending_completions",
  kind: "act",
  description:
    "For a program that is about to exit: waits until the running processes that it is to be told of have ended. Their events are queued then.",
  input: z.strictObject({
    owner_task_id: optionalText("Only processes of this task."),
    timeout_seconds: field(
      z.number().max(WAIT_TIMEOUT_MAX_SECONDS).exactOptional(),
      `a number of seconds, at most ${WAIT_TIMEOUT_MAX_SECONDS}`,
      "Most seconds to wait; 0 or less: not at all. Default 600, unless the home is configured otherwise.",
    ),
  }),
  run: ({ bellhop, signal }, options) => bellhop.waitForPendingCompletions({ ...camel(options), signal }),
});

export const unreadCompletions: CallOperation = defineOperation({
  name: "unread_completions",
  kind: "read",
  description: "Ended processes of a task whose completion nobody has read.",
  input: z.strictObject({ owner_task_id: shortText("Whose processes.") }),
  run: async ({ bellhop }, { owner_task_id }) => ({
    processes: await bellhop.unreadCompletionsOwnedBy(owner_task_id),
  }),
});

export const hasActiveForSession: CallOperation = defineOperation({
  name: "has_active_for_session",
  kind: "read",
  description: "Whether a process of a conversation runs.",
  input: z.strictObject({
    session_key: shortText("Which conversation."),
    max_age_seconds: field(
      z.number().min(0).exactOptional(),
      "a number of seconds, 0 or more",
      "Older processes, such as forgotten servers, do not count. Default: all count.",
    ),
  }),
  run: async ({ bellhop }, { session_key, max_age_seconds }) => ({
    active: await bellhop.hasActiveForSession(session_key, max_age_seconds),
  }),
});

export const takeWatchers: CallOperation = defineOperation({
  name: "take_watchers",
  kind: "act",
  description:
    "Takes the watchers that a gateway is to arm: of processes that were started, or found again after a restart, with an interval. Each is given once.",
  input: z.strictObject({}),
  run: async ({ bellhop }) => ({ watchers: await bellhop.takeWatchers() }),
});

function shortText(meaning: string): z.ZodString {
  return field(text(SHORT_TEXT_MAX_CHARS), `a text of at most ${SHORT_TEXT_MAX_CHARS} characters without NUL`, meaning);
}
