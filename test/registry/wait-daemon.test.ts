import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { parseCondition } from "../../src/core/wait-condition.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { testClient, testDaemon, type TestDaemon } from "../daemon/harness.ts";
import type { FakeBellhop } from "../support/fake-bellhop.ts";
import { matching } from "../support/matchers.ts";
import { pollOf, reopen, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

/** A daemon in this program over a real registry. */
function daemonOf(registry: Registry): Promise<TestDaemon> {
  return testDaemon({ home: registry.home, bellhop: registry as unknown as FakeBellhop });
}

function gate(): { readonly open: () => void; readonly wait: string } {
  const path = join(temporaryDirectory(), "gate");
  return { open: () => writeFileSync(path, ""), wait: `until [ -e ${path} ]; do sleep 0.02; done` };
}

test("[WAIT-17] conditions travel, and the answer comes back as it is in process", async () => {
  const registry = await testRegistry();
  await daemonOf(registry);
  const client = await testClient(registry.home);
  const late = gate();
  const { id } = await startPlain(registry, `echo one, two; ${late.wait}; exit 3`);
  await until(async () => (await pollOf(registry, id)).cursor > 0);
  const conditions = ["pattern:one, two", "port:9", "idle:60", "bytes:1000000"].map(parseCondition);
  const options = { for: conditions, timeoutSeconds: 20 };
  const answer = await client.wait(id, options);
  expect(answer).toMatchObject({ status: "matched", condition: "pattern:one, two", detail: "one, two" });
  expect(answer).toEqual(await registry.wait(id, options));
  expect(await client.waitMany([id, "nobody"], options)).toEqual(await registry.waitMany([id, "nobody"], options));
  late.open();
  expect(await client.waitMany([id], { all: true })).toMatchObject({
    status: "exited",
    results: [{ status: "exited", exitCode: 3 }],
    running: [],
  });
});

test("[WAIT-17, WAIT-11] a message of the user ends it at once; what it would have said is told by a look", async () => {
  const registry = await testRegistry();
  await daemonOf(registry);
  const client = await testClient(registry.home);
  const { id } = await startPlain(registry, "echo hi; exec sleep 60", { notifyOnComplete: true });
  const ended = await startPlain(registry, "exit 4");
  await until(async () => (await pollOf(registry, id)).cursor === 3);
  const user = new AbortController();
  const waits = [
    client.wait(id, { yieldSignal: user.signal }),
    client.waitMany([id], { yieldSignal: user.signal }),
  ] as const;
  await client.list(); // They have arrived before it.
  user.abort();
  const yielded = { yieldSignal: user.signal, timeoutSeconds: 20 };
  expect(await waits[0]).toEqual(await registry.wait(id, yielded));
  expect(await waits[1]).toEqual(await registry.waitMany([id], yielded));
  await until(async () => (await registry.get(ended.id))?.status === "exited");
  expect(await client.wait(ended.id, yielded)).toMatchObject({ status: "exited", exitCode: 4 });
});

test("[WAIT-17] a wait that its caller gives up is interrupted, and consumes nothing", async () => {
  const registry = await testRegistry();
  await daemonOf(registry);
  const client = await testClient(registry.home);
  const { id } = await startPlain(registry, "exec sleep 60");
  const caller = new AbortController();
  const both = { signal: caller.signal, yieldSignal: caller.signal };
  const waits = [client.wait(id, both), client.waitMany([id], both)] as const;
  await client.list();
  caller.abort();
  const note = "The wait was given up; the process was not touched.";
  expect([await waits[0], await waits[1]]).toEqual([
    expect.objectContaining({ status: "interrupted", note }),
    { status: "interrupted", results: [], running: [id], note },
  ]);
});

test("[WAIT-17] a wait on several goes on with the next daemon", async () => {
  const registry = await testRegistry();
  const first = await daemonOf(registry);
  const client = await testClient(registry.home);
  const late = gate();
  const { id } = await startPlain(registry, `${late.wait}; echo serving; exec sleep 60`);
  const other = await startPlain(registry, "exec sleep 60");
  const waiting = client.waitMany([other.id, id], { for: [parseCondition("pattern:serving")], timeoutSeconds: 60 });
  const short = client.waitMany([other.id], { timeoutSeconds: 0.3 });
  await client.list();
  await first.stop();
  await daemonOf(await reopen(registry));
  late.open();
  expect([await waiting, await short]).toEqual([
    expect.objectContaining({ status: "matched", sessionId: id }),
    expect.objectContaining({ status: "timeout", running: [other.id], timeoutNote: matching(/This is not an error/) }),
  ]);
});
