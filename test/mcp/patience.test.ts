import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, onTestFinished, test } from "vitest";

import { conversation } from "../../src/surfaces/mcp/conversation.ts";
import { Deliveries } from "../../src/surfaces/mcp/deliveries.ts";
import { scoped } from "../../src/surfaces/mcp/scoped.ts";
import { createServer } from "../../src/surfaces/mcp/server.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";

const OPTIONS = { sessionKey: "talk", allProcesses: true, readOnly: false, allow: [], deny: [] };

test("[MCP-14] a wait without a time is short, unless its client sees progress", async () => {
  const asked: (number | undefined)[] = [];
  const bellhop = scoped(new FakeBellhop(), OPTIONS);
  const talk = conversation(
    {
      ...bellhop,
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
  const wait = { name: "process_manage", arguments: { action: "wait", session_id: "proc_000000000001" } };
  await client.callTool(wait);
  await client.callTool({ ...wait, arguments: { ...wait.arguments, timeout: 120 } });
  await client.callTool(wait, { onprogress: () => undefined });
  expect(asked).toEqual([50, 120, undefined]);
});
