import type { Bellhop } from "../../core/contract.ts";
import { createTools } from "../tools/create-tools.ts";
import type { Tool } from "../tools/tool.ts";
import { Mailbox } from "./mailbox.ts";
import type { McpOptions } from "./options.ts";
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
}

export function conversation(bellhop: Bellhop, options: McpOptions): Conversation {
  const own = scoped(bellhop, options);
  const { sessionKey, ownerTaskId } = options;
  const tools = createTools(own, { sessionKey, ...(ownerTaskId && { ownerTaskId }) });
  return {
    bellhop: own,
    tools: options.readOnly
      ? tools.map(readOnly).filter((tool) => tool !== null)
      : tools.map((tool) => ({ ...tool, facts: factsOf(tool.name) })),
    mailbox: new Mailbox(own),
  };
}
