/**
 * An agent on Anthropic's Messages API that runs commands with Bellhop. With the real model:
 *
 *     const client = new Anthropic();
 *     await runAgent(await connect(), {
 *       sessionKey: "chat-1",
 *       prompt: "Run the tests and mend what fails.",
 *       callModel: (request) => client.messages.create({ model: "…", max_tokens: 4096, ...request }),
 *     });
 *
 * The types below are the part of the API that is needed here; where its SDK is installed, take Anthropic.Tool,
 * Anthropic.MessageParam and Anthropic.ContentBlock instead.
 */
import { createTools, type Bellhop, type Tool } from "bellhop";

export interface ToolDefinition {
  name: string;
  description: string;
  input_schema: { type: "object" };
}

export interface ToolUse {
  type: "tool_use";
  id: string;
  name: string;
  input: unknown;
}

export interface ToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
}

export type Block = { type: "text"; text: string } | ToolUse;

export type Message = { role: "assistant"; content: Block[] } | { role: "user"; content: string | ToolResult[] };

export interface AgentOptions {
  /** The conversation: it owns what the agent starts, and is told of it. */
  sessionKey: string;
  prompt: string;
  callModel: (request: { tools: ToolDefinition[]; messages: Message[] }) => Promise<{ content: Block[] }>;
}

/** Works until the model is content and nothing runs any more that it wants to be told of. Gives the whole conversation. */
export async function runAgent(bellhop: Bellhop, { sessionKey, prompt, callModel }: AgentOptions): Promise<Message[]> {
  const tools = createTools(bellhop, { taskId: sessionKey, sessionKey });
  const messages: Message[] = [{ role: "user", content: prompt }];
  await takeTurn(tools, messages, callModel);
  for (;;) {
    // The agent sleeps until a command that it has started with `notify` has ended.
    await bellhop.waitForPendingCompletions({ ownerTaskId: sessionKey });
    const told = await bellhop.pending({ sessionKey });
    if (told.length === 0) return messages;
    messages.push({ role: "user", content: told.map(({ text }) => text).join("\n\n") });
    await takeTurn(tools, messages, callModel);
    // Only now: what a crash has kept the model from reading is told again.
    await bellhop.acknowledge(told.map(({ eventId }) => eventId));
  }
}

async function takeTurn(
  tools: readonly Tool[],
  messages: Message[],
  callModel: AgentOptions["callModel"],
): Promise<void> {
  for (;;) {
    const { content } = await callModel({ tools: tools.map(definition), messages });
    messages.push({ role: "assistant", content });
    const calls = content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return;
    messages.push({ role: "user", content: await Promise.all(calls.map((call) => run(tools, call))) });
  }
}

/** A tool of Bellhop as this API wants it. */
function definition({ name, description, inputSchema }: Tool): ToolDefinition {
  return { name, description, input_schema: { ...inputSchema, type: "object" } };
}

/** What goes wrong is in the JSON of the answer, in words for the model; `run` never rejects. */
async function run(tools: readonly Tool[], { id, name, input }: ToolUse): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  return { type: "tool_result", tool_use_id: id, content: tool ? await tool.run(input) : `There is no tool ${name}.` };
}
