import { expect, test } from "vitest";

import { testRegistry } from "../support/registry.ts";

test("[NOTICE-24] a text says whose subagent it is, in local time, and that the model was rejected; all masked", async () => {
  const secret = "ghp_1234567890abcdefghijklmnopqrstuvwxyz";
  const registry = await testRegistry({
    surfaceSubagentEvents: true,
    delegation: { model: "acme/big-1", provider: "acme" },
    subagent: (id) => (id === "sa-1" ? { delegation: "deleg_1", goal: `use ${secret}` } : undefined),
  });
  const { id } = await registry.start({ command: "true", shell: "plain", taskId: "sa-1", notifyOnComplete: true });
  await registry.waitForPendingCompletions();
  await registry.post({
    type: "async_delegation",
    delegationId: "deleg_1",
    status: "error",
    error: "HTTP 400: acme/big-1 is not a valid model ID",
    dispatchedAt: 1_700_000_000,
    completedAt: 1_700_000_060,
  });
  const texts = (await registry.drain()).map(({ text }) => text);
  expect(texts[0]).toMatch(
    new RegExp(`${id} completed normally[^]*Started by subagent sa-1 of delegation deleg_1. Task: "use `),
  );
  expect(texts[1]).toMatch(/Dispatched: 2023-11-1\d \d\d:\d\d:20 \(1m ago\)[^]*SUBAGENT MODEL REJECTED: .*acme\/big-1/);
  expect(texts.join("\n")).not.toContain(secret);
});
