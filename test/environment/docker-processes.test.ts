import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { StartOptions } from "../../src/core/contract.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { canRun, mustRun } from "../isolation/left-out.ts";
import { type TestEngine, engineHindrance, startEngine } from "../support/dockerd.ts";
import { logOf, pollOf, reopen, testRegistry } from "../support/registry.ts";
import { segments } from "../support/shim.ts";
import { until } from "../support/until.ts";

const hindrance = engineHindrance();

describe.runIf(canRun("Tests of processes with a Docker engine", hindrance))("a process in a container", () => {
  let engine: TestEngine;

  beforeAll(async () => {
    mustRun(hindrance);
    engine = await startEngine({ livesOn: true });
    await Promise.all([engine.image("small:1", "busybox"), engine.image("big:1", "debian")]);
    await Promise.all([engine.run("small", { Image: "small:1" }), engine.run("big", { Image: "big:1" })]);
  });
  afterAll(() => engine?.end());

  const place = (name: string): string => `docker:${name}?host=${engine.host}`;

  async function begin(registry: Registry, command: string, options: Partial<StartOptions> = {}): Promise<string> {
    const started = await registry.start({ command, environment: place("small"), ...options });
    return started.id;
  }

  /** A container for one test, since something happens to it. */
  async function ownContainer(name: string, image = "small:1") {
    const container = await engine.run(name, { Image: image });
    onTestFinished(() => container.remove({ force: true }).catch(() => {}));
    return container;
  }

  /** What runs in a container, without what waits. */
  async function running(name: string): Promise<readonly string[]> {
    const { Processes } = (await engine.docker.getContainer(name).top()) as { readonly Processes: readonly string[][] };
    return Processes.map((row) => row.at(-1) ?? "").filter((line) => !/while :; do sleep 3600|^sleep 3600$/.test(line));
  }

  const bytesOf = (registry: Registry, id: string): Buffer =>
    Buffer.concat(segments(join(registry.home, "procs", id)).map(({ path }) => readFileSync(path)));

  test.each(["small", "big"])("[DOCKER-7] in %s: its output, its directory, its variables, its code", async (name) => {
    const registry = await testRegistry();
    const command = "pwd; echo $A; echo aside >&2; cat; exit 3";
    const options = { cwd: "/work dir", env: { A: "it's $A" }, stdin: "pipe" } as const;
    const id = await begin(registry, command, { ...options, environment: place(name) });
    await registry.submit(id, "typed");
    await registry.closeStdin(id);
    expect(await registry.wait(id)).toMatchObject({ status: "exited", exitCode: 3 });
    expect((await logOf(registry, id)).output).toBe("/work dir\nit's $A\naside\ntyped\n");
  });

  test("[DOCKER-7] 64 MiB of output are here byte by byte", async () => {
    const registry = await testRegistry();
    const line = "yes 'a line of output that is long enough to make it many bytes' | head -c 67108864";
    const id = await begin(registry, `${line} | tee /tmp/all; sha256sum /tmp/all >/tmp/sum; rm /tmp/all`, {
      shell: "plain",
      logMaxBytes: 256 * 1024 * 1024,
    });
    await registry.wait(id, { timeoutSeconds: 60 });
    const other = await begin(registry, "cat /tmp/sum");
    await registry.wait(other);
    const hash = createHash("sha256").update(bytesOf(registry, id)).digest("hex");
    expect((await logOf(registry, other)).output).toBe(`${hash}  /tmp/all\n`);
  });

  test("[DOCKER-7] a kill ends its whole tree there", async () => {
    await ownContainer("tree");
    const registry = await testRegistry();
    const command = `sh -c 'trap "" TERM; while :; do sleep 1; done' & setsid sleep 600 & (sleep 601 &) ; echo up; wait`;
    const id = await begin(registry, command, { environment: place("tree") });
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "up" }] });
    await until(async () => (await running("tree")).some((line) => line === "sleep 601"));
    expect(await registry.kill(id, { graceMs: 300 })).toMatchObject({ status: "killed" });
    await until(async () => (await running("tree")).length === 0, { what: "nothing to run" });
  });

  test("[DOCKER-7] it waits while its container is paused, and goes on", async () => {
    const container = await ownContainer("frozen");
    const registry = await testRegistry();
    const id = await begin(registry, "echo one; while [ ! -e /tmp/go ]; do sleep 0.1; done; echo two; exit 5", {
      environment: place("frozen"),
    });
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "one" }] });
    await container.pause();
    await until(async () => /paused/.test((await pollOf(registry, id)).environmentNote ?? ""));
    expect(await pollOf(registry, id)).toMatchObject({ status: "running" });
    await container.unpause();
    await (await container.exec({ Cmd: ["touch", "/tmp/go"] })).start({ Detach: true });
    expect(await registry.wait(id, { timeoutSeconds: 70 })).toMatchObject({ status: "exited", exitCode: 5 });
    expect((await logOf(registry, id)).output).toBe("one\ntwo\n");
  });

  test.each(["remove", "restart"] as const)(
    "[DOCKER-7] it is lost with its container, with the reason: %s",
    async (how) => {
      const container = await ownContainer(`lost-${how}`);
      const registry = await testRegistry();
      const id = await begin(registry, "echo before; sleep 600", {
        environment: place(`lost-${how}`),
        notifyOnComplete: true,
      });
      await registry.wait(id, { for: [{ kind: "pattern", pattern: "before" }] });
      await (how === "remove" ? container.remove({ force: true }) : container.restart({ t: 1 }));
      expect(await registry.wait(id, { timeoutSeconds: 70 })).toMatchObject({
        completionReason: "lost",
        terminationSource: "environment_gone",
      });
      expect((await pollOf(registry, id)).environmentNote).toMatch(/No such container|no receipt of proc_/);
      expect((await logOf(registry, id)).output).toBe("before\n");
    },
  );

  test("[DOCKER-7] nothing is lost when the engine is restarted in the middle of its output", async () => {
    const registry = await testRegistry();
    const id = await begin(registry, "for n in $(seq 1 400); do echo $n; sleep 0.01; done; exit 4");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "^50$" }] });
    await engine.stop();
    await engine.start();
    expect(await registry.wait(id, { timeoutSeconds: 60 })).toMatchObject({ status: "exited", exitCode: 4 });
    expect(bytesOf(registry, id).toString()).toBe(Array.from({ length: 400 }, (_, n) => `${n + 1}\n`).join(""));
  });

  test("[DOCKER-7] nothing is lost when we are restarted in the middle of its output", async () => {
    const registry = await testRegistry();
    const id = await begin(registry, "for n in $(seq 1 200); do echo $n; sleep 0.01; done; exit 6");
    await registry.wait(id, { for: [{ kind: "pattern", pattern: "^50$" }] });
    const again = await reopen(registry);
    expect(await again.wait(id, { timeoutSeconds: 30 })).toMatchObject({ status: "exited", exitCode: 6 });
    expect(bytesOf(again, id).toString()).toBe(Array.from({ length: 200 }, (_, n) => `${n + 1}\n`).join(""));
  });

  test("[DOCKER-7] it has a terminal where `script` is there, and a note where it is not", async () => {
    const registry = await testRegistry();
    const seen = async (name: string): Promise<unknown> => {
      const command = "if [ -t 0 ] && [ -t 1 ]; then stty size; else echo no terminal; fi";
      const started = await registry.start({ command, environment: place(name), pty: { rows: 12, cols: 34 } });
      await registry.wait(started.id);
      return [(await logOf(registry, started.id)).output.trim(), started.note?.includes("`script`") ?? false];
    };
    expect([await seen("big"), await seen("small")]).toEqual([
      ["12 34", false],
      ["no terminal", true],
    ]);
  });

  test("[DOCKER-7] it runs where tools are missing, and as a user of no name", async () => {
    const container = await ownContainer("bare");
    await (
      await container.exec({ Cmd: ["sh", "-c", "cd /bin; rm setsid nohup od base64 xxd hexdump ps stat"] })
    ).start({});
    const registry = await testRegistry();
    const environment = `${place("bare")}&user=4321`;
    await until(async () => (await begin(registry, "exit", { environment: place("bare") })) !== "");
    const id = await begin(registry, "id -u; setsid true || echo no setsid; exit 2", { environment });
    expect(await registry.wait(id)).toMatchObject({ status: "exited", exitCode: 2 });
    const left = await begin(registry, "sleep 600 & wait", { environment });
    expect([(await logOf(registry, id)).output, await registry.kill(left)]).toMatchObject([
      /^4321\n.*no setsid\n$/s,
      { status: "killed" },
    ]);
    await until(async () => (await running("bare")).length === 0, { what: "nothing to run" });
  });

  test("[DOCKER-3] a registry has a container of its own for an image", async () => {
    const registry = await testRegistry();
    const id = await begin(registry, "hostname", {
      environment: `docker-image:small:1?network=none&host=${engine.host}`,
    });
    await registry.wait(id);
    const container = engine.docker.getContainer((await logOf(registry, id)).output.trim());
    const { Config } = await container.inspect();
    expect(Config.Labels["bellhop.home"]).toBe(registry.home);
  });
});
