import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { environmentContract } from "../../src/adapters/environment/contract/contract.ts";
import { dockerEnvironment } from "../../src/adapters/environment/docker.ts";
import type { DockerGround } from "../../src/adapters/environment/docker-engine.ts";
import { type DockerSpec, parseEnvironment } from "../../src/core/environment-spec.ts";
import type { Environment } from "../../src/ports/environment.ts";
import { canRun, mustRun } from "../isolation/left-out.ts";
import { type TestEngine, engineHindrance, startEngine } from "../support/dockerd.ts";
import { until } from "../support/until.ts";

const hindrance = engineHindrance();

describe.runIf(canRun("Tests with a Docker engine", hindrance))("a Docker engine", () => {
  let engine: TestEngine;

  beforeAll(async () => {
    mustRun(hindrance);
    engine = await startEngine();
    await Promise.all([engine.image("small:1", "busybox"), engine.image("big:1", "debian")]);
    await engine.run("small", { Image: "small:1" });
  });
  afterAll(() => engine?.end());

  const opened = (name: string, ground: DockerGround = {}): Environment =>
    dockerEnvironment(parseEnvironment(name) as DockerSpec, { env: { DOCKER_HOST: engine.host }, ...ground });

  describe.each(["docker:small", "docker-image:big:1?memory=256m&network=none"])("%s", (name) => {
    for (const { rule, check } of environmentContract(() => Promise.resolve(opened(name)), []))
      test(`[DOCKER-1] ${rule}`, check);
  });

  /** What a first command comes to. */
  async function outcome(environment: Environment): Promise<unknown> {
    try {
      return await environment.execute("echo here");
    } catch (error) {
      return error;
    }
  }

  const HERE = { output: "here\n", exitCode: 0 };

  test("[DOCKER-2] a container is paused, stopped, gone, and back", async () => {
    const container = await engine.run("fickle", { Image: "small:1" });
    const environment = opened("docker:fickle");
    const seen: unknown[] = [await outcome(environment)];
    await container.pause();
    seen.push(await outcome(environment));
    await container.unpause();
    seen.push(await outcome(environment));
    await container.stop();
    seen.push(await outcome(environment));
    await container.start();
    seen.push(await outcome(environment));
    await container.remove({ force: true });
    seen.push(await outcome(environment));
    await engine.run("fickle", { Image: "small:1" });
    seen.push(await outcome(environment));
    await environment.close();
    expect(seen).toMatchObject([HERE, of("paused"), HERE, of("stopped"), HERE, of("gone"), HERE]);
  });

  test.each(["stop", "kill", "remove"] as const)(
    "[DOCKER-2] a command in the middle of which the engine is told to %s its container",
    async (how) => {
      const container = await engine.run(`cut-${how}`, { Image: "small:1" });
      const environment = opened(`docker:cut-${how}`);
      const line = "touch /tmp/began; while :; do echo more; sleep 0.05; done";
      const answer = environment.execute(line).catch((error: unknown) => error);
      await until(async () => (await environment.execute("test -e /tmp/began")).exitCode === 0);
      await (how === "remove" ? container.remove({ force: true }) : container[how]());
      // One that is being removed does not run, either.
      expect(await answer).toMatchObject({ trouble: expect.stringMatching(/stopped|gone/) as string });
      expect(await outcome(environment)).toMatchObject(of(how === "remove" ? "gone" : "stopped"));
      await environment.close();
    },
  );

  test("[DOCKER-2] what is no container, has no shell, or no such user", async () => {
    const names = ["docker:nobody", "docker:small?user=nobody-here", "docker-image:small:1?user=nobody-here"];
    const environments = names.map((name) => opened(name));
    expect(await Promise.all(environments.map(outcome))).toMatchObject([of("gone"), of("refused"), of("refused")]);
    await (await engine.docker.getContainer("small").exec({ Cmd: ["sh", "-c", "mv /bin/sh /bin/hidden"] })).start({});
    await until(async () => ((await outcome(opened("docker:small"))) as Error).name === "EnvironmentError");
    expect(await outcome(opened("docker:small"))).toMatchObject(of("refused"));
    await (
      await engine.docker.getContainer("small").exec({ Cmd: ["busybox", "mv", "/bin/hidden", "/bin/sh"] })
    ).start({});
    await until(async () => ((await outcome(opened("docker:small"))) as Error).name !== "EnvironmentError");
  });

  test("[DOCKER-5] a command that was stopped before it began does not begin", async () => {
    const environment = opened("docker:small");
    for (const afterMs of [0, 5, 10, 20, 40, 60, 80, 100, 120]) {
      const caller = new AbortController();
      const file = `/tmp/stopped-${afterMs}`;
      setTimeout(() => caller.abort(), afterMs);
      await environment.execute(`sleep 1; touch ${file}`, { signal: caller.signal });
    }
    const { output } = await environment.execute("sleep 1.5; ls /tmp | grep stopped; ps | grep -c '[s]leep 1$'");
    expect(output).toBe("0\n");
    await environment.close();
  });

  test("[DOCKER-1] a user who was asked for, 64 MiB of output, and the engine's own words stay out of it", async () => {
    const environment = opened("docker:small?user=1000:1000");
    expect(await environment.execute("id -u")).toEqual({ output: "1000\n", exitCode: 0 });
    const { stdout } = (await environment.executeBytes?.("head -c 67108864 /dev/zero")) ?? { stdout: Buffer.alloc(0) };
    expect(stdout.length).toBe(64 * 1024 * 1024);
    await environment.close();
  });
});

function of(trouble: string): object {
  return { name: "EnvironmentError", trouble, message: expect.stringMatching(/^\S+ .*\.$/s) as string };
}
