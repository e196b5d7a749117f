import { isObject } from "../../base/json.ts";
import type { Bellhop } from "../../core/contract.ts";
import { messageOf } from "../../core/errors.ts";
import { kill } from "../../operations/kill.ts";
import { list } from "../../operations/list.ts";
import type { CallOperation, OperationContext } from "../../operations/operation.ts";
import { log, poll } from "../../operations/output.ts";
import { closeStdin, submit, write } from "../../operations/stdin.ts";
import { wait } from "../../operations/wait.ts";
import { number, text } from "./lenient.ts";
import { ACTIONS, DESCRIPTION, INPUT_SCHEMA, type Action } from "./process-manage-schema.ts";
import type { Tool, ToolCaller } from "./tool.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Input = Readonly<Record<string, unknown>>;

interface Step {
  readonly operation: CallOperation;
  /** What the operation gets besides the id. */
  readonly input: (args: Arguments) => Input;
}

/** Every action but `list` is about one process. */
const STEPS: Readonly<Record<Exclude<Action, "list">, Step>> = {
  poll: { operation: poll, input: () => ({}) },
  log: {
    operation: log,
    input: (args) => ({
      ...number("offset", args),
      ...number("limit", args),
      ...number("since", args),
      ...text("grep", args),
    }),
  },
  wait: { operation: wait, input: (args) => number("timeout", args) },
  kill: { operation: kill, input: () => ({}) },
  write: { operation: write, input: (args) => ({ data: "", ...text("data", args) }) },
  submit: { operation: submit, input: (args) => ({ data: "", ...text("data", args) }) },
  close: { operation: closeStdin, input: () => ({}) },
};

/** The tool `process_manage`. It takes what models get slightly wrong (a number as a text, null for nothing). */
export function processManage(bellhop: Bellhop, caller: ToolCaller): Tool {
  return {
    name: "process_manage",
    description: DESCRIPTION,
    inputSchema: INPUT_SCHEMA,
    run: async (args, { signal = new AbortController().signal } = {}) => {
      try {
        return JSON.stringify(await manage({ bellhop, signal }, caller, args));
      } catch (error) {
        return JSON.stringify({ error: messageOf(error) });
      }
    },
  };
}

async function manage(context: OperationContext, caller: ToolCaller, args: unknown): Promise<unknown> {
  if (!isObject(args)) return { error: "The arguments of process_manage must be an object with an action." };
  const { action } = args;
  if (action === "list") return list.run(context, scopeOf(caller));
  if (typeof action !== "string" || !Object.hasOwn(STEPS, action)) return unknownAction(action);
  const { session_id } = text("session_id", args);
  if (session_id === undefined || session_id === "") return { error: `session_id is required for ${action}` };
  const { operation, input } = STEPS[action as keyof typeof STEPS];
  const answer = operation.run(context, { session_id, ...input(args) });
  // A wait has a status in every answer (original).
  return action === "wait" ? answer.catch((error: unknown) => ({ status: "error", error: messageOf(error) })) : answer;
}

function unknownAction(action: unknown): unknown {
  const shown = typeof action === "string" ? action.slice(0, 80) : JSON.stringify(action)?.slice(0, 80);
  return { error: `Unknown process action: ${shown ?? "none"}. Use: ${ACTIONS.join(", ")}` };
}

/** Processes that the caller's task started, and those of its conversation. Without either, all of them. */
function scopeOf({ taskId, ownerTaskId, sessionKey }: ToolCaller): Input {
  const task = ownerTaskId || taskId;
  return { ...(task && { task_id: task }), ...(sessionKey && { session_key: sessionKey }) };
}
