import type { Bellhop } from "../../core/contract.ts";
import { createTools } from "../tools/create-tools.ts";
import { foregroundLimits, type ForegroundLimits } from "../tools/terminal-limits.ts";
import type { Tool } from "../tools/tool.ts";
import { Mailbox } from "./mailbox.ts";
import { callerOf, type McpOptions } from "./options.ts";
import { scoped } from "./scoped.ts";
import { factsOf, readOnly, type ToolFacts } from "./tool-facts.ts";

/** A tool and what MCP wants to know of it. */
export interface McpTool extends Tool {
  readonly facts: ToolFacts;
}

/** What one caller has, however many connections it has. */
export interface Conversation {
  /** Only the caller's own. */
  readonly bellhop: Bellhop;
  readonly tools: readonly McpTool[];
  readonly mailbox: Mailbox;
  /** How long a command may take before its call is answered. */
  readonly foreground: ForegroundLimits;
  /** The calls in progress. */
  readonly calls: Set<Promise<unknown>>;
  /** The same tools, for one call; `onStart` is told the id of what it starts. */
  toolsOfCall(onStart: (id: string) => void): readonly McpTool[];
}

export function conversation(bellhop: Bellhop, options: McpOptions): Conversation {
  const own = scoped(bellhop, options);
  return {
    bellhop: own,
    tools: toolsOver(own, options),
    mailbox: new Mailbox(own),
    foreground: foregroundLimits(callerOf(options)),
    calls: new Set(),
    toolsOfCall: (onStart) => toolsOver(telling(own, onStart), options),
  };
}

function toolsOver(own: Bellhop, options: McpOptions): readonly McpTool[] {
  const tools = createTools(own, callerOf(options));
  if (options.readOnly) return tools.map(readOnly).filter((tool) => tool !== null);
  return tools.map((tool) => ({ ...tool, facts: factsOf(tool.name) }));
}

function telling(bellhop: Bellhop, onStart: (id: string) => void): Bellhop {
  const start: Bellhop["start"] = async (options) => {
    const started = await bellhop.start(options);
    onStart(started.id);
    return started;
  };
  return { ...bellhop, start };
}
