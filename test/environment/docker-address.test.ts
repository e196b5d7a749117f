import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as serveHttp } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dockerEnvironment } from "../../src/adapters/environment/docker.ts";
import { addressOf } from "../../src/adapters/environment/docker-engine.ts";
import { troubleInDocker } from "../../src/adapters/environment/docker-trouble.ts";
import { framesOf } from "../../src/adapters/environment/docker-frames.ts";
import { type DockerSpec, parseEnvironment } from "../../src/core/environment-spec.ts";
import { temporaryDirectory } from "../support/temp.ts";

test("[DOCKER-6] the engine is where the name says, then its variable, then a socket that is there", () => {
  const runtime = temporaryDirectory();
  const env = { XDG_RUNTIME_DIR: runtime, DOCKER_HOST: "tcp://docker:1", CONTAINER_HOST: "tcp://podman:1" };
  const before = addressOf({ engine: "podman" }, { XDG_RUNTIME_DIR: runtime });
  mkdirSync(join(runtime, "podman"));
  writeFileSync(join(runtime, "podman/podman.sock"), "");
  expect([
    addressOf({ engine: "docker", host: "unix:///own" }, env),
    addressOf({ engine: "docker" }, env),
    addressOf({ engine: "podman" }, env),
    before.endsWith("podman/podman.sock"),
    addressOf({ engine: "podman" }, { XDG_RUNTIME_DIR: runtime }),
  ]).toEqual(["unix:///own", "tcp://docker:1", "tcp://podman:1", true, `unix://${runtime}/podman/podman.sock`]);
});

async function troubleAt(host: string): Promise<unknown> {
  const environment = dockerEnvironment(parseEnvironment("docker:box") as DockerSpec, { env: { DOCKER_HOST: host } });
  try {
    return await environment.execute("true");
  } catch (error) {
    return error;
  } finally {
    await environment.close();
  }
}

test("[DOCKER-2] an engine that is not there, or cannot be spoken to, is told in a sentence", async () => {
  const directory = temporaryDirectory();
  const socket = join(directory, "cut.sock");
  const server = createServer((connection) => connection.destroy()).listen(socket);
  onTestFinished(() => void server.close());
  const places = [
    `unix://${directory}/none.sock`,
    "tcp://127.0.0.1:1",
    `unix://${socket}`,
    "ssh://user@host",
    "tcp://",
  ];
  const seen = await Promise.all(places.map(troubleAt));
  expect(seen).toMatchObject(
    ["unreachable", "unreachable", "unreachable", "unusable", "unusable"].map((trouble) => ({
      name: "EnvironmentError",
      trouble,
      message: expect.stringMatching(/docker:box.*\.$/) as string,
    })),
  );
});

test.each([
  [401, "unauthorized", "refused"],
  [403, "authorization denied by plugin", "refused"],
  [404, "No such container: box", "gone"],
  [500, "container state improper", "stopped"],
  [500, "something broke", "unreachable"],
] as const)("[DOCKER-2] an answer %d, %s, means %s", async (status, message, trouble) => {
  const socket = join(temporaryDirectory(), "engine.sock");
  const server = serveHttp((_, answer) => answer.writeHead(status).end(JSON.stringify({ message }))).listen(socket);
  onTestFinished(() => void server.close());
  expect(await troubleAt(`unix://${socket}`)).toMatchObject({
    trouble,
    message: expect.stringContaining(message) as string,
  });
});

test("[DOCKER-2] a socket that may not be opened is refused, with what to do", () => {
  const error = Object.assign(new Error("connect EACCES /var/run/docker.sock"), { code: "EACCES" });
  expect(troubleInDocker(parseEnvironment("docker:box") as DockerSpec, error)).toMatchObject({
    trouble: "refused",
    message: expect.stringMatching(/docker:box .*EACCES.*group `docker`/) as string,
  });
});

test("[DOCKER-1] frames are taken apart wherever they are cut", () => {
  const frame = (output: number, text: string): Buffer => {
    const head = Buffer.from([output, 0, 0, 0, 0, 0, 0, 0]);
    head.writeUInt32BE(text.length, 4);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const all = Buffer.concat([
    frame(1, "one"),
    frame(2, "two"),
    frame(1, ""),
    frame(1, "x".repeat(70_000)),
    frame(2, "end"),
  ]);
  const results = [1, 3, 8, 11, 4_096, all.length].map((size) => {
    const said = { stdout: "", stderr: "" };
    const take = framesOf({
      stdout: (chunk) => void (said.stdout += Buffer.from(chunk).toString()),
      stderr: (chunk) => void (said.stderr += Buffer.from(chunk).toString()),
    });
    for (let from = 0; from < all.length; from += size) take(all.subarray(from, from + size));
    return said;
  });
  expect(results).toEqual(results.map(() => ({ stdout: `one${"x".repeat(70_000)}`, stderr: "twoend" })));
});
