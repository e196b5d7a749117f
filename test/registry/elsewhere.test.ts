import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { openRegistry } from "../../src/compose.ts";
import { BellhopError } from "../../src/core/errors.ts";
import type { StartOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { FakeElsewhere } from "../support/fake-elsewhere.ts";
import { logOf, pollOf, reopen, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const PLACE = "docker:box";

async function somewhere(
  options: Partial<StartOptions> = {},
): Promise<{ readonly registry: Registry; readonly there: FakeElsewhere; readonly id: string }> {
  const there = new FakeElsewhere();
  const registry = await testRegistry({ elsewhere: there });
  const { id } = await registry.start({ command: "make all", environment: PLACE, ...options });
  return { registry, there, id };
}

describe("a start", () => {
  test("[ELSE-1] takes nothing of this host along", async () => {
    const { registry, there, id } = await somewhere({
      cwd: "/there only",
      env: { COLOUR: "blue", OPENAI_API_KEY: "sk-never" },
      caller: { env: { HOME: "/root", PATH: "/bin", SECRET: "1" }, cwd: "/proc", umask: 0o027 },
    });
    const { spec } = there.job(id);
    expect({ cwd: spec.cwd, env: spec.env, command: spec.command }).toEqual({
      cwd: "/there only",
      env: { COLOUR: "blue", PYTHONUNBUFFERED: "1" },
      command: "make all",
    });
    expect(await registry.get(id)).toMatchObject({ cwd: "/there only", shimPid: null });
  });

  test("[ELSE-1] begins where the environment does unless a directory is asked for", async () => {
    const { there, id } = await somewhere();
    expect(there.job(id).spec.cwd).toBe("");
  });

  test("[ELSE-14] says where it runs, with the pid there", async () => {
    const there = new FakeElsewhere();
    there.notes = ["There is no bash."];
    const registry = await testRegistry({ elsewhere: there });
    const started = await registry.start({ command: "make", environment: PLACE });
    const place = { environment: PLACE, pid: 100 };
    expect(started).toMatchObject({ ...place, status: "running", note: "There is no bash." });
    expect(await pollOf(registry, started.id)).toMatchObject(place);
    expect(await registry.list()).toMatchObject([place]);
    expect(await registry.get(started.id)).toMatchObject({ ...place, pids: [100] });
  });

  test("[ELSE-14] on this host says nothing of a place", async () => {
    const registry = await testRegistry({ elsewhere: new FakeElsewhere() });
    const { id } = await registry.start({ command: "true", shell: "plain", environment: "host" });
    await registry.wait(id);
    expect(await pollOf(registry, id)).not.toHaveProperty("environment");
  });

  test("[ELSE-2] that fails there is an error, and leaves nothing", async () => {
    const there = new FakeElsewhere();
    const registry = await testRegistry({ elsewhere: there });
    there.launchError = new BellhopError("start_failed", "docker:box said: no space left.");
    await expect(registry.start({ command: "make", environment: PLACE })).rejects.toMatchObject({
      code: "start_failed",
      message: "docker:box said: no space left.",
    });
    expect([
      await registry.list(),
      readdirSync(join(registry.home, "procs")).filter((name) => name.startsWith("proc_")),
    ]).toEqual([[], []]);
  });

  test.each<readonly [Partial<StartOptions>, RegExp]>([
    [{ environment: "nowhere" }, /nowhere/],
    [{ environment: 7 as unknown as string }, /environment must be a text/],
    [{ environment: PLACE, ready: { port: 3000 } }, /ready\.port looks at this host.*docker:box/],
    [{ environment: PLACE, ready: { http: "http://localhost:3000/" } }, /ready\.http looks at this host/],
  ])("[ELSE-3] %o is refused", async (options, message) => {
    const there = new FakeElsewhere();
    const registry = await testRegistry({ elsewhere: there });
    await expect(registry.start({ command: "make", ...options })).rejects.toThrow(message);
    expect(there.calls).toEqual([]);
  });

  test("[ELSE-3] says which limits do not hold", async () => {
    const registry = await testRegistry({ elsewhere: new FakeElsewhere() });
    const { id, note } = await registry.start({
      command: "make",
      environment: PLACE,
      memoryMaxMb: 512,
      nice: 5,
      shell: "cached",
    });
    expect(note).toBe(
      "memoryMaxMb, nice can be kept on this host only, and do not hold in docker:box. In docker:box it runs in a login shell: what is cached is of this host.",
    );
    expect(await registry.get(id)).not.toHaveProperty("memoryMaxMb");
  });

  test("[ELSE-12] the same command on this host is no duplicate", async () => {
    const { registry } = await somewhere({ command: "sleep 60", cwd: "/" });
    const here = await registry.start({ command: "sleep 60", cwd: "/", shell: "plain" });
    const again = await registry.start({ command: "sleep 60", cwd: "/", environment: PLACE });
    expect([here.alreadyRunning, again.alreadyRunning?.length]).toEqual([undefined, 1]);
    await registry.kill(here.id);
  });
});

describe("what the mirror copies", () => {
  test("[ELSE-4] is told as of any other process", async () => {
    const { registry, there, id } = await somewhere({ notifyOnComplete: true });
    there.print(id, "one\ntwo\n");
    expect(await registry.wait(id, { for: [{ kind: "pattern", pattern: "two" }] })).toMatchObject({
      status: "matched",
    });
    there.end(id, 3);
    const events = await until(async () => (await registry.drain()).map(({ event }) => event)[0]);
    expect(events).toMatchObject({
      type: "completion",
      environment: PLACE,
      exitCode: 3,
      completionReason: "exited",
      output: "one\ntwo\n",
    });
    expect(await logOf(registry, id)).toMatchObject({ output: "one\ntwo\n", exitCode: 3 });
  });

  test("[ELSE-4] watch patterns and readiness by a line", async () => {
    const { registry, there, id } = await somewhere({ ready: { pattern: "listening" }, watchPatterns: ["ERROR"] });
    there.print(id, "listening\nERROR 1\n");
    const types = await until(async () => {
      const pending = await registry.pending();
      return pending.length === 2 && pending.map(({ event }) => event.type);
    });
    expect([...types].toSorted()).toEqual(["ready", "watch_match"]);
  });

  test("[ELSE-4] a signal there is a signal", async () => {
    const { registry, there, id } = await somewhere();
    there.end(id, 143);
    expect(await registry.wait(id)).toMatchObject({ signal: "SIGTERM", exitCode: -15, killedBy: "outside" });
  });

  test("[ELSE-4] its time limit ends it", async () => {
    const { registry, there, id } = await somewhere({ timeoutSeconds: 0.05 });
    expect(await registry.wait(id)).toMatchObject({ completionReason: "killed", killedBy: "time_limit" });
    expect(there.calls).toContain("SIGTERM 100");
  });

  test("[ELSE-3] a wait for a port is refused", async () => {
    const { registry, id } = await somewhere();
    const { status, error } = await registry.wait(id, { for: [{ kind: "port", port: 1 }], timeoutSeconds: 5 });
    expect([status, error]).toEqual(["error", expect.stringContaining("runs elsewhere")]);
  });
});

describe("input", () => {
  test("[ELSE-11] goes there, in turn", async () => {
    const { registry, there, id } = await somewhere({ stdin: "pipe" });
    expect(await Promise.all([registry.write(id, "a"), registry.submit(id, "b")])).toEqual([
      { status: "ok", bytesWritten: 1 },
      { status: "ok", bytesWritten: 2 },
    ]);
    expect(await registry.closeStdin(id)).toEqual({ status: "ok" });
    expect([there.typed.join(""), there.calls.at(-1)]).toEqual(["ab\n", "closeStdin"]);
  });

  test("[ELSE-11] that is not taken is told", async () => {
    const { registry, there, id } = await somewhere({ stdin: "pipe" });
    there.takes = 0;
    expect(await registry.write(id, "abc")).toMatchObject({ status: "error", reason: "full", bytesWritten: 0 });
    there.unreachable = "docker:box does not answer.";
    expect(await registry.write(id, "abc")).toEqual({
      status: "error",
      bytesWritten: 0,
      error: "docker:box does not answer.",
    });
    expect(await registry.closeStdin(id)).toEqual({ status: "error", error: "docker:box does not answer." });
  });

  test("[ELSE-11] a terminal there: keys, size, end of file, and no secret", async () => {
    const { registry, there, id } = await somewhere({ pty: { rows: 24, cols: 80 } });
    expect(there.job(id).spec).toMatchObject({ pty: { rows: 24, cols: 80 }, env: { TERM: "xterm-256color" } });
    await registry.sendKeys(id, ["ctrl-c"]);
    await registry.closeStdin(id);
    expect(await registry.resize(id, { rows: 50, cols: 100 })).toEqual({ status: "ok", rows: 50, cols: 100 });
    expect(await registry.sendSecret(id, "hunter22")).toMatchObject({ status: "error", bytesWritten: 0 });
    expect([there.typed, there.calls.at(-1)]).toEqual([["\x03", "\x04"], "resize 50 100"]);
    there.unreachable = "docker:box does not answer.";
    expect(await registry.resize(id, { rows: 1, cols: 1 })).toMatchObject({ status: "error" });
  });
});

describe("a restart and a removal", () => {
  test("[ELSE-13] run it again there, and forget it there", async () => {
    const { registry, there, id } = await somewhere({ env: { A: "1" } });
    const again = await registry.restart(id);
    if (!("id" in again)) throw new Error("it was not found");
    expect(there.job(again.id).spec).toMatchObject({ command: "make all", env: { A: "1" } });
    expect([again.environment, again.pid]).toEqual([PLACE, 101]);
    expect(await registry.remove(id)).toMatchObject({ status: "removed" });
    expect(there.calls.filter((call) => call.startsWith("forget"))).toEqual([`forget ${PLACE}`]);
    expect(existsSync(join(registry.home, "procs", id))).toBe(false);
  });

  test("[ELSE-13] let go of the mirror, and take it up again", async () => {
    const { registry, there, id } = await somewhere();
    const again = await reopen(registry, { elsewhere: there });
    expect(there.calls).toEqual([
      `launch ${PLACE}`,
      `follow ${PLACE}`,
      `unfollow ${PLACE}`,
      "close",
      `follow ${PLACE}`,
    ]);
    there.end(id, 0);
    expect(await again.wait(id)).toMatchObject({ exitCode: 0, completionReason: "exited" });
  });

  test("[ELSE-4] one that ended meanwhile is settled without a word there", async () => {
    const { registry, there, id } = await somewhere();
    await registry.close();
    there.end(id, 5);
    there.calls.length = 0;
    const again = await reopen(registry, { elsewhere: there });
    expect([await pollOf(again, id), there.calls]).toMatchObject([{ exitCode: 5 }, []]);
  });

  test("[ELSE-16] a command after its end runs here", async () => {
    const there = new FakeElsewhere();
    const registry = await testRegistry({ elsewhere: there });
    const file = join(temporaryDirectory(), "told");
    const { id } = await registry.start({
      command: "make",
      environment: PLACE,
      shell: "plain",
      onExit: `cat > ${file}.new && mv ${file}.new ${file}`,
    });
    there.end(id, 0);
    await until(() => existsSync(file));
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ event: { session_id: id, environment: PLACE } });
    expect(there.calls.filter((call) => call.startsWith("launch"))).toHaveLength(1);
    await until(async () => !(await registry.hasAnyActive()));
  });
});

test("[ELSE-15] a name of one's own is resolved at the start", async () => {
  const there = new FakeElsewhere();
  const options = { elsewhere: there, environments: { build: PLACE } };
  const registry = await openRegistry({ home: join(temporaryDirectory(), "home"), ...options });
  const { id, environment } = await registry.start({ command: "make", environment: "build" });
  await registry.close();
  const again = await reopen(registry, { elsewhere: there, environments: { build: "docker:other" } });
  expect([environment, (await pollOf(again, id)).environment, there.calls.at(-1)]).toEqual([
    PLACE,
    PLACE,
    `follow ${PLACE}`,
  ]);
  there.end(id, 0);
  await again.wait(id);
});
