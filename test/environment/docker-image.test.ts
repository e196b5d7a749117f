import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dockerEnvironment } from "../../src/adapters/environment/docker.ts";
import { isIdle } from "../../src/adapters/environment/docker-removal.ts";
import { type DockerSpec, parseEnvironment } from "../../src/core/environment-spec.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { canRun, mustRun } from "../isolation/left-out.ts";
import { type TestEngine, engineHindrance, startEngine } from "../support/dockerd.ts";
import { until } from "../support/until.ts";

const hindrance = engineHindrance();

describe.runIf(canRun("Tests of images with a Docker engine", hindrance))("an image", () => {
  let engine: TestEngine;

  beforeAll(async () => {
    mustRun(hindrance);
    engine = await startEngine();
    await engine.image("small:1", "busybox");
  });
  afterAll(() => engine?.end());

  const opened = (options = "", home = "/home/one"): Environment =>
    dockerEnvironment(parseEnvironment(`docker-image:small:1?network=none${options}`) as DockerSpec, {
      env: { DOCKER_HOST: engine.host },
      home,
    });

  async function within<Result>(environment: Environment, work: (it: Environment) => Promise<Result>): Promise<Result> {
    try {
      return await work(environment);
    } finally {
      await environment.close();
    }
  }

  const idOf = (environment: Environment): Promise<string> =>
    within(environment, async (it) => (await it.execute("hostname")).output.trim());
  const troubleOf = (environment: Environment): Promise<unknown> =>
    environment.execute("true").then(
      () => null,
      (error: unknown) => (error as { trouble?: string }).trouble,
    );

  test("[DOCKER-3] has one container a name and home, also for calls at the same time, and after a restart of ours", async () => {
    const first = await Promise.all([idOf(opened()), idOf(opened()), idOf(opened())]);
    const [other, bigger] = await Promise.all([idOf(opened("", "/home/two")), idOf(opened("&pids=64"))]);
    expect([new Set(first).size, await idOf(opened()), new Set([first[0], other, bigger]).size]).toEqual([
      1,
      first[0],
      3,
    ]);
    const { Config, HostConfig } = await engine.docker.getContainer(first[0] ?? "").inspect();
    expect([Config.Labels, HostConfig.NetworkMode, HostConfig.Init]).toEqual([
      { "bellhop.home": "/home/one", "bellhop.environment": "docker-image:small:1?network=none" },
      "none",
      true,
    ]);
  });

  test("[DOCKER-3] has the limits that the name asks for", async () => {
    const id = await idOf(opened("&memory=64m&cpus=0.5&pids=50"));
    const { HostConfig } = await engine.docker.getContainer(id).inspect();
    expect([HostConfig.Memory, HostConfig.NanoCpus, HostConfig.PidsLimit]).toEqual([64 * 1024 ** 2, 500_000_000, 50]);
  });

  test("[DOCKER-3] a container of it that was stopped or removed is told once, and is there again", async () => {
    const environment = opened("&pids=100");
    const id = (await environment.execute("touch /tmp/kept; hostname")).output.trim();
    await engine.docker.getContainer(id).stop();
    const stopped = [await troubleOf(environment), (await environment.execute("ls /tmp; hostname")).output];
    await engine.docker.getContainer(id).remove({ force: true });
    const removed = [await troubleOf(environment), (await environment.execute("ls /tmp")).output];
    await environment.close();
    expect([stopped, removed]).toEqual([
      ["stopped", `kept\n${id}\n`],
      ["gone", ""],
    ]);
  });

  test("[DOCKER-3] the dead in it are reaped, and it ends at once when it is asked to", async () => {
    const environment = opened();
    await environment.execute("(sleep 0.1 & exec sleep 0.2) & sh -c 'sleep 0.1 &'");
    await until(async () => (await environment.execute("ps -o stat | grep -c Z")).output === "0\n");
    const id = await idOf(environment);
    const startMs = performance.now();
    await engine.docker.getContainer(id).stop({ t: 30 });
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });

  test("[DOCKER-3] an image that is nowhere is refused or cannot be reached, in a sentence that says what to do", async () => {
    const environment = dockerEnvironment(parseEnvironment("docker-image:registry.invalid/none:1") as DockerSpec, {
      env: { DOCKER_HOST: engine.host },
    });
    const error = await within(environment, (it) => it.execute("true").catch((reason: unknown) => reason));
    expect(error).toMatchObject({
      name: "EnvironmentError",
      message: expect.stringMatching(/registry\.invalid\/none:1.*could not be fetched.*docker pull/) as string,
    });
  });

  test("[DOCKER-3] an image that takes long to be fetched is said to be under way", async () => {
    const registry = createServer();
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    const { port } = registry.address() as AddressInfo;
    const silent: Socket[] = [];
    registry.on("connection", (socket) => void silent.push(socket));
    const environment = dockerEnvironment(parseEnvironment(`docker-image:127.0.0.1:${port}/large:1`) as DockerSpec, {
      env: { DOCKER_HOST: engine.host },
    });
    const error = await within(environment, (it) =>
      it.execute("true", { timeoutMs: 500 }).catch((reason: unknown) => reason),
    );
    for (const socket of silent) socket.destroy();
    await new Promise((resolve) => registry.close(resolve));
    expect(error).toMatchObject({
      trouble: "unreachable",
      message: expect.stringContaining("still being fetched") as string,
    });
  });

  const exists = async (id: string): Promise<boolean> =>
    engine.docker
      .getContainer(id)
      .inspect()
      .then(
        () => true,
        () => false,
      );

  test("[DOCKER-4] its container stays, but where it is to be removed when nothing is in it", async () => {
    expect(await exists(await idOf(opened()))).toBe(true);
    const removed = await idOf(opened("&remove=idle"));
    expect(await exists(removed)).toBe(false);
    // Something runs, then something of ours lies there, then nothing does.
    const id = await within(opened("&remove=idle"), async (it) => {
      const { output } = await it.execute("mkdir -p /tmp/bellhop-0/procs/proc_1; sleep 600 >/dev/null 2>&1 & hostname");
      return output.trim();
    });
    expect([id === removed, await exists(id)]).toEqual([false, true]);
    await within(opened("&remove=idle"), (it) => it.execute("killall -9 sleep"));
    expect(await exists(id)).toBe(true);
    await within(opened("&remove=idle"), (it) => it.execute("rmdir /tmp/bellhop-0/procs/*"));
    await until(async () => !(await exists(id)), { what: "the removal" });
  });
});

test.each([
  ["what waits", [], true],
  ["one that was started by the engine", [["9", "1", "sleep 5"]], false],
  ["one whose parent has ended", [["9", "2", "sleep 5"]], false],
] as const)("[DOCKER-4] a container with %s", (_, more, expected) => {
  const waits = "sh -c trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done";
  const rows = [["2", "1", `/sbin/docker-init -- ${waits}`], ["3", "2", waits], ["4", "3", "sleep 3600"], ...more];
  expect(isIdle({ Titles: ["PID", "PPID", "CMD"], Processes: rows })).toBe(expected);
});
