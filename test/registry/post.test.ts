import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { ToldEvent } from "../../src/core/contract.ts";
import type { AsyncDelegationEvent } from "../../src/core/notify/delegation.ts";
import { reopen, testRegistry } from "../support/registry.ts";

const DELEGATION: AsyncDelegationEvent = {
  type: "async_delegation",
  delegationId: "deleg_1",
  sessionKey: "s1",
  summary: "done",
};

describe("[QUEUE-9] the result of a delegation", () => {
  test("is kept over a restart, is marked as restored, and is told once", async () => {
    const registry = await testRegistry();
    const eventId = await registry.post(DELEGATION);
    expect((await registry.pending({ sessionKey: "s1" })).map(({ event }) => event)).toEqual([DELEGATION]);
    const again = await reopen(registry);
    expect(await again.drain()).toEqual([]);
    const [told] = await again.drain({ sessionKey: "s1" });
    expect([told?.eventId, told?.event]).toEqual([eventId, { ...DELEGATION, restored: true }]);
    expect(told?.text).toContain("done");
    const third = await reopen(again);
    expect(await third.drain({ sessionKey: "s1" })).toEqual([]);
  });

  test("is there once when it is posted again while it waits, also after a restart", async () => {
    const registry = await testRegistry();
    const first = await registry.post(DELEGATION);
    const again = await reopen(registry);
    expect([await again.post(DELEGATION), await again.post({ ...DELEGATION, restored: true })]).toEqual([first, first]);
    const failed = await again.post({ ...DELEGATION, taskFailureNotice: true });
    expect([failed === first, (await again.pending({ sessionKey: "s1" })).length]).toEqual([false, 2]);
  });

  test("has its texts masked, and its names left alone", async () => {
    const registry = await testRegistry();
    const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
    await registry.post({
      ...DELEGATION,
      delegationId: token,
      summary: `the token is ${token}`,
      results: [{ summary: token, unreadCompletions: [{ sessionId: "proc_1", output: token }] }],
      extra: { deep: [token] },
    } as AsyncDelegationEvent);
    const [told] = await registry.pending();
    const { delegationId, ...texts } = (told as ToldEvent).event as AsyncDelegationEvent;
    expect([delegationId, JSON.stringify(texts).includes("0123456789")]).toEqual([token, false]);
    expect(JSON.stringify(texts).match(/ghp_01\.\.\.wxyz/g)?.length).toBe(4);
    const [file] = readdirSync(join(registry.home, "queue"));
    expect(readFileSync(join(registry.home, "queue", file ?? ""), "utf8")).not.toContain(`is ${token}`);
  });

  const cycle: Record<string, unknown> = { ...DELEGATION };
  cycle["results"] = [cycle];
  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ["nothing", null, /event must be an object/],
    ["another type", { ...DELEGATION, type: "completion" }, /event must be an object with type "async_delegation"/],
    ["no id", { type: "async_delegation" }, /delegationId must be a text/],
    ["an empty id", { ...DELEGATION, delegationId: "" }, /delegationId must be a text of 1 to/],
    ["a number for a text", { ...DELEGATION, summary: 1 }, /summary must be a text/],
    ["a text for a list", { ...DELEGATION, goals: "g" }, /goals must be a list of texts/],
    ["more than a mebibyte", { ...DELEGATION, summary: "x".repeat(1_048_577) }, /event must be at most 1048576 bytes/],
    ["a circle", cycle, /event must be plain data/],
  ];
  test.each(wrong)("is refused with %s", async (_, event, message) => {
    const registry = await testRegistry();
    await expect(registry.post(event as AsyncDelegationEvent)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(registry.post(event as AsyncDelegationEvent)).rejects.toThrow(message);
    expect(await registry.pending()).toEqual([]);
  });
});
