import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { ProcessRecord } from "../../src/core/record.ts";
import { matching } from "../support/matchers.ts";
import {
  allGone,
  endMarked,
  isAlive,
  pollOf,
  reopen,
  runPlain,
  startPlain,
  testRegistry,
} from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const notify = { notifyOnComplete: true } as const;
const directoryOf = (home: string, id: string) => join(home, "procs", id);
const recordOf = (home: string, id: string) =>
  JSON.parse(readFileSync(join(directoryOf(home, id), "record.json"), "utf8")) as ProcessRecord;
const change = (home: string, id: string, changes: object) =>
  writeFileSync(join(directoryOf(home, id), "record.json"), JSON.stringify({ ...recordOf(home, id), ...changes }));
const receiptIn = (home: string, id: string) =>
  until(() => readdirSync(directoryOf(home, id)).find((name) => name.startsWith("ended.")), { what: "the receipt" });

test("[RECOVER-1] what ended while nobody watched has its true code and its completion, once", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const { id } = await startPlain(
    registry,
    `until [ -e ${gate} ]; do sleep 0.02; done; echo last words; exit 42`,
    notify,
  );
  await registry.close();
  writeFileSync(gate, "");
  await receiptIn(registry.home, id);
  const again = await reopen(registry);
  expect(await pollOf(again, id)).toMatchObject({ status: "exited", exitCode: 42, outputPreview: "last words\n" });
  const told = (await again.drain({ skipPollObserved: false })).map(({ event }) => event);
  expect(told).toMatchObject([{ sessionId: id, exitCode: 42 }]);
  expect(await (await reopen(again)).drain()).toEqual([]);
});

test("[RECOVER-2] what still runs is adopted: it goes on, its ending is collected, and it can be killed", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const one = await startPlain(registry, `echo a; until [ -e ${gate} ]; do sleep 0.02; done; echo b; exit 7`, notify);
  const two = await startPlain(registry, "sleep 60");
  const again = await reopen(registry);
  expect((await again.list()).map((entry) => [entry.sessionId, entry.status, entry.pid])).toEqual([
    [one.id, "running", one.pid],
    [two.id, "running", two.pid],
  ]);
  writeFileSync(gate, "");
  expect(await again.wait(one.id)).toMatchObject({ exitCode: 7, output: "a\nb\n" });
  expect(await again.kill(two.id)).toMatchObject({ status: "killed", exitCode: -15, signal: "SIGTERM" });
});

test("[RECOVER-3] a record of before a reboot is lost, and its pids are never signalled", async () => {
  const registry = await testRegistry();
  const stranger = await startPlain(registry, "sleep 60");
  const { id } = await startPlain(registry, "sleep 60", notify);
  await registry.close();
  const identity = {
    bootId: "another-boot",
    pid: stranger.pid ?? 0,
    startTicks: recordOf(registry.home, stranger.id).job?.startTicks ?? 0,
  };
  change(registry.home, id, { shim: identity, job: identity });
  const again = await reopen(registry);
  expect(await pollOf(again, id)).toMatchObject({
    status: "exited",
    exitCode: null,
    completionReason: "lost",
    terminationSource: "reboot",
  });
  expect(await again.kill(id)).toMatchObject({ status: "already_exited" });
  expect((await pollOf(again, stranger.id)).status).toBe("running");
  await endMarked([id]);
});

test("[RECOVER-4] a pid that was given to a stranger is never signalled", async () => {
  const registry = await testRegistry();
  const stranger = await startPlain(registry, "sleep 60");
  const { id } = await startPlain(registry, "sleep 60", notify);
  await registry.close();
  await endMarked([id]);
  const { bootId } = recordOf(registry.home, id).job ?? { bootId: "" };
  const identity = { bootId, pid: stranger.pid ?? 0, startTicks: 1 };
  change(registry.home, id, { shim: identity, job: identity });
  const again = await reopen(registry);
  expect(await pollOf(again, id)).toMatchObject({ completionReason: "lost", terminationSource: "pid_reused" });
  const told = await again.drain({ skipPollObserved: false });
  expect(await again.kill(id)).toMatchObject({ status: "already_exited" });
  expect([isAlive(stranger.pid ?? 0), told.map(({ text }) => text.split("\n")[0])]).toEqual([
    true,
    [`[IMPORTANT: Background process ${id} marked lost because the process backend disappeared (exit code ?).`],
  ]);
});

describe("[RECOVER-5] a start that was interrupted leaves a record and a process, or neither", () => {
  test("before the shim had claimed it: neither, and a shim that comes late does nothing", async () => {
    const registry = await testRegistry();
    const { id } = await runPlain(registry, "true");
    await registry.close();
    const directory = directoryOf(registry.home, id);
    for (const name of readdirSync(directory))
      if (!["record.json", "spec.json"].includes(name)) rmSync(join(directory, name));
    change(registry.home, id, { state: { phase: "starting" }, shim: null, job: null });
    const again = await reopen(registry);
    expect([await again.list(), existsSync(directory)]).toEqual([[], false]);
  });

  test("after the shim had claimed it: the start is completed", async () => {
    const registry = await testRegistry();
    const { id, pid } = await startPlain(registry, "sleep 60");
    await registry.close();
    change(registry.home, id, { state: { phase: "starting" }, shim: null, job: null });
    const again = await reopen(registry);
    expect(await pollOf(again, id)).toMatchObject({ status: "running", pid });
    expect((await again.kill(id)).status).toBe("killed");
  });

  test("after it had already ended: its code is there", async () => {
    const registry = await testRegistry();
    const { id } = await runPlain(registry, "exit 9", notify);
    await registry.close();
    change(registry.home, id, { state: { phase: "starting" }, shim: null, job: null, consumed: false });
    expect(await (await reopen(registry)).poll(id)).toMatchObject({ status: "exited", exitCode: 9 });
  });
});

test("[RECOVER-6] a kill that was interrupted after its intent was recorded is finished", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "trap '' TERM HUP; echo up; while :; do sleep 0.05; done", notify);
  await until(async () => (await pollOf(registry, id)).outputPreview === "up\n");
  await registry.close();
  change(registry.home, id, { state: { phase: "stopping", source: "process.kill", signal: "SIGTERM" } });
  const again = await reopen(registry);
  await until(async () => (await pollOf(again, id)).status === "exited", { what: "the end of the kill" });
  expect(await pollOf(again, id)).toMatchObject({
    completionReason: "killed",
    terminationSource: "process.kill",
    signal: "SIGKILL",
  });
  await allGone(id);
});

test("[RECOVER-9] ended processes are pruned by the time of their end and by number, never while an event waits (original #88905)", async () => {
  const registry = await testRegistry({ endedKeptMax: 2 });
  const waiting = await startPlain(registry, "true", notify);
  await until(async () => (await registry.pending()).length === 1);
  const ids: string[] = [];
  for (let round = 0; round < 4; round++) ids.push((await runPlain(registry, "true")).id);
  const again = await reopen(registry, { endedKeptMax: 2 });
  expect((await again.list()).map((entry) => entry.sessionId).toSorted()).toEqual(
    [waiting.id, ...ids.slice(2)].toSorted(),
  );
  expect(readdirSync(join(registry.home, "procs")).toSorted()).toEqual([waiting.id, ...ids.slice(2)].toSorted());
  const later = await reopen(again, { endedKeptMs: 0 });
  expect((await later.list()).map((entry) => entry.sessionId)).toEqual([waiting.id]);
});

test("[RECOVER-10] restart runs the same again, also after a restart of the owner; rm forgets log and all", async () => {
  const registry = await testRegistry();
  const cwd = temporaryDirectory();
  const first = await runPlain(registry, 'echo "$WORD in $(pwd)"', { env: { WORD: "hello" }, cwd, name: "job" });
  const again = await reopen(registry);
  const second = await again.restart(first.id);
  if (second.status === "not_found") throw new Error("not found");
  expect([second.id === first.id, second.name, (await again.wait(second.id)).output]).toEqual([
    false,
    "job",
    first.output,
  ]);
  expect(await again.remove(first.id)).toEqual({ status: "removed", sessionId: first.id });
  expect([existsSync(directoryOf(registry.home, first.id)), (await again.list()).length]).toEqual([false, 1]);
  const live = await startPlain(again, "sleep 60");
  expect(await again.remove(live.id)).toMatchObject({
    status: "error",
    error: matching(/is still running\. End it first/),
  });
});

test("[RECOVER-11] records and specs are private, and hold no secret but in the spec", async () => {
  const registry = await testRegistry();
  const secret = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  const { id } = await startPlain(registry, `echo ${secret} >/dev/null`, { env: { TOKEN_X: secret } });
  await registry.wait(id);
  const directory = directoryOf(registry.home, id);
  expect(readFileSync(join(directory, "record.json"), "utf8")).not.toContain("abcdefghij");
  const modes = readdirSync(directory).map((name) => [name, (statMode(join(directory, name)) & 0o077) === 0]);
  expect([
    modes.filter(([, isPrivate]) => !isPrivate),
    statMode(registry.home) & 0o777,
    statMode(directory) & 0o777,
  ]).toEqual([[], 0o700, 0o700]);
});

test("[RECOVER-12] an event taken while the disk had no room is not told again", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "exit 3", notify);
  await until(async () => (await registry.pending()).length === 1);
  await registry.close();
  // As a full disk leaves it: neither the event nor the record could be written, the receipt was renamed.
  const directory = directoryOf(registry.home, id);
  rmSync(join(registry.home, "queue"), { recursive: true });
  mkdirSync(join(registry.home, "queue"));
  change(registry.home, id, { state: { phase: "running" } });
  renameSync(join(directory, "ended.3"), join(directory, "told.3"));
  const again = await reopen(registry);
  expect([(await pollOf(again, id)).exitCode, await again.drain({ skipPollObserved: false })]).toEqual([3, []]);
});

function statMode(path: string): number {
  return statSync(path).mode;
}
