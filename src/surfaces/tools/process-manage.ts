import { toSnakeCase } from "../../base/case.ts";
import { isObject, parseJson } from "../../base/json.ts";
import type { Bellhop } from "../../core/contract.ts";
import { messageOf } from "../../core/errors.ts";
import { TOOL_RESULT_MAX_CHARS } from "../../core/limits.ts";
import { kill } from "../../operations/kill.ts";
import type { CallOperation, OperationContext } from "../../operations/operation.ts";
import { log, poll } from "../../operations/output.ts";
import { screen } from "../../operations/screen.ts";
import { closeStdin, submit, write } from "../../operations/stdin.ts";
import { paste, sendKeys } from "../../operations/terminal.ts";
import { wait } from "../../operations/wait.ts";
import { handOff } from "./handoff.ts";
import { number, text } from "./lenient.ts";
import { OwnProcesses } from "./own-processes.ts";
import {
  dataInput,
  keysInput,
  logInput,
  meantBy,
  waitInput,
  type Arguments,
  type Input,
} from "./process-manage-arguments.ts";
import { waitForMany } from "./process-manage-many.ts";
import { fitAnswer, fitList, fitLog } from "./process-manage-result.ts";
import { ACTIONS, DESCRIPTION, INPUT_SCHEMA, type Action } from "./process-manage-schema.ts";
import type { Tool, ToolCaller, ToolRunOptions } from "./tool.ts";

interface Step {
  readonly operation: CallOperation;
  /** What the operation gets besides the id. */
  readonly input?: (args: Arguments, caller: ToolCaller) => Input;
  /** The answer in a size for a model. */
  readonly fit?: (answer: unknown, input: Input) => unknown;
}

/** What is about one process and is one operation. */
const STEPS: Readonly<Record<Exclude<Action, "list" | "handoff">, Step>> = {
  poll: { operation: poll },
  log: { operation: log, input: boundedLogInput, fit: fitLog },
  wait: { operation: wait, input: waitInput },
  kill: { operation: kill, input: (_, caller) => askerInput(caller) },
  write: { operation: write, input: dataInput },
  submit: { operation: submit, input: dataInput },
  close: { operation: closeStdin },
  screen: { operation: screen, input: (args) => number("scrollback", args) },
  keys: { operation: sendKeys, input: keysInput },
  paste: { operation: paste, input: (args) => ({ text: dataInput(args).data }) },
};

/** What one call works with. */
interface Turn {
  readonly context: OperationContext;
  readonly caller: ToolCaller;
  readonly own: OwnProcesses;
}

/** The tool `process_manage`. It takes what models get slightly wrong (a number as a text, null for nothing). */
export function processManage(bellhop: Bellhop, caller: ToolCaller): Tool {
  const own = new OwnProcesses(bellhop, caller);
  return {
    name: "process_manage",
    description: DESCRIPTION,
    inputSchema: INPUT_SCHEMA,
    run: async (args, { signal = new AbortController().signal, yieldSignal }: ToolRunOptions = {}) => {
      const context = { bellhop, signal, ...(yieldSignal && { yieldSignal }) };
      try {
        return JSON.stringify(await manage({ context, caller, own }, objectOf(args)));
      } catch (error) {
        return JSON.stringify({ error: messageOf(error) });
      }
    },
  };
}

/** Some programs hand the arguments on as the JSON text that the model wrote. */
function objectOf(args: unknown): unknown {
  return typeof args === "string" ? parseJson(args) : args;
}

async function manage(turn: Turn, args: unknown): Promise<unknown> {
  if (!isObject(args)) return { error: "The arguments of process_manage must be an object with an action." };
  const { action } = args;
  if (action === "list") return listOwn(turn, args);
  if (!isAction(action)) return unknownAction(action);
  const { ids, isList } = meantBy(args);
  const [sessionId] = ids;
  if (sessionId === undefined) return { error: `session_id is required for ${action}` };
  if (action === "wait")
    return (isList ? waitForMany(turn, ids, args) : step(turn, { action, sessionId, args })).catch(waitError);
  if (ids.length > 1) return { error: `${action} takes one session_id; only wait takes several.` };
  if (action !== "handoff") return step(turn, { action, sessionId, args });
  return handOff({ ...turn, bellhop: turn.context.bellhop, sessionId, note: text("data", args).data });
}

interface Stepping {
  readonly action: keyof typeof STEPS;
  readonly sessionId: string;
  readonly args: Arguments;
}

async function step({ context, caller, own }: Turn, { action, sessionId, args }: Stepping): Promise<unknown> {
  const { operation, input = () => ({}), fit = fitWhole } = STEPS[action];
  const wanted = input(args, caller);
  const id = await own.find(sessionId);
  if (id === null) return { status: "not_found", error: `No process with ID ${sessionId}` };
  return fit(await operation.run(context, { ...wanted, session_id: id }), wanted);
}

function fitWhole(answer: unknown): unknown {
  return fitAnswer(answer);
}

async function listOwn({ own }: Turn, args: Arguments): Promise<unknown> {
  const { offset } = number("offset", args);
  const skipped = typeof offset === "number" && offset > 0 ? Math.floor(offset) : 0;
  return fitList(toSnakeCase(await own.list()) as readonly unknown[], skipped);
}

/** What is new in pieces that fit: reading goes on behind the cursor, and nothing is left out. */
function boundedLogInput(args: Arguments): Input {
  const input = logInput(args);
  return input["since"] === undefined ? input : { ...input, max_bytes: TOOL_RESULT_MAX_CHARS };
}

/** Who asks: when that is not the owner, the owner is told. */
function askerInput({ taskId, ownerTaskId, sessionKey }: ToolCaller): Input {
  const task = ownerTaskId || taskId;
  if (!task && !sessionKey) return {};
  return { asker: { ...(task && { owner_task_id: task }), ...(sessionKey && { session_key: sessionKey }) } };
}

/** A wait has a status in every answer (original). */
function waitError(error: unknown): unknown {
  return { status: "error", error: messageOf(error) };
}

function isAction(action: unknown): action is Exclude<Action, "list"> {
  return ACTIONS.some((known) => known === action);
}

function unknownAction(action: unknown): unknown {
  const shown = typeof action === "string" ? action.slice(0, 80) : JSON.stringify(action)?.slice(0, 80);
  return { error: `Unknown process action: ${shown ?? "none"}. Use: ${ACTIONS.join(", ")}` };
}
