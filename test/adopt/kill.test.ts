import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";

import { isAlive, marked, pollOf, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { heard, shell } from "./children.ts";

const cwd = process.cwd();

function pidsIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

test.each([
  ["in the group of this program", false],
  ["in a session of its own", true],
])("[ADOPT-8] a kill ends the tree of a child %s, and nothing else", async (_, detached) => {
  const registry = await testRegistry();
  const bystander = spawn("sleep", ["60"]);
  onTestFinished(() => void bystander.kill("SIGKILL"));
  const own = shell("sh -c 'sleep 60 & echo $! $$; wait' & trap '' TERM HUP; echo $!; while :; do sleep 0.1; done", {
    detached,
  });
  await until(() => pidsIn(own.heard().toString()).length === 3, { what: "the pids" });
  const pids = [...pidsIn(own.heard().toString()), own.child.pid ?? 0];
  const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
  expect(await registry.kill(id, { graceMs: 200 })).toMatchObject({
    status: "killed",
    completionReason: "killed",
    signal: "SIGKILL",
    exitCode: -9,
  });
  expect(pids.filter(isAlive)).toEqual([]);
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
  await until(() => marked([id]).length === 0, { what: "the shim to be gone, too" });
});

test("[ADOPT-9] whoever was seen in its tree before belongs to it, also without a parent", async () => {
  const registry = await testRegistry();
  const own = shell(
    "(sh -c 'echo $$; exec sleep 60' >&2; :) & echo up; read -r x; kill -9 $!; echo orphaned; read -r x",
  );
  await heard(own, "up");
  await until(() => pidsIn(own.heard().toString()).length === 1, { what: "the pid" });
  const [pid = 0] = pidsIn(own.heard().toString());
  const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
  await registry.submit(id, "");
  await until(async () => (await pollOf(registry, id)).outputPreview?.includes("orphaned"), { what: "an orphan" });
  expect(isAlive(pid)).toBe(true);
  expect((await registry.kill(id)).status).toBe("killed");
  expect(isAlive(pid)).toBe(false);
});

test("[ADOPT-10] its input can be written to and closed; one that still holds unread bytes stays with this program", async () => {
  const registry = await testRegistry();
  const own = shell("cat; echo end of input");
  const { id } = await registry.adopt(own.child, { command: "cat", cwd });
  expect(await registry.write(id, "typed\n")).toEqual({ status: "ok", bytesWritten: 6 });
  expect(await registry.closeStdin(id)).toEqual({ status: "ok" });
  expect(await registry.wait(id)).toMatchObject({ exitCode: 0, output: "typed\nend of input\n" });
  const deaf = shell("sleep 60");
  deaf.child.stdin?.on("error", () => undefined).write(Buffer.alloc(4 * 1024 * 1024));
  const second = await registry.adopt(deaf.child, { command: "deaf", cwd });
  expect(second.note).toMatch(/^Process \d+ has not read \d+ bytes of its input yet, so that stays with this program/);
  expect(await registry.write(second.id, "x")).toMatchObject({ status: "error", reason: "no_input" });
  await registry.kill(second.id);
  deaf.child.stdin?.destroy();
});

test("[ADOPT-11] a watch sees the line that is cut by the adoption, and none that the caller has been given", async () => {
  const registry = await testRegistry();
  const own = shell("echo ERROR before; printf 'ERR'; read -r x; echo 'OR here'; read -r x");
  await heard(own, "\nERR");
  const { id } = await registry.adopt(own.child, {
    command: "c",
    cwd,
    outputSoFar: own.heard(),
    watchPatterns: ["ERROR"],
  });
  await registry.submit(id, "");
  const [told] = await until(async () => {
    const events = await registry.drain();
    return events.length > 0 && events;
  });
  expect(told?.event).toMatchObject({ type: "watch_match", output: "ERROR here" });
  await registry.kill(id);
});

test("[ADOPT-12] nothing stays open in this program", async () => {
  const registry = await testRegistry();
  const descriptors = (): number => readdirSync("/proc/self/fd").length;
  const round = async (): Promise<void> => {
    const own = shell("echo up; sleep 0.05; exit 1");
    await heard(own, "up");
    const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
    expect(await registry.wait(id)).toMatchObject({ exitCode: 1 });
  };
  await round();
  await until(() => marked([]).length === 0);
  const before = descriptors();
  for (let index = 0; index < 10; index++) await round();
  await until(() => descriptors() <= before, {
    what: "the descriptors to be closed",
    seen: () => [before, descriptors()],
  });
});
