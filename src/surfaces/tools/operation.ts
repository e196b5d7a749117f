import { z } from "zod";

import { invalidArgument } from "../../core/errors.ts";
import { camel } from "../../operations/camel.ts";
import { optionalText } from "../../operations/fields.ts";
import { field } from "../../operations/input.ts";
import { defineOperation, type CallOperation } from "../../operations/operation.ts";
import { createTools } from "./create-tools.ts";

const caller = z.strictObject({
  task_id: optionalText("The sandbox key of the task."),
  owner_task_id: optionalText("The task itself, when it is another one."),
  session_key: optionalText("The conversation."),
});

/** Runs a model's tool; the answer is the JSON text that the model reads. */
export const toolOperation: CallOperation = defineOperation({
  name: "tool",
  kind: "act",
  description: "Calls a tool that is made for a model, as that model would.",
  input: z.strictObject({
    name: field(z.string(), "the name of a tool", "Which tool."),
    arguments: field(z.unknown(), "the arguments of the tool", "As the model gave them."),
    caller: field(caller.exactOptional(), "an object {task_id, owner_task_id, session_key}", "Whose turn it is."),
  }),
  run: async ({ bellhop, signal }, { name, arguments: args, caller = {} }) => {
    const tools = createTools(bellhop, camel(caller));
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw invalidArgument("name", `one of ${tools.map((one) => one.name).join(", ")}`, name);
    return tool.run(args, { signal });
  },
});
