/**
 * An agent on the AI SDK of Vercel (5 and later) that runs commands with Bellhop. The SDK has a loop of its own, so all that
 * it needs is `toolSet`, and to be told of what happens in the background:
 *
 *     import { generateText, jsonSchema, stepCountIs } from "ai";
 *
 *     await runAgent(await connect(), {
 *       sessionKey: "chat-1",
 *       prompt: "Run the tests and mend what fails.",
 *       jsonSchema,
 *       generate: async ({ tools, messages }) =>
 *         (await generateText({ model: "…", tools, messages, stopWhen: stepCountIs(50) })).response.messages,
 *     });
 *
 * The types below are the part of the SDK that is needed here; where it is installed, take its ToolSet and ModelMessage instead.
 */
import { createTools, type Bellhop, type Tool } from "bellhop";

export interface SdkTool<Schema> {
  description: string;
  inputSchema: Schema;
  execute: (input: unknown, options: { abortSignal?: AbortSignal | undefined }) => Promise<unknown>;
}

export type Message =
  | { role: "user"; content: string }
  | { role: "assistant"; content: string | (TextPart | ToolCallPart)[] }
  | { role: "tool"; content: ToolResultPart[] };

export interface TextPart {
  type: "text";
  text: string;
}

export interface ToolCallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface ToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "json"; value: unknown };
}

export interface AgentOptions<Schema> {
  /** The conversation: it owns what the agent starts, and is told of it. */
  sessionKey: string;
  prompt: string;
  /** The function of this name of the SDK. */
  jsonSchema: (schema: Record<string, unknown>) => Schema;
  /** Calls the model, and the tools that it wants, until it is content. Gives the new messages. */
  generate: (request: { tools: Record<string, SdkTool<Schema>>; messages: Message[] }) => Promise<Message[]>;
}

/** Works until the model is content and nothing runs any more that it wants to be told of. Gives the whole conversation. */
export async function runAgent<Schema>(bellhop: Bellhop, options: AgentOptions<Schema>): Promise<Message[]> {
  const { sessionKey, prompt, jsonSchema, generate } = options;
  const tools = toolSet(createTools(bellhop, { taskId: sessionKey, sessionKey }), jsonSchema);
  const messages: Message[] = [{ role: "user", content: prompt }];
  messages.push(...(await generate({ tools, messages })));
  for (;;) {
    // The agent sleeps until a command that it has started with `notify` has ended.
    await bellhop.waitForPendingCompletions({ ownerTaskId: sessionKey });
    const told = await bellhop.pending({ sessionKey });
    if (told.length === 0) return messages;
    messages.push({ role: "user", content: told.map(({ text }) => text).join("\n\n") });
    messages.push(...(await generate({ tools, messages })));
    // Only now: what a crash has kept the model from reading is told again.
    await bellhop.acknowledge(told.map(({ eventId }) => eventId));
  }
}

/** The tools of Bellhop as the SDK takes them, by name. What goes wrong is in the object that they answer with. */
export function toolSet<Schema>(
  tools: readonly Tool[],
  jsonSchema: AgentOptions<Schema>["jsonSchema"],
): Record<string, SdkTool<Schema>> {
  return Object.fromEntries(
    tools.map((tool) => [
      tool.name,
      {
        description: tool.description,
        inputSchema: jsonSchema({ ...tool.inputSchema }),
        execute: async (input, { abortSignal }) =>
          JSON.parse(await tool.run(input, abortSignal ? { signal: abortSignal } : {})) as unknown,
      },
    ]),
  );
}
