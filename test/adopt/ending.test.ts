import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";

import type { StartedProcess } from "../../src/index.ts";
import { logOf, pollOf, reopen, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { heard, ownChild, shell } from "./children.ts";

const cwd = process.cwd();

test.each([
  ["an exit code", "echo up; sleep 0.2; exit 3", { exitCode: 3, completionReason: "exited" }],
  ["a code that looks like a signal's", "echo up; sleep 0.2; exit 137", { exitCode: 137, completionReason: "exited" }],
  ["SIGKILL", "echo up; sleep 0.2; kill -9 $$", { exitCode: -9, signal: "SIGKILL", killedBy: "outside" }],
  ["SIGINT", "echo up; sleep 0.2; kill -INT $$", { exitCode: -2, signal: "SIGINT", killedBy: "outside" }],
])("[ADOPT-3] %s is told while this program lives", async (_, command, expected) => {
  const registry = await testRegistry();
  const own = shell(command);
  await heard(own, "up");
  const closed = once(own.child, "close");
  const { id, pid } = await registry.adopt(own.child, {
    command,
    cwd,
    outputSoFar: own.heard(),
    notifyOnComplete: true,
  });
  expect(pid).toBe(own.child.pid);
  await until(async () => (await pollOf(registry, id)).status === "exited", { what: "its end" });
  const poll = await pollOf(registry, id);
  expect({ ...poll, signal: poll.signal }).toMatchObject(expected);
  expect("signal" in expected ? expected.signal : undefined).toBe(poll.signal);
  expect(await registry.drain({ skipPollObserved: false })).toMatchObject([{ event: { type: "completion" } }]);
  await closed; // Whoever listens to the child is told as ever.
});

test("[ADOPT-3] also when the registry was closed and opened again meanwhile", async () => {
  const registry = await testRegistry();
  const own = shell("echo up; read -r x; exit 4");
  await heard(own, "up");
  const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
  const next = await reopen(registry);
  expect(await next.submit(id, "")).toMatchObject({ status: "ok" });
  expect(await next.wait(id)).toMatchObject({ status: "exited", exitCode: 4, output: "up\n" });
});

test("[ADOPT-4] one that has ended already is told as it ended", async () => {
  const registry = await testRegistry();
  const own = shell("echo said; exit 5");
  await once(own.child, "close");
  const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
  expect(await registry.wait(id)).toMatchObject({ status: "exited", exitCode: 5, output: "said\n" });
  const unread = spawn("sh", ["-c", "echo unread; exit 6"]);
  const second = await new Promise<StartedProcess>((resolve, reject) => {
    // Later, Node throws away what nobody listens to.
    unread.once("exit", () => void registry.adopt(unread, { command: "c", cwd }).then(resolve, reject));
  });
  expect(await registry.wait(second.id)).toMatchObject({ status: "exited", exitCode: 6, output: "unread\n" });
});

test("[ADOPT-5] what cannot be adopted is refused, and a stream that is no pipe is told", async () => {
  const registry = await testRegistry();
  const none = spawn("/no/such/program");
  await once(none, "error");
  await expect(registry.adopt(none, { command: "c", cwd })).rejects.toThrow(
    /that could be started; got "one without a pid"/,
  );
  await expect(registry.adopt({} as never, { command: "c", cwd })).rejects.toThrow(
    /^child must be a child of this program/,
  );
  const own = shell("read -r x");
  await expect(registry.adopt(own.child, { command: "c", cwd, outputSoFar: 5 as never })).rejects.toThrow(
    /^outputSoFar must be a text or bytes/,
  );
  await expect(registry.adopt(own.child, { command: "", cwd })).rejects.toThrow(/^command must be/);
  const { id, pid, note } = await registry.adopt(own.child, { command: "c", cwd });
  expect(note).toBeUndefined();
  await expect(registry.adopt(own.child, { command: "c", cwd })).rejects.toThrow(`pid ${pid}, which is ${id}`);
  await expect(registry.restart(id)).rejects.toThrow(`${id} cannot be started again: it was adopted`);
  await registry.kill(id);
  const silent = ownChild(["sh", "-c", "exit 2"], { stdio: ["ignore", "ignore", "inherit"] });
  const adopted = await registry.adopt(silent.child, { command: "c", cwd });
  expect(adopted.note).toBe(
    "Its stdout and stderr cannot be taken over, being no pipe: what it prints there is not in the log.",
  );
  expect(await registry.wait(adopted.id)).toMatchObject({ exitCode: 2 });
});

test("[ADOPT-6] a failed adoption leaves the child and its streams as they were", async () => {
  const registry = await testRegistry({ shimShell: ["/no/such/shell"] });
  const own = shell("echo one; read -r x; echo two $x; exit 3");
  await heard(own, "one\n");
  own.child.stdout?.pause();
  own.child.stdout?.unshift("unread ");
  own.child.stdout?.resume();
  await expect(registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() })).rejects.toThrow(
    /^The child was not adopted: .*ENOENT.* It runs on as before/,
  );
  expect(await registry.list()).toEqual([]);
  const closed = once(own.child, "close");
  own.child.stdin?.write("three\n");
  expect(await closed).toEqual([3, null]);
  expect(own.heard().toString()).toBe("one\nunread two three\n");
});

test("[ADOPT-7] what it leaves running is named, and ended by a kill", async () => {
  const registry = await testRegistry();
  const own = shell("sleep 60 & echo up; read -r x; exit 6");
  await heard(own, "up");
  const { id } = await registry.adopt(own.child, { command: "c", cwd, outputSoFar: own.heard() });
  await registry.submit(id, "");
  const ended = await registry.wait(id);
  expect(ended).toMatchObject({ status: "exited", exitCode: 6, leftovers: [{ name: "sleep" }] });
  expect(await registry.kill(id)).toMatchObject({ status: "already_exited", killedPids: ended.leftoverPids });
  await until(async () => (await pollOf(registry, id)).leftoverPids === undefined, { what: "nothing left" });
  expect((await logOf(registry, id)).output).toBe("up\n");
});
