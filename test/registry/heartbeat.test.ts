import { describe, expect, test } from "vitest";

import { HEARTBEAT_TICK_MS } from "../../src/core/limits.ts";
import type { HeartbeatEvent } from "../../src/core/notify/event.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { JumpingClock } from "../support/jumping-clock.ts";
import { anyNumber } from "../support/matchers.ts";
import { pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { ended } from "../support/watching.ts";

const SECOND_MS = 1_000;

async function beats(registry: Registry): Promise<readonly HeartbeatEvent[]> {
  return (await registry.pending()).map(({ event }) => event).filter((event) => event.type === "heartbeat");
}

const told = async (registry: Registry) => (await beats(registry)).map(({ seq, output }) => [seq, output]);

async function startEcho(registry: Registry, heartbeatSeconds: number): Promise<string> {
  const { id } = await startPlain(registry, "exec cat", { stdin: "pipe", heartbeatSeconds, sessionKey: "chat" });
  return id;
}

/** Lets it print, and waits until that is in its log. */
async function print(registry: Registry, id: string, text: string): Promise<void> {
  const { cursor } = await pollOf(registry, id);
  await registry.write(id, text);
  await until(async () => (await pollOf(registry, id)).cursor === cursor + Buffer.byteLength(text));
}

async function opened(heartbeatSeconds: number): Promise<{ clock: JumpingClock; registry: Registry; id: string }> {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  return { clock, registry, id: await startEcho(registry, heartbeatSeconds) };
}

test("[HEARTBEAT-1, HEARTBEAT-2, HEARTBEAT-3] each has a number and the new output; without any there is none", async () => {
  const { clock, registry, id } = await opened(90);
  await print(registry, id, "one\n");
  clock.advance(80 * SECOND_MS);
  expect(await beats(registry)).toEqual([]);
  clock.advance(15 * SECOND_MS);
  const [first] = await beats(registry);
  expect(first).toMatchObject({ sessionId: id, sessionKey: "chat", interval: 90, startedAt: anyNumber() });
  expect(first?.elapsed).toBeGreaterThanOrEqual(90);
  expect(await told(registry)).toEqual([[1, "one\n"]]);
  clock.advance(3_600 * SECOND_MS);
  expect((await beats(registry)).length).toBe(1);
  await print(registry, id, "two\n");
  await print(registry, id, "three\n");
  clock.advance(95 * SECOND_MS);
  expect(await told(registry)).toEqual([
    [1, "one\n"],
    [2, "two\nthree\n"],
  ]);
});

test("[HEARTBEAT-1] less than 60 s counts as 60", async () => {
  const { clock, registry, id } = await opened(1);
  await print(registry, id, "one\n");
  clock.advance(54 * SECOND_MS);
  expect(await beats(registry)).toEqual([]);
  clock.advance(6 * SECOND_MS + HEARTBEAT_TICK_MS);
  expect((await beats(registry)).map(({ interval }) => interval)).toEqual([60]);
});

test("[HEARTBEAT-4] the end of much output, and how many characters came before", async () => {
  const { clock, registry, id } = await opened(60);
  const text = `${"0123456789".repeat(9)}12345678\n`.repeat(30);
  await print(registry, id, text);
  clock.advance(70 * SECOND_MS);
  const output = (await beats(registry))[0]?.output ?? "";
  const [line = "", ...rest] = output.split("\n");
  expect(line).toBe(`...(${text.length - rest.join("\n").length} earlier characters omitted)`);
  expect([rest.join("\n").length <= 2_000, text.endsWith(rest.join("\n"))]).toEqual([true, true]);
});

test("[HEARTBEAT-4] of a torrent only the end is read", async () => {
  const clock = new JumpingClock();
  const registry = await testRegistry({ clock });
  const { id } = await startPlain(registry, "seq 1 300000; exec sleep 60", { heartbeatSeconds: 60 });
  await until(async () => (await pollOf(registry, id)).outputPreview.includes("300000"));
  clock.advance(70 * SECOND_MS);
  expect((await beats(registry))[0]?.output).toMatch(/^\.\.\.\(19\d{5} earlier characters omitted\)\n[^]*\n300000\n$/);
});

test("[HEARTBEAT-5] after a restart of the owner they go on", async () => {
  const { clock, registry, id } = await opened(60);
  await print(registry, id, "one\n");
  clock.advance(70 * SECOND_MS);
  await print(registry, id, "two\n");
  const again = await reopen(registry, { clock });
  expect(await told(again)).toEqual([[1, "one\n"]]);
  clock.advance(70 * SECOND_MS);
  expect(await told(again)).toEqual([
    [1, "one\n"],
    [2, "two\n"],
  ]);
});

test("[HEARTBEAT-6] after the end there is none", async () => {
  const { clock, registry, id } = await opened(60);
  await print(registry, id, "one\n");
  await registry.closeStdin(id);
  await ended(registry, id);
  clock.advance(1_000 * SECOND_MS);
  expect(await beats(registry)).toEqual([]);
});

test("[HEARTBEAT-7] a clock that was set back by a day delays one by an interval", async () => {
  const { clock, registry, id } = await opened(60);
  await print(registry, id, "one\n");
  clock.advance(70 * SECOND_MS);
  clock.setWall(-24 * 3_600 * SECOND_MS);
  await print(registry, id, "two\n");
  clock.advance(70 * SECOND_MS);
  await print(registry, id, "three\n");
  clock.advance(70 * SECOND_MS);
  expect((await told(registry)).map(([, output]) => output).join("")).toBe("one\ntwo\nthree\n");
});

describe("[HEARTBEAT-8] what is shown", () => {
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";

  test("a secret that is printed in two halves is not told in two halves", async () => {
    const { clock, registry, id } = await opened(60);
    await print(registry, id, `begin\nTOKEN=${secret.slice(0, 20)}`);
    clock.advance(70 * SECOND_MS);
    await print(registry, id, `${secret.slice(20)}\n`);
    clock.advance(70 * SECOND_MS);
    const all = JSON.stringify(await beats(registry));
    expect([all.includes("0123456789"), all.includes("klmnopqrst"), (await beats(registry)).length]).toEqual([
      false,
      false,
      2,
    ]);
  });

  test("escape codes go, and codes alone are no output", async () => {
    const { clock, registry, id } = await opened(60);
    await print(registry, id, "\u001b[2K\u001b[1G");
    clock.advance(70 * SECOND_MS);
    expect(await beats(registry)).toEqual([]);
    await print(registry, id, "\u001b[31mred\u001b[0m\n");
    clock.advance(70 * SECOND_MS);
    expect(await told(registry)).toEqual([[1, "red\n"]]);
  });
});
