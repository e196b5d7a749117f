import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { environmentUsability } from "../../src/adapters/environment/usability.ts";
import { standIn } from "../support/services/stand-in.ts";
import { temporaryDirectory } from "../support/temp.ts";

const KINDS = [
  "docker",
  "podman",
  "ssh",
  "modal",
  "daytona",
  "e2b",
  ...["kubectl", "docker", "podman", "apptainer", "singularity", "nsenter", "bwrap", "unshare", "chroot", "wsl"].map(
    (preset) => `exec:${preset}`,
  ),
];

test("[PLACE-11] every kind is told, with its version or with what it needs", async () => {
  const { env } = standIn("apptainer", "echo apptainer version 1.3.4");
  const told = await environmentUsability({ ...env, DAYTONA_API_KEY: "", E2B_API_KEY: "e2b_x" });
  const of = (kind: string) => told.find((one) => one.kind === kind);
  expect(told.map(({ kind }) => kind)).toEqual(KINDS);
  expect(told.filter(({ why }) => !why.endsWith(".") || why.includes("\n"))).toEqual([]);
  expect([of("exec:apptainer"), of("exec:wsl"), of("daytona"), of("e2b"), of("exec:chroot")]).toEqual([
    { kind: "exec:apptainer", isUsable: true, why: "apptainer version 1.3.4." },
    { kind: "exec:wsl", isUsable: false, why: "wsl.exe is not on PATH: install it." },
    {
      kind: "daytona",
      isUsable: false,
      why: expect.stringMatching(
        /^@daytonaio\/sdk [\d.]+ is there, but no key: set DAYTONA_API_KEY, or DAYTONA_JWT_TOKEN and DAYTONA_ORGANIZATION_ID\.$/,
      ) as string,
    },
    { kind: "e2b", isUsable: true, why: expect.stringMatching(/^e2b [\d.]+\.$/) as string },
    { kind: "exec:chroot", isUsable: true, why: expect.stringContaining("chroot") as string },
  ]);
});

test("[PLACE-11] a program that fails when it is asked is not usable, and says why", async () => {
  const { env } = standIn("podman", "echo 'cannot set up namespace' >&2; exit 125");
  const told = await environmentUsability(env);
  expect(told.find(({ kind }) => kind === "exec:podman")).toEqual({
    kind: "exec:podman",
    isUsable: false,
    why: "podman failed: cannot set up namespace.",
  });
});

test("[PLACE-11] an engine is usable when it answers where it would be asked", async () => {
  const directory = temporaryDirectory();
  const [socket, nobody] = [join(directory, "engine.sock"), join(directory, "nobody.sock")];
  const engine = createServer((_, answer) => {
    answer.setHeader("content-type", "application/json");
    answer.end(JSON.stringify({ Version: "27.1" }));
  });
  onTestFinished(() => void engine.close());
  await new Promise<void>((resolve) => engine.listen(socket, resolve));
  const env = { ...standIn("podman").env, DOCKER_HOST: `unix://${socket}`, CONTAINER_HOST: `unix://${nobody}` };
  const told = await environmentUsability(env);
  const ofDockerode = (text: string) => expect.stringMatching(new RegExp(`^dockerode [\\d.]+${text}\\.$`)) as string;
  expect(told.filter(({ kind }) => /^(?:docker|podman)$/.test(kind))).toEqual([
    { kind: "docker", isUsable: true, why: ofDockerode(`; Docker 27\\.1 at unix://${socket}`) },
    {
      kind: "podman",
      isUsable: false,
      why: ofDockerode(
        ` is there, but Podman does not answer at unix://${nobody} \\(connect ENOENT ${nobody}\\): start it, or say where it listens \\(CONTAINER_HOST, or \`\\?host=\` in the name\\)`,
      ),
    },
  ]);
});

test("[PLACE-11] an address that no engine has is told as that", async () => {
  const told = await environmentUsability({ ...standIn("podman").env, DOCKER_HOST: "ssh://root@box" });
  expect(told.find(({ kind }) => kind === "docker")).toEqual({
    kind: "docker",
    isUsable: false,
    why: expect.stringMatching(/^docker cannot be reached at "ssh:\/\/root@box"\. .*make a tunnel/) as string,
  });
});
