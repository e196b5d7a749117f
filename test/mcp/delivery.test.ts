import { describe, expect, test } from "vitest";

import type { Bellhop } from "../../src/core/contract.ts";
import { Deliveries } from "../../src/surfaces/mcp/deliveries.ts";
import { KeptOnes } from "../../src/surfaces/mcp/kept.ts";
import { Mailbox } from "../../src/surfaces/mcp/mailbox.ts";
import { scoped } from "../../src/surfaces/mcp/scoped.ts";
import { eventOf } from "../support/fake-answers.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";

const OPTIONS = { sessionKey: "talk", allProcesses: false, readOnly: false, allow: [], deny: [] };

function desk(): { readonly bellhop: FakeBellhop; readonly mailbox: Mailbox; readonly deliveries: Deliveries } {
  const bellhop = new FakeBellhop();
  for (const [id, session] of [
    ["a", "talk"],
    ["b", "talk"],
    ["c", "other"],
    ["d", ""],
  ] as const)
    bellhop.tell(eventOf(id, session));
  const mailbox = new Mailbox(scoped(bellhop, OPTIONS));
  return { bellhop, mailbox, deliveries: new Deliveries(mailbox) };
}

const idsOf = async (mailbox: Mailbox): Promise<readonly string[]> =>
  (await mailbox.take()).map(({ eventId }) => eventId);
const queued = (bellhop: FakeBellhop): readonly string[] => bellhop.waiting.map(({ eventId }) => eventId);

describe("events on their way", () => {
  test("[MCP-6, MCP-7] only the caller's; who holds them has them alone; taken when they were sent", async () => {
    const { bellhop, mailbox, deliveries } = desk();
    deliveries.attach(1, await idsOf(mailbox));
    expect(await idsOf(mailbox)).toEqual([]);
    expect(queued(bellhop)).toHaveLength(4);
    await deliveries.sent(1);
    expect(queued(bellhop)).toEqual(["event-c", "event-d"]);
    expect(await idsOf(mailbox)).toEqual([]);
  });

  test.each([
    ["the client went away", (deliveries: Deliveries) => deliveries.lost(1)],
    ["the connection ended", (deliveries: Deliveries) => deliveries.close()],
  ])("[MCP-6] when %s before the answer left, the next answer has them", async (_, end) => {
    const { mailbox, deliveries } = desk();
    deliveries.attach(1, await idsOf(mailbox));
    end(deliveries);
    expect(await idsOf(mailbox)).toEqual(["event-a", "event-b"]);
  });

  test("[MCP-6] an answer that comes too late for its client holds nothing", async () => {
    const { mailbox, deliveries } = desk();
    deliveries.begin(1);
    deliveries.lost(1);
    deliveries.attach(1, await idsOf(mailbox));
    expect(await idsOf(mailbox)).toEqual(["event-a", "event-b"]);
  });

  test("[MCP-6] one that cannot be taken is told again", async () => {
    const { bellhop } = desk();
    const own: Bellhop = { ...scoped(bellhop, OPTIONS), acknowledge: () => Promise.reject(new Error("gone")) };
    const mailbox = new Mailbox(own);
    const ids = await idsOf(mailbox);
    await expect(mailbox.sent(ids)).rejects.toThrow("gone");
    expect(await idsOf(mailbox)).toEqual(ids);
  });

  test("[MCP-4] an answer carries a bounded number of bytes of events, and at least one", async () => {
    const bellhop = new FakeBellhop();
    for (const id of ["a", "b", "c"]) bellhop.tell({ ...eventOf(id, "talk"), text: "x".repeat(40_000) });
    const mailbox = new Mailbox(scoped(bellhop, OPTIONS));
    expect([await idsOf(mailbox), await idsOf(mailbox), await idsOf(mailbox)]).toEqual([
      ["event-a"],
      ["event-b"],
      ["event-c"],
    ]);
  });
});

test("[MCP-16] what is kept is bounded, and what is in use is never ended", async () => {
  const closed: string[] = [];
  const kept = new KeptOnes<{ name: string; close: () => Promise<void> }>(2);
  const put = (name: string): Promise<boolean> => kept.put(name, { name, close: async () => void closed.push(name) });
  expect([await put("a"), await put("b")]).toEqual([true, true]);
  await kept.use("a", async () => {
    await put("c");
    expect(closed).toEqual(["b"]);
    await kept.use("c", async () => expect(await put("d")).toBe(false));
  });
  expect(await kept.use("b", async () => 1)).toBeUndefined();
  await kept.close();
  expect(closed).toEqual(["b", "a", "c"]);
});
