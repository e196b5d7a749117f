import { beforeEach, expect, test } from "vitest";

import { runAgent, type Message, type SdkTool, type ToolResultPart } from "../../examples/vercel-ai-sdk.ts";
import { testRegistry } from "../support/registry.ts";
import { scriptedModel, withoutLoginFiles, type Call } from "./script.ts";

beforeEach(withoutLoginFiles);

type Schema = Record<string, unknown>;
type Tools = Record<string, SdkTool<{ readonly jsonSchema: Schema }>>;

test("[MCP-19] an agent on the AI SDK of Vercel sleeps until its build has failed, and reads why", async () => {
  const registry = await testRegistry();
  const model = scriptedModel();
  const messages = await runAgent(registry, {
    sessionKey: "chat",
    prompt: "Build it.",
    jsonSchema: (jsonSchema: Schema) => ({ jsonSchema }),
    generate: ({ tools, messages: soFar }) => generate(model, tools, soFar),
  });
  expect(model.isDone()).toBe(true);
  expect(messages.map(({ role }) => role)).toEqual(
    Array.from({ length: 2 }, () => ["user", "assistant", "tool", "assistant"]).flat(),
  );
  expect(await registry.pending({ sessionKey: "chat" })).toEqual([]);
});

/** The loop of `generateText`, as far as it matters here: it runs the tools and puts their results behind the calls. */
async function generate(
  model: ReturnType<typeof scriptedModel>,
  tools: Tools,
  soFar: readonly Message[],
): Promise<Message[]> {
  expect(tools["process_manage"]?.inputSchema.jsonSchema).toMatchObject({ type: "object", required: ["action"] });
  const added: Message[] = [];
  for (;;) {
    const step = model.next(textsOf(added.at(-1) ?? soFar.at(-1)));
    if ("says" in step) return [...added, { role: "assistant", content: [{ type: "text", text: step.says }] }];
    const results = await Promise.all(step.calls.map((call) => resultOf(tools, call)));
    added.push(
      {
        role: "assistant",
        content: step.calls.map(({ id, name, input }) => ({
          type: "tool-call",
          toolCallId: id,
          toolName: name,
          input,
        })),
      },
      { role: "tool", content: results },
    );
  }
}

async function resultOf(tools: Tools, { id, name, input }: Call): Promise<ToolResultPart> {
  const tool = tools[name];
  const value = tool ? await tool.execute(input, {}) : { error: `Model tried to call unavailable tool '${name}'.` };
  return { type: "tool-result", toolCallId: id, toolName: name, output: { type: "json", value } };
}

function textsOf(message: Message | undefined): readonly string[] {
  if (message?.role === "user") return [message.content];
  if (message?.role !== "tool") throw new Error("The last message is not for the model.");
  return message.content.map(({ output }) => JSON.stringify(output.value));
}
