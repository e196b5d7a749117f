import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { WaitManyOptions } from "../../src/core/contract.ts";
import { parseCondition } from "../../src/core/wait-condition.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { anyNumber, matching } from "../support/matchers.ts";
import { runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const NOTIFY = { notifyOnComplete: true } as const;

/** Processes that each end with their code, or print their line and run on, when their file is there. */
async function three(registry: Registry) {
  const directory = temporaryDirectory();
  const opened = (name: string): string => `until [ -e ${join(directory, name)} ]; do sleep 0.02; done`;
  const [a, b, c] = await Promise.all([
    startPlain(registry, `${opened("a")}; exit 1`, { ...NOTIFY, name: "a" }),
    startPlain(registry, `${opened("b")}; exit 2`, { ...NOTIFY, name: "b" }),
    startPlain(registry, `${opened("c")}; echo serving; exec sleep 60`, { ...NOTIFY, name: "c" }),
  ]);
  const open = (name: string): void => writeFileSync(join(directory, name), "");
  return { a: a.id, b: b.id, c: c.id, open };
}

function waitFor(registry: Registry, ids: readonly string[], options: WaitManyOptions = {}) {
  return registry.waitMany(ids, { timeoutSeconds: 20, ...options });
}

/** A list shows the ending, and takes nothing away. */
async function hasEnded(registry: Registry, id: string): Promise<void> {
  await until(async () => (await registry.list()).some((one) => one.sessionId === id && one.status === "exited"));
}

async function completions(registry: Registry): Promise<readonly string[]> {
  return (await registry.drain()).map(({ event }) => event.sessionId ?? "");
}

test("[WAIT-9] the first one ends it; only its completion is consumed", async () => {
  const registry = await testRegistry();
  const { a, b, c, open } = await three(registry);
  const waiting = waitFor(registry, ["a", b, c, a]);
  open("b");
  expect(await waiting).toMatchObject({
    status: "exited",
    sessionId: b,
    results: [{ status: "exited", sessionId: b, exitCode: 2 }],
    running: [a, c],
  });
  open("a");
  await hasEnded(registry, a);
  expect(await registry.waitMany([a, c], { signal: AbortSignal.abort() })).toMatchObject({ status: "interrupted" });
  expect(await completions(registry)).toEqual([a]);
});

test("[WAIT-9] a condition ends it as well, and says which", async () => {
  const registry = await testRegistry();
  const { a, b, c, open } = await three(registry);
  const waiting = waitFor(registry, [a, b, c], { for: [parseCondition("pattern:serving")] });
  open("c");
  expect(await waiting).toEqual({
    status: "matched",
    sessionId: c,
    results: [
      {
        status: "matched",
        condition: "pattern:serving",
        detail: "serving",
        sessionId: c,
        command: matching(/serving/),
        output: "serving\n",
        cursor: 8,
        processRunning: true,
      },
    ],
    running: [a, b, c],
  });
});

test("[WAIT-9] those that have ended already are told together", async () => {
  const registry = await testRegistry();
  const one = await runPlain(registry, "exit 1");
  const two = await runPlain(registry, "exit 2");
  const answer = await waitFor(registry, [one.id, two.id]);
  expect(answer).toMatchObject({
    status: "exited",
    sessionId: one.id,
    results: [{ exitCode: 1 }, { exitCode: 2 }],
    running: [],
  });
});

test("[WAIT-9] with all it takes an answer of each", async () => {
  const registry = await testRegistry();
  const { a, b, c, open } = await three(registry);
  const waiting = waitFor(registry, [a, b, c], { all: true, for: [parseCondition("pattern:serving")] });
  for (const name of ["c", "b", "a"]) open(name);
  const { sessionId, ...answer } = await waiting;
  expect([sessionId, answer]).toEqual([
    undefined,
    {
      status: "exited",
      results: [
        expect.objectContaining({ status: "exited", exitCode: 1 }),
        expect.objectContaining({ status: "exited", exitCode: 2 }),
        expect.objectContaining({ status: "matched", sessionId: c }),
      ],
      running: [c],
    },
  ]);
  expect(await completions(registry)).toEqual([]);
});

test("[WAIT-12] when the time is up: with all each says how it is, otherwise who runs on", async () => {
  const registry = await testRegistry();
  const { a, b, open } = await three(registry);
  open("a");
  await hasEnded(registry, a);
  const note = /^The wait of 0\.3 s is over and 1 process is still running\. This is not an error\./;
  expect([
    await waitFor(registry, [a, b], { all: true, timeoutSeconds: 0.3 }),
    await waitFor(registry, [b], { timeoutSeconds: 0.3 }),
  ]).toEqual([
    {
      status: "timeout",
      results: [
        expect.objectContaining({ status: "exited", exitCode: 1 }),
        expect.objectContaining({ status: "timeout", sessionId: b, cursor: anyNumber(), processRunning: true }),
      ],
      running: [b],
      timeoutNote: matching(note),
    },
    { status: "timeout", results: [], running: [b], timeoutNote: matching(note) },
  ]);
});

test("[WAIT-10] ids that no process has are named, and the others are waited for", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "sleep 0.1; exit 3");
  const missing = { status: "not_found", sessionId: "nobody", error: "No process with ID nobody" };
  expect([await waitFor(registry, ["nobody", id]), await waitFor(registry, ["nobody"])]).toEqual([
    {
      status: "exited",
      sessionId: id,
      results: [missing, expect.objectContaining({ status: "exited", exitCode: 3 })],
      running: [],
    },
    { status: "not_found", results: [missing], running: [], error: "No process with ID nobody" },
  ]);
  await expect(waitFor(registry, [])).rejects.toThrow("ids must be a list of 1 to 256 ids; got an array.");
});

test("[WAIT-14] ready counts for those that were started with it; when none was, that is an error", async () => {
  const registry = await testRegistry();
  const one = await startPlain(registry, "exec sleep 60");
  const two = await startPlain(registry, "sleep 0.2; echo up; exec sleep 60", { ready: { pattern: "up" } });
  const options = { for: [parseCondition("ready")] };
  expect([await waitFor(registry, [one.id, two.id], options), await waitFor(registry, [one.id], options)]).toEqual([
    expect.objectContaining({ status: "ready", sessionId: two.id }),
    {
      status: "error",
      results: [],
      running: [one.id],
      error: matching(/^proc_\w+ was started without saying what makes it ready\./),
    },
  ]);
});

test("[WAIT-11] a message of the user ends it, and what has ended is told", async () => {
  const registry = await testRegistry();
  const { a, b, open } = await three(registry);
  const user = new AbortController();
  const [all, any] = [
    waitFor(registry, [a, b], { all: true, yieldSignal: user.signal }),
    waitFor(registry, [b], { yieldSignal: user.signal }),
  ];
  open("a");
  await hasEnded(registry, a);
  user.abort();
  const note = matching(/^The wait was let go because the user has sent a message\./);
  expect([await all, await any]).toEqual([
    {
      status: "interrupted",
      results: [expect.objectContaining({ status: "exited", sessionId: a })],
      running: [b],
      note,
    },
    { status: "interrupted", results: [], running: [b], note },
  ]);
});
