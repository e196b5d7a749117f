import { readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { kill } from "../../src/operations/kill.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { isAlive, logOf, marked, pollOf, reopen, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const DEAF = "trap 'echo asked' TERM; echo up; while :; do sleep 0.02; done";

async function isUp(registry: Registry, id: string): Promise<boolean> {
  return (await logOf(registry, id)).output.startsWith("up\n");
}

/** Lets go of the home as if a kill had been interrupted right after it was recorded. */
async function interruptKill(registry: Registry, id: string, stop: object): Promise<void> {
  await registry.close();
  const file = join(registry.home, "procs", id, "record.json");
  const record = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...record, state: { phase: "stopping", source: "tester", ...stop } }));
}

test("[STOP-1] a daemon that is killed during a kill without SIGKILL: the next one asks again, and sends none either", async () => {
  const client = await realClient(realHome());
  const { id, pid } = await client.start({ command: DEAF, shell: "plain" });
  const asked = async () => (await logOf(client, id)).output.split("asked").length - 1;
  await until(async () => (await logOf(client, id)).output === "up\n");
  const killing = client.kill(id, { graceMs: 0 }).catch((error: unknown) => error);
  await until(async () => (await asked()) > 0, { what: "the SIGTERM to arrive" });
  process.kill(client.daemon.pid, "SIGKILL");
  await until(async () => (await asked()) > 1, { what: "the next SIGTERM to arrive" });
  const { directory = "" } = (await client.get(id)) ?? {};
  const phase = () => (JSON.parse(readFileSync(join(directory, "record.json"), "utf8")) as { state: object }).state;
  await until(() => "phase" in phase() && JSON.stringify(phase()).includes("running"), {
    what: "the kill to be given up",
  });
  expect([(await pollOf(client, id)).status, isAlive(pid ?? 0)]).toEqual(["running", true]);
  await killing;
  expect((await client.kill(id, { signal: "SIGKILL" })).status).toBe("killed");
});

test.each([
  ["a record without a grace takes the default", { signal: "SIGTERM" }],
  ["a grace that is over is not waited for again", { signal: "SIGKILL", graceMs: 60_000 }],
])("[STOP-1] %s", async (_, stop) => {
  const registry = await testRegistry({ killGraceMs: 100 });
  const { id } = await startPlain(registry, DEAF);
  await until(() => isUp(registry, id));
  await interruptKill(registry, id, stop);
  const again = await reopen(registry, { killGraceMs: 100 });
  await until(async () => (await pollOf(again, id)).status === "exited", {
    what: "the kill to be finished",
  });
  expect(await pollOf(again, id)).toMatchObject({ signal: "SIGKILL", terminationSource: "tester" });
});

test("[STOP-2] when the command has ended meanwhile, what is left of its tree is ended", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const { id, pid } = await startPlain(
    registry,
    `setsid sh -c "trap '' TERM; echo up; while :; do sleep 0.05; done" & until [ -e ${gate} ]; do sleep 0.02; done; exit 5`,
  );
  await until(() => isUp(registry, id));
  await interruptKill(registry, id, { signal: "SIGTERM", graceMs: 100 });
  writeFileSync(gate, "");
  await until(() => !isAlive(pid ?? 0));
  const again = await reopen(registry);
  await until(() => marked([id]).length === 0, { what: "the rest to be gone" });
  expect(await pollOf(again, id)).toMatchObject({
    exitCode: 5,
    completionReason: "killed",
    terminationSource: "tester",
  });
});

test("[STOP-3] a kill takes a signal by each of its names, and ends a command by it", async () => {
  const registry = await testRegistry();
  const names = Object.keys(constants.signals).filter(
    (name) => kill.input.safeParse({ session_id: "x", signal: name }).success,
  );
  expect(names).toEqual(Object.keys(constants.signals));
  const ended = [];
  for (const signal of ["SIGIOT", "SIGPOLL"] as const) {
    const { id } = await startPlain(registry, "echo up; exec sleep 60");
    await until(() => isUp(registry, id));
    ended.push((await registry.kill(id, { signal })).signal);
  }
  expect(ended).toEqual(["SIGABRT", "SIGIO"]);
  const { id } = await runPlain(registry, "true");
  await expect(registry.kill(id, { signal: "SIGNOTHING" as never })).rejects.toMatchObject({
    code: "invalid_argument",
  });
});
