import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";

import type { StartOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { type LocalEnvironment, localEnvironment } from "../support/local-environment.ts";
import { endMarked, isAlive, logOf, marked, pollOf, reopen, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

/** A registry, and a place with real processes that it knows by the name `place`. */
async function scene(): Promise<{ readonly registry: Registry; readonly place: LocalEnvironment }> {
  const place = localEnvironment({ directory: join(temporaryDirectory(), "a place") });
  return { registry: await testRegistry({ environments: { place } }), place };
}

async function begin(registry: Registry, command: string, options: Partial<StartOptions> = {}): Promise<string> {
  const { id } = await registry.start({ command, environment: "place", shell: "plain", ...options });
  onTestFinished(() => endMarked([id]));
  return id;
}

describe("a real process in another environment", () => {
  test("[ELSE-4] its output, its code and its end", async () => {
    const { registry } = await scene();
    const id = await begin(registry, "printf 'one\\ntwo\\n'; pwd; exit 3", { env: { A: "1" }, notifyOnComplete: true });
    expect(await registry.wait(id)).toMatchObject({ status: "exited", exitCode: 3, completionReason: "exited" });
    const { output } = await logOf(registry, id);
    expect(output).toMatch(/^one\ntwo\n.*a place\n$/);
    expect(await registry.remove(id)).toMatchObject({ status: "removed" });
  });

  test("[ELSE-1] nothing of this host's environment reaches it", async () => {
    const { registry } = await scene();
    const id = await begin(registry, "env", {
      env: { A: "1" },
      caller: { env: { OF_THIS_HOST: "1" }, cwd: "/", umask: 0o022 },
    });
    await registry.wait(id);
    const { output } = await logOf(registry, id);
    expect([output.includes("A=1"), output.includes("OF_THIS_HOST"), output.includes(`BELLHOP_PROC_ID=${id}`)]).toEqual(
      [true, false, true],
    );
  });

  test("[ELSE-5] a kill ends its tree, a stubborn grandchild and all", async () => {
    const { registry } = await scene();
    const id = await begin(registry, "sh -c 'trap \"\" TERM; echo up; while :; do sleep 0.1; done' & wait");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "up" }] });
    const pids = (await registry.get(id))?.pids ?? [];
    expect(pids.length).toBeGreaterThan(1);
    expect(await registry.kill(id, { graceMs: 300 })).toMatchObject({ status: "killed", completionReason: "killed" });
    expect(pids.filter(isAlive)).toEqual([]);
    await until(() => marked([id]).length === 0);
  });

  test("[ELSE-11] it reads what is typed, and the end of file", async () => {
    const { registry } = await scene();
    const id = await begin(registry, "cat; echo end", { stdin: "pipe" });
    expect(await registry.submit(id, "hello")).toEqual({ status: "ok", bytesWritten: 6 });
    expect(await registry.closeStdin(id)).toEqual({ status: "ok" });
    expect(await registry.wait(id)).toMatchObject({ exitCode: 0, output: "hello\nend\n" });
  });

  test("[ELSE-4] it outlives the registry, and its ending is collected", async () => {
    const { registry, place } = await scene();
    const id = await begin(registry, "echo before; while [ ! -e go ]; do sleep 0.05; done; echo after; exit 4");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "before" }] });
    await registry.close();
    await place.execute("touch go");
    await until(() => marked([id]).length === 0);
    const again = await reopen(registry, { environments: { place } });
    expect(await again.wait(id)).toMatchObject({ exitCode: 4, output: "before\nafter\n" });
  });

  test("[ELSE-7] a connection that fails for a while is no loss", async () => {
    const { registry, place } = await scene();
    const id = await begin(registry, "echo one; while [ ! -e go ]; do sleep 0.05; done; echo two; exit 5");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "one" }] });
    place.fail("never", { count: 2 });
    await until(async () => (await pollOf(registry, id)).environmentNote !== undefined);
    await until(async () => (await pollOf(registry, id)).environmentNote === undefined);
    await place.execute("touch go");
    expect(await registry.wait(id)).toMatchObject({ exitCode: 5, output: "one\ntwo\n" });
  });

  test("[ELSE-7] a place that has lost it says so", async () => {
    const { registry, place } = await scene();
    const id = await begin(registry, "echo up; sleep 60");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "up" }] });
    await endMarked([id]);
    await place.execute("rm -rf tmp/bellhop-*/procs/*");
    expect(await registry.wait(id, { timeoutSeconds: 20 })).toMatchObject({
      completionReason: "lost",
      terminationSource: "environment_gone",
    });
  });
});
