import type { CallerContext } from "../../core/contract.ts";
import type { BellhopEvent } from "../../core/notify/event.ts";
import { ownerOf } from "../../core/notify/owns.ts";
import type { Owned } from "../../core/owner.ts";
import type { ToolCaller } from "../tools/tool.ts";

/** Whose turn it is in a conversation over MCP, and what it may do. */
export interface McpOptions {
  /** The conversation: what it starts belongs to it, and its events are told here. */
  readonly sessionKey: string;
  /** The task, when there is one; processes of it belong to the caller, too. */
  readonly ownerTaskId?: string;
  /** See and touch every process, not only those of the caller: for operators. */
  readonly allProcesses: boolean;
  /** Only look. */
  readonly readOnly: boolean;
  /** When there is one, a command must be allowed by one of them. */
  readonly allow: readonly string[];
  /** What no command may do. Wins over `allow`. */
  readonly deny: readonly string[];
  /** Where jobs run. Default: this host. */
  readonly environment?: string;
  /** What jobs take over. Default: what the way to the registry gives them. */
  readonly caller?: CallerContext;
}

/** The same for the tools. */
export function callerOf({ sessionKey, ownerTaskId, allProcesses, caller, environment }: McpOptions): ToolCaller {
  return {
    sessionKey,
    ...(ownerTaskId && { ownerTaskId }),
    ...(allProcesses && { scope: "all" }),
    ...(caller && { caller }),
    ...(environment && { environment }),
  };
}

/** Whether a process belongs to the caller: to its conversation or to its task. */
function isOwn({ sessionKey, ownerTaskId }: Owned, options: McpOptions): boolean {
  return (
    (options.sessionKey !== "" && sessionKey === options.sessionKey) ||
    (Boolean(options.ownerTaskId) && ownerTaskId === options.ownerTaskId)
  );
}

/** Whether an event is the caller's. One that belongs to nobody is not: somebody else waits for it. */
export function isOwnEvent(event: BellhopEvent, options: McpOptions): boolean {
  return isOwn(ownerOf(event), options);
}
