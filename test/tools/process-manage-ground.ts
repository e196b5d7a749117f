import type { OpenOptions } from "../../src/compose.ts";
import type { StartOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { createTools } from "../../src/surfaces/tools/create-tools.ts";
import type { Tool, ToolCaller, ToolRunOptions } from "../../src/surfaces/tools/tool.ts";
import type { Bellhop } from "../../src/core/contract.ts";
import { logOf, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

/** Who calls, unless a test says otherwise. */
export const ME: ToolCaller & { readonly taskId: string; readonly sessionKey: string } = {
  taskId: "task-1",
  sessionKey: "chat",
};

/** A real registry with the tool over it. */
export interface Ground {
  readonly registry: Registry;
  /** What the tool answers, read from its JSON. */
  manage(args: unknown, caller?: ToolCaller, options?: ToolRunOptions): Promise<Record<string, unknown>>;
  /** Starts a command of the caller's; resolves with its id when it has printed `printed`. */
  start(command: string, options?: Partial<StartOptions>, printed?: string): Promise<string>;
  /** The same, and waits for its end without consuming it. */
  ended(command: string, options?: Partial<StartOptions>): Promise<string>;
}

export async function ground(options: OpenOptions = {}): Promise<Ground> {
  const registry = await testRegistry(options);
  const start: Ground["start"] = async (command, options = {}, printed = "") => {
    const { id } = await startPlain(registry, command, { ...ME, ...options });
    await until(async () => (await outputOf(registry, id)).includes(printed), { what: `${printed} of ${command}` });
    return id;
  };
  return {
    registry,
    start,
    manage: (args, caller = ME, options = {}) => call(manageTool(registry, caller), args, options),
    ended: async (command, options) => {
      const id = await start(command, options);
      await until(async () => (await registry.get(id))?.status === "exited", { what: `the end of ${command}` });
      return id;
    },
  };
}

export function manageTool(bellhop: Bellhop, caller: ToolCaller): Tool {
  const tool = createTools(bellhop, caller).find(({ name }) => name === "process_manage");
  if (tool === undefined) throw new Error("There is no process_manage.");
  return tool;
}

export async function call(tool: Tool, args: unknown, options: ToolRunOptions = {}): Promise<Record<string, unknown>> {
  return JSON.parse(await tool.run(args, options)) as Record<string, unknown>;
}

async function outputOf(registry: Registry, id: string): Promise<string> {
  return (await logOf(registry, id, { consumeOutput: false })).output;
}
