import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { Leftover } from "../../src/core/leftover.ts";
import type { SubscribedEvent } from "../../src/core/contract.ts";
import { LEFTOVERS_DESCRIBED_MAX } from "../../src/core/limits.ts";
import { anyNumber, matching } from "../support/matchers.ts";
import {
  allGone,
  isAlive,
  logOf,
  marked,
  pollOf,
  reopen,
  runPlain,
  startPlain,
  testRegistry,
} from "../support/registry.ts";
import { freePort, serving } from "../support/servers.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const SLEEP: Leftover = { pid: anyNumber(), name: "sleep", cpuSeconds: anyNumber(), memoryBytes: anyNumber() };
const SILENT = "sleep 60 >/dev/null 2>&1 &";

describe("[LEFT-1] what a command left running is told by all, within a second of its end", () => {
  test.each([
    ["it holds the output", "sleep 60 &"],
    ["it is silent", SILENT],
    ["it holds nothing", "sleep 60 </dev/null >/dev/null 2>&1 &"],
    ["it is in a session of its own", "setsid sleep 60 </dev/null >/dev/null 2>&1 &"],
    ["it is a daemon that forked twice", "(setsid sh -c 'exec sleep 60 >/dev/null 2>&1 &' &);"],
    ["job control did not end it (case B9)", "sleep 60 >/dev/null 2>&1 & sh -c 'kill %1' 2>/dev/null;"],
  ])("%s", async (_, command) => {
    const registry = await testRegistry();
    const events = registry.events()[Symbol.asyncIterator]();
    const next = events.next();
    const { id } = await startPlain(registry, `${command} sleep 0.1; exit 3`, { notifyOnComplete: true });
    const told = ((await next) as IteratorResult<SubscribedEvent, undefined>).value;
    await events.return?.();
    const waited = await registry.wait(id);
    const left = { leftoverPids: [anyNumber()], leftovers: [SLEEP] };
    const [entry] = await registry.list();
    expect({
      event: told?.event,
      waited,
      poll: await pollOf(registry, id),
      entry,
      view: await registry.get(id),
    }).toMatchObject({ event: left, waited: left, poll: left, entry: left, view: left });
    expect(told?.text).toMatch(
      /^1 process of it is still running: sleep \(pid \d+, \d+(\.\d)? s of CPU, \d+ MiB\)\.$/m,
    );
    expect((await registry.kill(id)).killedPids).toEqual(waited.leftoverPids);
    await allGone(id);
  });

  test("within a second: the quickest of five, since a busy machine holds one up", async () => {
    const registry = await testRegistry();
    const tookMs: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { id, output } = await runPlain(registry, `${SILENT} date +%s%N`);
      tookMs.push(Date.now() - Number(output) / 1e6);
      await registry.kill(id);
    }
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
  });

  test("a server with its port and what it uses", async () => {
    const registry = await testRegistry();
    const port = await freePort();
    const { id, leftovers } = await runPlain(
      registry,
      `${serving(port)} & until bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' 2>/dev/null; do sleep 0.05; done`,
    );
    expect(leftovers).toEqual([
      { pid: anyNumber(), name: "node", ports: [port], cpuSeconds: anyNumber(), memoryBytes: anyNumber() },
    ]);
    const [server] = leftovers ?? [];
    expect([server?.cpuSeconds, server?.memoryBytes].every((number) => (number ?? 0) > 0)).toBe(true);
    expect((await registry.list())[0]?.leftovers?.[0]?.ports).toEqual([port]);
    await registry.kill(id);
  });
});

test("[LEFT-2] one that ends goes from the answers, what it starts comes, and what that starts stays when its parent has gone", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const tail = "tail -f /dev/null";
  const { id, leftovers } = await runPlain(
    registry,
    `(until [ -e ${gate} ]; do sleep 0.02; done; ${tail} & sleep 60) >/dev/null 2>&1 & exit 0`,
  );
  expect(leftovers?.length).toBeGreaterThan(0);
  writeFileSync(gate, "");
  const names = async () => ((await pollOf(registry, id)).leftovers ?? []).map(({ name }) => name).toSorted();
  await until(async () => (await names()).includes("tail"), { what: "the new one to be told" });
  const pids = async (name: string) =>
    ((await pollOf(registry, id)).leftovers ?? []).flatMap((one) => (one.name === name ? [one.pid] : []));
  await until(async () => (await pids("sleep")).length === 1 && (await names()).length === 3);
  const [parent] = ((await pollOf(registry, id)).leftovers ?? []).filter(
    ({ name }) => name !== "sleep" && name !== "tail",
  );
  for (const pid of [parent?.pid ?? 0, ...(await pids("sleep"))]) process.kill(pid, "SIGKILL");
  await until(async () => (await names()).join() === "tail", { what: "only the last one to be told", seen: names });
  process.kill((await pids("tail"))[0] ?? 0, "SIGKILL");
  await until(async () => !("leftovers" in (await pollOf(registry, id))), { what: "nothing to be left" });
});

test("[LEFT-3] who ends together with the command is not left over, 20 times", async () => {
  const registry = await testRegistry();
  for (let round = 0; round < 20; round++) {
    const { leftoverPids = [] } = await runPlain(registry, "(sleep 0.005) >/dev/null 2>&1 & exit 0");
    expect(leftoverPids).toEqual([]);
  }
});

describe("[LEFT-4] a kill of what has ended ends what it left", () => {
  test("of a parent that forked and left, in less than 5 s (case B21)", async () => {
    const registry = await testRegistry();
    const script = "import os, time\nif os.fork(): time.sleep(0.3); os._exit(0)\ntime.sleep(300)";
    const { id, leftovers } = await runPlain(registry, `python3 -c '${script}'`);
    expect(leftovers).toMatchObject([{ name: matching(/^python/) }]);
    const before = performance.now();
    expect(await registry.kill(id)).toMatchObject({ status: "already_exited", exitCode: 0, killedPids: [anyNumber()] });
    expect(performance.now() - before).toBeLessThan(5_000);
    await allGone(id);
  });

  test("also of one that has neither session nor mark nor parent, if it was seen before", async () => {
    const registry = await testRegistry();
    const gate = join(temporaryDirectory(), "gate");
    // The outer shell is the leftover that is found; what it starts has nothing in common with it once it has gone.
    const { id } = await runPlain(
      registry,
      `(until [ -e ${gate} ]; do sleep 0.02; done; env -i setsid sleep 61 & sleep 0.5) >/dev/null 2>&1 & exit 0`,
    );
    writeFileSync(gate, "");
    const lonely = await until(
      async () =>
        (await pollOf(registry, id)).leftovers?.find(({ pid }) => !marked([id]).includes(pid) && isAlive(pid)),
      { what: "the one without a mark to be told" },
    );
    await until(() => marked([id]).length === 0, { what: "its parent to be gone" });
    expect((await pollOf(registry, id)).leftovers).toMatchObject([{ pid: lonely.pid, name: "sleep" }]);
    expect((await registry.kill(id)).killedPids).toEqual([lonely.pid]);
    expect(isAlive(lonely.pid)).toBe(false);
  });
});

test("[LEFT-5] an ending that is lost has leftovers, and they can be killed", async () => {
  const registry = await testRegistry();
  const { id, pid } = await startPlain(registry, `setsid sleep 60 >/dev/null 2>&1 & echo up; sleep 61; true`, {
    notifyOnComplete: true,
  });
  await until(async () => (await logOf(registry, id)).output === "up\n");
  const view = await registry.get(id);
  process.kill(view?.shimPid ?? 0, "SIGKILL");
  await until(() => !isAlive(view?.shimPid ?? 0));
  process.kill(pid ?? 0, "SIGKILL");
  await until(() => !isAlive(pid ?? 0));
  const polled = await pollOf(registry, id);
  expect(polled).toMatchObject({ status: "exited", completionReason: "lost" });
  const left = (polled.leftovers ?? []).map(({ name }) => name);
  expect(left).toEqual(["sleep", "sleep"]);
  expect((await registry.drain({ skipPollObserved: false }))[0]?.event).toMatchObject({
    leftoverPids: polled.leftoverPids,
  });
  expect((await registry.kill(id)).killedPids?.toSorted()).toEqual(polled.leftoverPids?.toSorted());
});

test("[LEFT-6] leftovers are found again by the next owner, of endings it did and did not see; those of the machine's last life are not looked for", async () => {
  const registry = await testRegistry();
  const seen = await runPlain(registry, SILENT);
  const nothing = await runPlain(registry, "true");
  const gate = join(temporaryDirectory(), "gate");
  const unseen = await startPlain(registry, `until [ -e ${gate} ]; do sleep 0.02; done; ${SILENT} exit 4`);
  await registry.close();
  writeFileSync(gate, "");
  await until(() => !isAlive(unseen.pid ?? 0), { what: "the end that nobody sees" });
  const again = await reopen(registry);
  const left = { leftovers: [SLEEP] };
  expect([await pollOf(again, seen.id), await pollOf(again, unseen.id)]).toMatchObject([
    left,
    { ...left, exitCode: 4 },
  ]);
  expect(await pollOf(again, nothing.id)).not.toHaveProperty("leftovers");
  expect(await again.remove(seen.id)).toMatchObject({ status: "error" });
  expect(await again.killAll()).toBe(2);
  await allGone(seen.id, unseen.id);
  expect(await again.remove(seen.id)).toMatchObject({ status: "removed" });
});

test("[LEFT-7] of many the first are described, and all pids told", async () => {
  const registry = await testRegistry();
  const count = LEFTOVERS_DESCRIBED_MAX + 3;
  const command = `for i in $(seq ${count}); do ${SILENT} done; exit 0`.replace("& done", "& done");
  const { id } = await startPlain(registry, command, { notifyOnComplete: true });
  const told = await until(async () => (await registry.drain())[0]);
  const { leftoverPids = [], leftovers = [] } = told.event as { leftoverPids?: number[]; leftovers?: Leftover[] };
  expect([leftoverPids.length, leftovers.length]).toEqual([count, LEFTOVERS_DESCRIBED_MAX]);
  expect(told.text).toMatch(/^23 processes of it are still running: sleep .*, and 3 more\.$/m);
  expect((await registry.kill(id)).killedPids?.length).toBe(count);
});
