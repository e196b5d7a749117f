import { expect, test } from "vitest";

import { runProgram } from "../../src/adapters/isolation/run-program.ts";
import { userScopes } from "../../src/adapters/isolation/scopes.ts";
import { systemClock } from "../../src/adapters/clock/system.ts";
import { matching } from "../support/matchers.ts";
import { busDirectory, scopesGround } from "./scopes-ground.ts";

test("[ISO-5] the probe runs a shell in the words of a start, for 3 s at most", async () => {
  const { scopes, calls } = scopesGround([0]);
  expect(await scopes.usable()).toBe(true);
  const start = scopes.words("ID", ["/bin/sh", "-c", "exit 0"], { memoryMaxBytes: 1024 }) ?? [];
  const named = start.map((word) =>
    word === "bellhop-worker-ID" ? matching(new RegExp(`^bellhop-probe-scope-${process.pid}-[0-9a-f]{8}$`)) : word,
  );
  expect(calls.map(({ words, deadlineMs }) => ({ words, deadlineMs }))).toEqual([{ words: named, deadlineMs: 3_000 }]);
});

test("[ISO-5] the payload of the probe runs on this host", async () => {
  const { scopes } = scopesGround([0]);
  const words = scopes.words("ID", ["/bin/sh", "-c", "exit 0"], {}) ?? [];
  const payload = words.slice(words.indexOf("--") + 1);
  expect(await runProgram(payload, { env: {}, deadlineMs: 3_000 })).toEqual({ code: 0, output: "", errors: "" });
});

test.each<readonly [string, number | null, readonly string[], number]>([
  ["it fails", 1, ["systemd-run"], 1],
  ["it takes too long", null, ["systemd-run"], 1],
  ["there is no systemd-run", 0, [], 0],
])("[ISO-5] not usable when %s", async (_, code, programs, asked) => {
  const { scopes, calls } = scopesGround([code], { programs });
  expect([await scopes.usable(), calls.length]).toEqual([false, asked]);
});

test("[ISO-5] a program that hangs is ended, and one that is not there is no failure of ours", async () => {
  const options = { env: {}, deadlineMs: 50 };
  const results = await Promise.all([runProgram(["/bin/sleep", "60"], options), runProgram(["/nowhere"], options)]);
  expect(results.map(({ code }) => code)).toEqual([null, null]);
});

test.each([
  ["a bus that goes", [0, 1], [true, true, false]],
  ["a bus that comes", [1, 0], [false, false, true]],
])("[ISO-6] %s is seen after 60 s", async (_, codes, expected) => {
  const { scopes, clock, calls } = scopesGround(codes);
  const first = await scopes.usable();
  clock.advance(59_000);
  const second = await scopes.usable();
  clock.advance(2_000);
  expect([first, second, await scopes.usable(), calls.length]).toEqual([...expected, 2]);
});

test("[ISO-7] who asks during a probe waits for its answer", async () => {
  let release: () => void = () => undefined;
  let calls = 0;
  const scopes = userScopes({
    clock: systemClock,
    run: () => {
      calls += 1;
      return new Promise((resolve) => (release = () => resolve({ code: 0, output: "", errors: "" })));
    },
    find: (program) => program,
    env: () => ({}),
    bus: { uid: 0, runtimeDirectory: "/nowhere" },
    memoryBoundBytes: () => 1024,
  });
  const both = Promise.all([scopes.usable(), scopes.usable()]);
  const first = await Promise.race([both, new Promise((resolve) => setImmediate(() => resolve("waiting")))]);
  release();
  expect([first, await both, calls]).toEqual(["waiting", [true, true], 1]);
});

test("[ISO-8] probe and stop are led to the bus of the user", async () => {
  const bus = await busDirectory();
  const { scopes, calls } = scopesGround([0], { runtimeDirectory: bus.path, env: { A: "b" } });
  await scopes.usable();
  await scopes.stop("x.scope");
  const env = { A: "b", XDG_RUNTIME_DIR: bus.path, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus.path}/bus` };
  expect(calls.map((call) => call.env)).toEqual([env, env]);
});

test.each<readonly [string, number | null, readonly string[], boolean]>([
  ["stopped", 0, ["systemctl"], true],
  ["not there any more", 5, ["systemctl"], true],
  ["refused", 1, ["systemctl"], false],
  ["too slow", null, ["systemctl"], false],
  ["no systemctl", 0, [], false],
])("[ISO-9] a stop: %s", async (_, code, programs, expected) => {
  const { scopes, calls } = scopesGround([code], { programs });
  expect(await scopes.stop("x.scope")).toBe(expected);
  const asked = { words: ["/usr/bin/systemctl", "--user", "stop", "x.scope"], env: {}, deadlineMs: 15_000 };
  expect(calls).toEqual(programs.length === 0 ? [] : [asked]);
});

test("[ISO-16] a bus that has gone replaces the verdict", async () => {
  const bus = await busDirectory();
  const { scopes, calls } = scopesGround([0], { env: { XDG_RUNTIME_DIR: bus.path } });
  await scopes.usable();
  const used = scopes.environment();
  const seen = [scopes.lostBus(used), await scopes.usable()];
  await bus.close();
  seen.push(scopes.lostBus(used), await scopes.usable());
  expect([seen, calls.length]).toEqual([[false, true, true, false], 1]);
});
