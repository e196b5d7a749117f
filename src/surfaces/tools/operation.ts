import { z } from "zod";

import { invalidArgument } from "../../core/errors.ts";
import { callerContext } from "../../operations/caller-context.ts";
import { camel } from "../../operations/camel.ts";
import { optionalChoice, optionalFlag, optionalText } from "../../operations/fields.ts";
import { field } from "../../operations/input.ts";
import { defineOperation, type CallOperation } from "../../operations/operation.ts";
import { createTools } from "./create-tools.ts";

const caller = z.strictObject({
  task_id: optionalText("The sandbox key of the task."),
  owner_task_id: optionalText("The task itself, when it is another one."),
  session_key: optionalText("The conversation."),
  parent_session_id: optionalText("The conversation that may read the results later."),
  caller: field(
    callerContext,
    "an object {env, cwd, umask} of the one who asks, since a job takes over his and not the daemon's",
    "The environment, directory and umask of the one who asks.",
  ),
  environment: optionalText("Where its commands run. Default: this host."),
  scope: optionalChoice(["own", "all"], "Whose processes it can name. Default own."),
  is_subagent: optionalFlag("It works for another agent. Default false."),
  parent_task_id: optionalText("Who gets what it hands off."),
  parent_session_key: optionalText("The conversation of that one. Default: session_key."),
  can_receive_events: optionalFlag("Whether it can be told anything after its turn. Default true."),
});

const WHOSE = Object.keys(caller.shape).filter((name) => name !== "caller");

/** Runs a model's tool; the answer is the JSON text that the model reads. */
export const toolOperation: CallOperation = defineOperation({
  name: "tool",
  kind: "act",
  description: "Calls a tool that is made for a model, as that model would.",
  input: z.strictObject({
    name: field(z.string(), "the name of a tool", "Which tool."),
    arguments: field(z.unknown(), "the arguments of the tool", "As the model gave them."),
    caller: field(
      caller,
      `an object with caller ({env, cwd, umask} of the one who asks) and perhaps ${WHOSE.join(", ")}`,
      "Whose turn it is.",
    ),
  }),
  run: async ({ bellhop, signal, yieldSignal }, { name, arguments: args, caller }) => {
    const tools = createTools(bellhop, camel(caller));
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw invalidArgument("name", `one of ${tools.map((one) => one.name).join(", ")}`, name);
    return tool.run(args, { signal, ...(yieldSignal && { yieldSignal }) });
  },
});
