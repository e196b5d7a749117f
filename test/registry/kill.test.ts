import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { Registry } from "../../src/index.ts";
import { containing } from "../support/matchers.ts";
import { allGone, isAlive, marked, pollOf, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";

const ready = async (registry: Awaited<ReturnType<typeof testRegistry>>, id: string) =>
  until(async () => (await pollOf(registry, id)).outputPreview?.includes("up"), { what: "the command to be up" });

describe("[KILL-1] a kill that says killed leaves nothing of the tree alive", () => {
  test.each([
    ["polite", "echo up; sleep 60"],
    ["ignores TERM, INT and HUP", "trap '' TERM INT HUP; echo up; while :; do sleep 0.05; done"],
    ["children in the background", "sleep 60 & sleep 60 & echo up; wait"],
    ["a child in a session of its own", "setsid sleep 60 & echo up; wait"],
    ["a daemon that forked twice", "(setsid sh -c 'sleep 60 & echo up' &) ; sleep 60"],
    ["nohup and disown", "nohup sleep 60 >/dev/null 2>&1 & disown; echo up; sleep 60"],
    ["a child that forks without end", "(while :; do sleep 0.2 & sleep 0.005; done) & echo up; wait"],
    ["stopped", "echo up; kill -STOP $$; sleep 60"],
    [
      "a name with spaces and brackets",
      "cd $(mktemp -d) && cp /bin/sleep 'a ) b' && echo up && './a ) b' 60; rm -r $PWD",
    ],
  ])("%s", async (_, command) => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, command);
    await ready(registry, id);
    expect(await registry.kill(id)).toMatchObject({
      status: "killed",
      completionReason: "killed",
      terminationSource: "process.kill",
    });
    await until(() => marked([id]).length === 0, { what: "the shim to be gone, too" });
    expect(await pollOf(registry, id)).toMatchObject({ status: "exited", completionReason: "killed" });
  });
});

test("[KILL-2] the parent is asked first and alone: its trap runs, its last words are in the log, and its own code is kept", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(
    registry,
    "trap 'echo bye; kill %1; wait; exit 3' TERM; (trap 'echo child was signalled' TERM; sleep 60 & wait) & echo up; wait",
  );
  await ready(registry, id);
  const result = await registry.kill(id, { graceMs: 5_000 });
  expect(result).toMatchObject({ status: "killed", exitCode: 3, completionReason: "killed" });
  expect(result.output).toContain("bye\n");
});

test("[KILL-3] a shell that ignores SIGTERM is not waited for", async () => {
  const registry = await testRegistry({ killGraceMs: 20_000 });
  const { id } = await registry.start({ command: "echo up; sleep 60", shell: "login" });
  await ready(registry, id);
  const before = performance.now();
  expect((await registry.kill(id)).status).toBe("killed");
  expect(performance.now() - before).toBeLessThan(15_000);
});

describe("[KILL-15] a kill while a process is being started", () => {
  /** Called in the same turn as the start: its record is there, its pid is not. */
  function starting(registry: Registry, command: string) {
    const start = registry.start({ command, shell: "plain", ownerTaskId: "task" });
    const [id = ""] = readdirSync(join(registry.home, "procs"));
    expect(existsSync(join(registry.home, "procs", id, "job"))).toBe(false);
    return { start, id };
  }

  test("ends it, is told as that kill, and leaves nothing", async () => {
    const registry = await testRegistry();
    const { start, id } = starting(registry, "sleep 60 & setsid sleep 60 & sleep 60");
    const told = { completionReason: "killed", killedBy: "owner", terminationSource: "cli", signal: "SIGTERM" };
    expect(await registry.kill(id, { source: "cli" })).toMatchObject({ status: "killed", ...told });
    expect((await start).id).toBe(id);
    expect(await pollOf(registry, id)).toMatchObject({ status: "exited", ...told });
    await until(() => marked([id]).length === 0, { what: "the shim to be gone, too" });
  });

  test.each([
    ["of all", (registry: Registry) => registry.killAll()],
    ["of its task", (registry: Registry) => registry.killAll({ taskId: "task" })],
    ["of a turn", (registry: Registry) => registry.killStartedSince("task", [], { source: "turn" })],
  ])("a sweep %s reaches it", async (_, sweep) => {
    const registry = await testRegistry();
    const { start, id } = starting(registry, "sleep 60");
    expect(await sweep(registry)).toBe(1);
    await start;
    expect(await pollOf(registry, id)).toMatchObject({ status: "exited", completionReason: "killed" });
  });

  test("one that was being started when a turn began is not the turn's", async () => {
    const registry = await testRegistry();
    const { start, id } = starting(registry, "sleep 60");
    expect(await registry.snapshotRunningIds("task")).toEqual([id]);
    await start;
    expect(await registry.killStartedSince("task", [id], { source: "turn" })).toBe(0);
    await registry.kill(id);
  });

  test("there is nothing to kill when it could not be started", async () => {
    const registry = await testRegistry({ shimShell: ["/bin/false"] });
    const { start, id } = starting(registry, "sleep 60");
    const failure = start.catch((error: unknown) => error);
    expect((await registry.kill(id)).status).toBe("not_found");
    expect(await failure).toMatchObject({ code: "start_failed" });
  });
});

test("[KILL-4] grace 0 never sends SIGKILL: who ignores the signal is reported as alive, and can be killed again", async () => {
  const registry = await testRegistry();
  const { id, pid } = await startPlain(registry, "trap '' TERM; echo up; while :; do read -r -t 1 x <> <(:); done");
  await ready(registry, id);
  const result = await registry.kill(id, { graceMs: 0 });
  expect(result).toMatchObject({ status: "error", survivors: containing(pid), processRunning: true });
  expect(result.error).toMatch(
    /^The kill of proc_[0-9a-f]{12} is incomplete: \d+ of its processes are still alive \([\d, ]+\)\. Kill it again/,
  );
  expect((await pollOf(registry, id)).status).toBe("running");
  expect((await registry.kill(id, { graceMs: 100 })).status).toBe("killed");
});

test("[KILL-5] two kills at once give the same answer", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "echo up; sleep 60");
  await ready(registry, id);
  const results = await Promise.all([registry.kill(id), registry.kill(id, { source: "other" })]);
  expect(results.map((result) => [result.status, result.terminationSource])).toEqual([
    ["killed", "process.kill"],
    ["killed", "process.kill"],
  ]);
});

test("[KILL-6] a kill of an ended process changes nothing, but ends what it left behind", async () => {
  const registry = await testRegistry();
  const plain = await runPlain(registry, "exit 5");
  expect(await registry.kill(plain.id)).toMatchObject({
    status: "already_exited",
    exitCode: 5,
    completionReason: "exited",
  });
  const silent = await runPlain(registry, "setsid sleep 60 >/dev/null 2>&1 & exit 7");
  expect(await registry.kill(silent.id)).toMatchObject({ status: "already_exited", exitCode: 7 });
  await allGone(silent.id);
  const { id, leftoverPids = [] } = await runPlain(registry, "sleep 60 & exit 6");
  expect(await registry.kill(id)).toMatchObject({ status: "already_exited", exitCode: 6, killedPids: leftoverPids });
  expect(leftoverPids.filter(isAlive)).toEqual([]);
});

test("[KILL-7] another signal can be sent first, and an unknown one is misuse", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "trap 'exit 9' INT; echo up; while :; do sleep 0.02; done");
  await ready(registry, id);
  await expect(registry.kill(id, { signal: "SIGNOTHING" as never })).rejects.toThrow(
    /^signal must be the name of a signal/,
  );
  expect(await registry.kill(id, { signal: "SIGINT" })).toMatchObject({ status: "killed", exitCode: 9 });
});

test("[KILL-8] a stop of one process leaves the others alone (case B85)", async () => {
  const registry = await testRegistry();
  const all = await Promise.all([1, 2, 3].map(() => startPlain(registry, "sleep 60")));
  await registry.kill(all[1]?.id ?? "");
  expect((await registry.list()).map((entry) => entry.status).toSorted()).toEqual(["exited", "running", "running"]);
});

test("[KILL-9] a start right after a kill is not affected (case B13)", async () => {
  const registry = await testRegistry();
  for (let round = 0; round < 20; round++) {
    const { id } = await startPlain(registry, "sleep 60", { name: "again" });
    expect((await registry.kill(id)).status).toBe("killed"); // Also before the command has its own session.
  }
  expect(await runPlain(registry, "echo fine", { name: "again" })).toMatchObject({ exitCode: 0, output: "fine\n" });
});

test.each(["login", "plain"] as const)(
  "[KILL-14] a %s shell that is killed in its first command does not begin the second",
  async (shell) => {
    const registry = await testRegistry();
    const { id } = await registry.start({ command: "echo first; sleep 61; echo second; sleep 62", shell });
    await until(async () => (await pollOf(registry, id)).outputPreview.includes("first"));
    expect(await registry.kill(id)).toMatchObject({ status: "killed", output: "first\n" });
    expect((await pollOf(registry, id)).outputPreview).not.toContain("second");
  },
);

test("[KILL-14] so does one that was made to ignore the signal, and its children", async () => {
  const registry = await testRegistry();
  const { id } = await startPlain(registry, "trap '' TERM; echo first; sleep 61; echo second; sleep 62");
  await until(async () => (await pollOf(registry, id)).outputPreview.includes("first"));
  expect(await registry.kill(id)).toMatchObject({ status: "killed", signal: "SIGHUP" });
  expect((await pollOf(registry, id)).outputPreview).not.toContain("second");
});
