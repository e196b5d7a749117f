import { expect, test } from "vitest";

import { restartSafe, RestartSafeScopeUnavailable } from "../../src/adapters/isolation/restart-safe.ts";
import { isBellhopError } from "../../src/core/errors.ts";
import { matching } from "../support/matchers.ts";
import { busDirectory, scopesGround } from "./scopes-ground.ts";

const UNIT = { INVOCATION_ID: "abc" };
const OPTIONS = { unitSuffix: "cron-1", requireRestartSafeScope: false };
const COMMAND = ["node", "job.js"];

interface Case {
  readonly code?: number;
  readonly env?: Record<string, string>;
  readonly isGateway?: boolean;
  readonly isLinux?: boolean;
  readonly programs?: readonly string[];
  readonly runtimeDirectory?: string;
}

function ground(options: Case = {}) {
  const { code = 0, env = UNIT, isGateway = true, isLinux = true } = options;
  const warnings: string[] = [];
  const made = scopesGround([code], { ...options, env });
  const safe = restartSafe({
    scopes: made.scopes,
    logger: { info: () => undefined, warn: (sentence) => warnings.push(sentence) },
    isLinux,
    env: () => env,
    isSupervisedGateway: () => isGateway,
    uid: 1001,
    memoryBoundBytes: () => 2048,
  });
  return { ...made, safe, warnings };
}

test.each<readonly [string, Case]>([
  ["outside of any unit", { env: {} }],
  ["in a unit that is not the gateway's", { isGateway: false }],
  ["elsewhere than on Linux", { isLinux: false }],
])("[ISO-14] in process: %s", async (_, options) => {
  const { safe, calls } = ground(options);
  const { mode, words } = await safe.childArgv(COMMAND, { ...OPTIONS, requireRestartSafeScope: true });
  expect([mode, words, calls.length]).toEqual(["in_process", COMMAND, 0]);
});

test.each<readonly [string, Case, boolean]>([
  ["a child of the gateway", {}, false],
  ["one that outlives another unit", { isGateway: false }, true],
])("[ISO-14] scoped: %s", async (_, options, outlivesParent) => {
  const bus = await busDirectory();
  const { safe, scopes } = ground({ ...options, runtimeDirectory: bus.path });
  expect(await safe.childArgv(COMMAND, { ...OPTIONS, outlivesParent })).toEqual({
    mode: "scoped",
    words: scopes.words("cron-1", COMMAND, { memoryMaxBytes: 2048 }),
    env: { ...UNIT, XDG_RUNTIME_DIR: bus.path, DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus.path}/bus` },
  });
});

test("[ISO-14] required and not to be had: refused, as the host's fault", async () => {
  const { safe, warnings } = ground({ code: 1 });
  const error: unknown = await safe
    .childArgv(COMMAND, { ...OPTIONS, requireRestartSafeScope: true })
    .catch((it: unknown) => it);
  expect(error).toBeInstanceOf(RestartSafeScopeUnavailable);
  expect([isBellhopError(error), String(error), warnings]).toEqual([
    true,
    matching(/systemd-run --user --scope is unavailable.*\/run\/user\/1001\/bus.*loginctl enable-linger/),
    [],
  ]);
});

test("[ISO-14] a unit that may keep its children is not refused", async () => {
  const { safe, warnings } = ground({ code: 1, isGateway: false });
  const options = { ...OPTIONS, requireRestartSafeScope: true, outlivesParent: true };
  const { mode, words } = await safe.childArgv(COMMAND, options);
  expect([mode, words, warnings]).toEqual(["degraded", COMMAND, [matching(/KillMode=process/)]]);
});

test("[ISO-14] systemd-run that disappears after the probe degrades", async () => {
  const programs = ["systemd-run"];
  const { safe, scopes, warnings } = ground({ programs });
  await scopes.usable();
  programs.pop();
  expect([(await safe.childArgv(COMMAND, OPTIONS)).mode, warnings]).toEqual(["degraded", [matching(/disappeared/)]]);
});

test("[ISO-15] a degraded start warns once, and says how to refuse instead", async () => {
  const { safe, warnings } = ground({ code: 1 });
  const modes = [await safe.childArgv(COMMAND, OPTIONS), await safe.childArgv(COMMAND, OPTIONS)].map(
    ({ mode }) => mode,
  );
  expect([modes, warnings]).toEqual([["degraded", "degraded"], [matching(/cron\.require_restart_safe_scope=true/)]]);
});

test("[ISO-16] after the bus has gone, the next child is degraded without another probe", async () => {
  const bus = await busDirectory();
  const { safe, calls } = ground({ runtimeDirectory: bus.path });
  const { mode, env } = await safe.childArgv(COMMAND, OPTIONS);
  const unrelated = safe.scopedSpawnLostUserBus(env);
  await bus.close();
  const lost = safe.scopedSpawnLostUserBus(env);
  const next = await safe.childArgv(COMMAND, OPTIONS);
  expect([mode, unrelated, lost, next.mode, calls.length]).toEqual(["scoped", false, true, "degraded", 1]);
});
