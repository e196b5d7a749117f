/**
 * An agent on OpenAI's Chat Completions API, which many other providers speak, too, that runs commands with Bellhop. With the
 * real model:
 *
 *     const client = new OpenAI();
 *     await runAgent(await connect(), {
 *       sessionKey: "chat-1",
 *       prompt: "Run the tests and mend what fails.",
 *       callModel: async (request) =>
 *         (await client.chat.completions.create({ model: "…", ...request })).choices[0].message,
 *     });
 *
 * The types below are the part of the API that is needed here; where its SDK is installed, take those of
 * OpenAI.Chat.Completions instead: ChatCompletionTool, ChatCompletionMessageParam, ChatCompletionMessage.
 */
import { createTools, type Bellhop, type Tool } from "bellhop";

export interface ToolDefinition {
  type: "function";
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

export interface ToolCall {
  id: string;
  type: "function";
  /** The arguments are JSON, as the model wrote it. */
  function: { name: string; arguments: string };
}

export interface Reply {
  role: "assistant";
  content: string | null;
  tool_calls?: ToolCall[];
}

export type Message =
  | Reply
  | { role: "user"; content: string }
  | { role: "tool"; tool_call_id: string; content: string };

export interface AgentOptions {
  /** The conversation: it owns what the agent starts, and is told of it. */
  sessionKey: string;
  prompt: string;
  callModel: (request: { tools: ToolDefinition[]; messages: Message[] }) => Promise<Reply>;
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
    const reply = await callModel({ tools: tools.map(definition), messages });
    messages.push(reply);
    const calls = reply.tool_calls ?? [];
    if (calls.length === 0) return;
    messages.push(...(await Promise.all(calls.map((call) => run(tools, call)))));
  }
}

/** A tool of Bellhop as this API wants it. Not `strict`: most arguments may be left out. */
function definition({ name, description, inputSchema }: Tool): ToolDefinition {
  return { type: "function", function: { name, description, parameters: { ...inputSchema } } };
}

/** What goes wrong is in the JSON of the answer, in words for the model; `run` never rejects. */
async function run(tools: readonly Tool[], { id, function: { name, arguments: json } }: ToolCall): Promise<Message> {
  const tool = tools.find((one) => one.name === name);
  return { role: "tool", tool_call_id: id, content: tool ? await tool.run(parsed(json)) : `There is no tool ${name}.` };
}

/** A model may write what is no JSON; the tool answers that then, too. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
