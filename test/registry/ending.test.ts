import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { linuxProcessTable } from "../../src/adapters/process-table/linux.ts";
import { isAlive, logOf, pollOf, runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

describe("[END-1] the ending is told as it was", () => {
  test.each([
    ["exit 0", { exitCode: 0, completionReason: "exited", terminationSource: "" }],
    ["exit 42", { exitCode: 42, completionReason: "exited", terminationSource: "" }],
    ["exit 137", { exitCode: 137, completionReason: "exited", terminationSource: "" }],
    ["kill -9 $$", { exitCode: -9, signal: "SIGKILL", completionReason: "exited", terminationSource: "" }],
    ["kill -SEGV $$", { exitCode: -11, signal: "SIGSEGV", completionReason: "exited", terminationSource: "" }],
    ["kill -TERM $$", { exitCode: -15, signal: "SIGTERM", completionReason: "exited", terminationSource: "" }],
    ["no-such-program", { exitCode: 127, completionReason: "exited", terminationSource: "" }],
  ])("%s", async (command, expected) => {
    const result = await runPlain(await testRegistry(), command);
    expect(result).toMatchObject({ status: "exited", ...expected });
    expect("signal" in result).toBe("signal" in expected);
  });
});

describe("[END-2] a child left in the background delays the ending by less than a second, wherever its output goes (case B17, B19)", () => {
  test.each([
    "sleep 60 &",
    "sleep 60 >/dev/null 2>&1 &",
    "sleep 60 </dev/null >/dev/null 2>&1 &",
    "(while sleep 0.01; do echo tick; done) &",
  ])("%s", async (command) => {
    const registry = await testRegistry();
    const before = performance.now();
    const { id, exitCode } = await runPlain(registry, `${command} exit 3`);
    expect([exitCode, performance.now() - before < 20_000]).toEqual([3, true]);
    await registry.kill(id);
  });
});

test("[END-3] later output of a leftover lands in the log, and the leftover is named until it has gone", async () => {
  const registry = await testRegistry();
  const gate = join(temporaryDirectory(), "gate");
  const { id, leftoverPids = [] } = await runPlain(
    registry,
    `mkfifo ${gate}; (read -r _ <${gate}; echo late) & echo now; exit 3`,
  );
  expect(leftoverPids).toHaveLength(1);
  expect(await pollOf(registry, id)).toMatchObject({ status: "exited", outputPreview: "now\n", leftoverPids });
  writeFileSync(gate, "");
  await until(async () => (await logOf(registry, id)).output === "now\nlate\n", { what: "the late line" });
  await until(async () => !("leftoverPids" in (await pollOf(registry, id))), { what: "the leftover to be gone" });
});

test("[END-4] all output of a short command is there at its end, 100 times (case B73)", async () => {
  const registry = await testRegistry();
  const expected = Array.from({ length: 1000 }, (_, index) => `${index + 1}\n`).join("");
  for (let round = 0; round < 100; round++) {
    const { id, exitCode } = await runPlain(registry, "seq 1 1000; exit 7");
    expect([exitCode, (await logOf(registry, id, { limit: 2000 })).output]).toEqual([7, expected]);
  }
}, 60_000);

test("[END-5] no zombie is left of many short commands (case B5)", async () => {
  const registry = await testRegistry();
  for (let round = 0; round < 50; round++) await runPlain(registry, "true");
  const zombies = () =>
    readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter((pid) => pid !== "" && !isAlive(Number(pid)));
  await until(() => zombies().length === 0, { what: "the zombies to be reaped", seen: zombies });
});

describe("what kill -9 of a part does", () => {
  test("[END-6] of the command: a death by signal", async () => {
    const registry = await testRegistry();
    const { id, pid } = await startPlain(registry, "echo up; exec sleep 60");
    await until(async () => (await pollOf(registry, id)).outputPreview === "up\n");
    process.kill(pid ?? 0, "SIGKILL");
    expect(await registry.wait(id)).toMatchObject({
      exitCode: -9,
      signal: "SIGKILL",
      completionReason: "exited",
      output: "up\n",
    });
  });

  test("[END-7] of the shim: it runs on and can be killed, and its ending is lost, never invented", async () => {
    const registry = await testRegistry();
    const { id } = await startPlain(registry, "echo up; exec sleep 60");
    await until(async () => (await pollOf(registry, id)).outputPreview === "up\n");
    process.kill((await registry.get(id))?.shimPid ?? 0, "SIGKILL");
    await until(async () => (await pollOf(registry, id)).note, { what: "the note" });
    expect(await pollOf(registry, id)).toMatchObject({
      status: "running",
      note: "Its shim was killed: it runs on, but how it ends will not be known.",
    });
    await registry.kill(id);
    expect(await pollOf(registry, id)).toMatchObject({
      status: "exited",
      exitCode: null,
      completionReason: "lost",
      terminationSource: "shim_killed",
      outputPreview: "up\n",
    });
  });

  test("[END-8] of the copier: another one takes over, and nothing that was not yet read is lost", async () => {
    const registry = await testRegistry();
    const gate = join(temporaryDirectory(), "gate");
    const { id } = await startPlain(
      registry,
      `echo before; until [ -e ${gate} ]; do sleep 0.02; done; seq 1 50000; echo after`,
    );
    await until(async () => (await pollOf(registry, id)).outputPreview === "before\n");
    const directory = (await registry.get(id))?.directory ?? "";
    const copier = Number(readFileSync(join(directory, "copier"), "utf8"));
    const shim = (await registry.get(id))?.shimPid ?? 0;
    const killed = linuxProcessTable()
      .helpers(shim)
      .map(({ pid }) => pid)
      .filter((pid) => pid !== shim);
    for (const pid of killed) process.kill(pid, "SIGKILL");
    // A killed reader that was not yet scheduled would take the next bytes with it into its grave.
    await until(() => !killed.some(isAlive), { what: "the copier to be gone" });
    writeFileSync(gate, "");
    await until(() => Number(readFileSync(join(directory, "copier"), "utf8")) !== copier, { what: "a new copier" });
    const { exitCode } = await registry.wait(id);
    await until(() => existsSync(join(directory, "drained")));
    const expected = `before\n${Array.from({ length: 50000 }, (_, index) => `${index + 1}\n`).join("")}after\n`;
    const { output } = await logOf(registry, id, { offset: 49_990, limit: 100 });
    expect([exitCode, output, (await pollOf(registry, id)).cursor]).toEqual([
      0,
      expected.split("\n").slice(49_990).join("\n"),
      expected.length,
    ]);
  });
});
