import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test, vi } from "vitest";

import type { StartedProcess } from "../../src/core/results.ts";
import { conversation } from "../../src/surfaces/mcp/conversation.ts";
import { Deliveries } from "../../src/surfaces/mcp/deliveries.ts";
import { scoped } from "../../src/surfaces/mcp/scoped.ts";
import { createServer } from "../../src/surfaces/mcp/server.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";

const OPTIONS = { sessionKey: "talk", allProcesses: true, readOnly: false, allow: [], deny: [] };

/** A client of a server whose waits end at once, and how many seconds each of them was to last. */
async function impatient(): Promise<{ readonly client: Client; readonly asked: (number | undefined)[] }> {
  const asked: (number | undefined)[] = [];
  const bellhop = scoped(new FakeBellhop(), OPTIONS);
  const id = "proc_000000000001";
  const talk = conversation(
    {
      ...bellhop,
      start: async () => ({ id, sessionId: id, pid: 1, command: "x", status: "running" }) as unknown as StartedProcess,
      wait: async (_, options) => {
        asked.push(options?.timeoutSeconds);
        return { status: "timeout" };
      },
    },
    OPTIONS,
  );
  const server = createServer({ conversation: talk, deliveries: new Deliveries(talk.mailbox), era: "legacy" });
  const client = new Client({ name: "test", version: "1" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return { client, asked };
}

test("[MCP-14] a wait without a time is short, unless its client sees progress", async () => {
  const { client, asked } = await impatient();
  const wait = { name: "process_manage", arguments: { action: "wait", session_id: "proc_000000000001" } };
  await client.callTool(wait);
  await client.callTool({ ...wait, arguments: { ...wait.arguments, timeout: 120 } });
  await client.callTool(wait, { onprogress: () => undefined });
  expect(asked).toEqual([50, 120, undefined]);
});

test("[MCP-21] a command in the foreground goes on in the background before its client gives up, unless that sees progress", async () => {
  vi.stubEnv("TERMINAL_TIMEOUT", undefined);
  const { client, asked } = await impatient();
  const run = async (more: object, options = {}): Promise<unknown> =>
    (await client.callTool({ name: "terminal", arguments: { command: "sleep 100", ...more } }, options))
      .structuredContent;
  const onprogress = (): void => undefined;
  expect(await run({})).toMatchObject({ status: "yielded_to_background", session_id: "proc_000000000001" });
  await run({ timeout: "120", background: "false" });
  await run({ timeout: 20 });
  await run({ timeout: 120 }, { onprogress });
  await run({}, { onprogress });
  expect(asked).toEqual([50, 50, 20, 120, 180]);
  expect(await run({ timeout: 601 })).toHaveProperty("promoted_from_foreground");
  expect(await run({ background: true })).toMatchObject({ output: "Background process started" });
  expect(await run({ timeout: "soon" })).toMatchObject({ error: expect.stringContaining("timeout") as unknown });
  expect(asked).toHaveLength(5);
  vi.unstubAllEnvs();
});
