import { z } from "zod";

import { camel } from "./camel.ts";
import { optionalFlag, optionalText, sessionId } from "./fields.ts";
import { defineOperation, type CallOperation } from "./operation.ts";

export const list: CallOperation = defineOperation({
  name: "list",
  kind: "read",
  description: "Lists processes, running and ended ones, with the end of their output.",
  input: z.strictObject({
    session_id: optionalText("Only the one with this whole id."),
    task_id: optionalText("Only those of this task."),
    session_key: optionalText("Only those of this conversation; with task_id, those of either."),
    include_retained: optionalFlag("Ended ones, too. Default true."),
    usage: optionalFlag("Also what each uses now: processor, memory, output. Default false."),
  }),
  run: async ({ bellhop }, filter) => ({ processes: await bellhop.list(camel(filter)) }),
});

export const show: CallOperation = defineOperation({
  name: "show",
  kind: "read",
  description: "Everything known about one process.",
  input: z.strictObject({ session_id: sessionId }),
  run: async ({ bellhop }, { session_id }) =>
    (await bellhop.get(session_id)) ?? {
      status: "not_found",
      error: `No process with ID ${session_id}`,
    },
});

export const usage: CallOperation = defineOperation({
  name: "usage",
  kind: "read",
  description: "What a process has used over its life: processor, memory and output, in at most 240 steps.",
  input: z.strictObject({ session_id: sessionId }),
  run: ({ bellhop }, { session_id }) => bellhop.usage(session_id),
});

export const tree: CallOperation = defineOperation({
  name: "tree",
  kind: "read",
  description: "The processes that belong to one now: what a kill would end.",
  input: z.strictObject({ session_id: sessionId }),
  run: ({ bellhop }, { session_id }) => bellhop.tree(session_id),
});

export const remove: CallOperation = defineOperation({
  name: "remove",
  kind: "act",
  description: "Forgets an ended process, log and all. One that runs is refused: kill it first.",
  input: z.strictObject({ session_id: sessionId }),
  run: ({ bellhop }, { session_id }) => bellhop.remove(session_id),
});
