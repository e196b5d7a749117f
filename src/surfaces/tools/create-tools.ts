import type { Bellhop } from "../../core/contract.ts";
import { processManage } from "./process-manage.ts";
import { terminal } from "./terminal.ts";
import type { Tool, ToolCaller } from "./tool.ts";

/** The tools for a model, over a registry or a connection, for one caller. */
export function createTools(bellhop: Bellhop, caller: ToolCaller = {}): readonly Tool[] {
  return [processManage(bellhop, caller), terminal(bellhop, caller)];
}
