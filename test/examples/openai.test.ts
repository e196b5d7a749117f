import { beforeEach, expect, test } from "vitest";

import { runAgent, type Message, type Reply } from "../../examples/openai.ts";
import { testRegistry } from "../support/registry.ts";
import { scriptedModel, withoutLoginFiles, type Step } from "./script.ts";

beforeEach(withoutLoginFiles);

test("[MCP-19] an agent on the Chat Completions API of OpenAI sleeps until its build has failed, and reads why", async () => {
  const registry = await testRegistry();
  const model = scriptedModel();
  const messages = await runAgent(registry, {
    sessionKey: "chat",
    prompt: "Build it.",
    callModel: async ({ tools, messages: soFar }) => {
      expect(tools).toContainEqual({
        type: "function",
        function: {
          name: "process_manage",
          description: expect.stringContaining("poll") as unknown,
          parameters: expect.objectContaining({ type: "object", required: ["action"] }) as unknown,
        },
      });
      return replyOf(model.next(textsOf(soFar)));
    },
  });
  expect(model.isDone()).toBe(true);
  expect(messages.map(({ role }) => role).join(" ")).toBe(
    "user assistant tool tool tool assistant user assistant tool assistant",
  );
  expect(messages.flatMap((one) => (one.role === "tool" ? [one.tool_call_id] : []))).toEqual(["1", "2", "3", "4"]);
  expect(await registry.pending({ sessionKey: "chat" })).toEqual([]);
});

test("[MCP-19] arguments that are no JSON are answered", async () => {
  const replies: Reply[] = [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "1", type: "function", function: { name: "terminal", arguments: "{oops" } }],
    },
    { role: "assistant", content: "I see." },
  ];
  const messages = await runAgent(await testRegistry(), {
    sessionKey: "chat",
    prompt: "Build it.",
    callModel: async () => replies.shift() ?? { role: "assistant", content: "" },
  });
  expect(messages[2]).toMatchObject({ role: "tool", content: expect.stringContaining("must be an object") as unknown });
});

function replyOf(step: Step): Reply {
  if ("says" in step) return { role: "assistant", content: step.says };
  const calls = step.calls.map(({ id, name, input }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: null, tool_calls: calls };
}

/** What came after the model's last word. */
function textsOf(messages: readonly Message[]): readonly string[] {
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).map(({ content }) => content ?? "");
}
