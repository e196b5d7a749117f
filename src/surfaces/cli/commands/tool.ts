import { isObject, parseJson } from "../../../base/json.ts";
import { invalidArgument } from "../../../core/errors.ts";
import type { Context, Invocation } from "../context.ts";
import { withRemote } from "../remote.ts";
import { callerOf } from "../start-input.ts";
import { jsonLine } from "../text/sanitize.ts";
import { EXIT } from "../report.ts";

/** `bellhop tool`: calls one of the tools for language models and prints its JSON. */
export async function tool(context: Context, invocation: Invocation): Promise<number> {
  const [name = "", text = ""] = invocation.operands;
  const argumentsOfTool = parseJson(text);
  if (!isObject(argumentsOfTool)) throw invalidArgument("The second operand", "a JSON object", text);
  return withRemote(context, invocation, async (remote) => {
    const answer = await remote.call("tool", {
      name,
      arguments: argumentsOfTool,
      caller: {
        owner_task_id: invocation.options.text("owner"),
        session_key: invocation.options.text("session"),
        caller: callerOf(context).caller,
      },
    });
    await context.terminal.out(typeof answer === "string" ? `${answer}\n` : jsonLine(answer));
    return EXIT.ok;
  });
}
