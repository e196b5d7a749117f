import { beforeEach, expect, test } from "vitest";

import { runAgent, type Message } from "../../examples/anthropic.ts";
import { testRegistry } from "../support/registry.ts";
import { scriptedModel, withoutLoginFiles } from "./script.ts";

beforeEach(withoutLoginFiles);

test("[MCP-19] an agent on the Messages API of Anthropic sleeps until its build has failed, and reads why", async () => {
  const registry = await testRegistry();
  const model = scriptedModel();
  const messages = await runAgent(registry, {
    sessionKey: "chat",
    prompt: "Build it.",
    callModel: async ({ tools, messages: soFar }) => {
      expect(tools).toContainEqual({
        name: "process_manage",
        description: expect.stringContaining("poll") as unknown,
        input_schema: expect.objectContaining({ type: "object", required: ["action"] }) as unknown,
      });
      const step = model.next(textsOf(soFar.at(-1)));
      if ("says" in step) return { content: [{ type: "text", text: step.says }] };
      return { content: step.calls.map((call) => ({ type: "tool_use", ...call })) };
    },
  });
  expect(model.isDone()).toBe(true);
  expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 4 }, () => ["user", "assistant"]).flat());
  expect(messages[2]?.content).toMatchObject([
    { type: "tool_result", tool_use_id: "1" },
    { type: "tool_result", tool_use_id: "2" },
    { type: "tool_result", tool_use_id: "3" },
  ]);
  expect(await registry.pending({ sessionKey: "chat" })).toEqual([]);
});

function textsOf(message: Message | undefined): readonly string[] {
  if (message?.role !== "user") throw new Error("The last message is not for the model.");
  return typeof message.content === "string" ? [message.content] : message.content.map(({ content }) => content);
}
