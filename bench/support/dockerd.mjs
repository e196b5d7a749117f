import { execFileSync } from "node:child_process";
import { cpSync, createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { finished } from "node:stream/promises";
import { PassThrough } from "node:stream";

import Docker from "dockerode";

import { dockerEnvironment } from "../../dist/adapters/environment/docker.js";
import { parseEnvironment } from "../../dist/core/environment-spec.js";
import { pathOf, startServer } from "./servers.mjs";

const IMAGE = "bench:latest";
const CONTAINER = "bench";
/** What is in the image: bash, and what our scripts there use. */
const PROGRAMS =
  "bash dash cat dd mkdir rm wc sleep mkfifo mv ln tee grep sed cut tail df id chmod find base64 setsid tr head env yes kill ls true".split(
    " ",
  );

/** Why there can be no engine; null: there can. */
export function dockerHindrance() {
  if (process.getuid() !== 0) return "only root may run a Docker engine";
  return pathOf("dockerd") === null ? "dockerd is not installed" : null;
}

/** Runs `action` with a container of an engine whose data, socket and mounts are nobody else's. */
export async function withDockerd(root, action) {
  const directory = mkdtempSync(join(root, "dockerd-"));
  const socket = join(directory, "docker.sock");
  const docker = new Docker({ socketPath: socket });
  // In a name space of its own, with which its mounts go.
  const words = ["unshare", "--mount", pathOf("dockerd"), ...engineWords(directory, socket)];
  const engine = await startServer(words, {
    log: join(directory, "log"),
    isReady: () =>
      docker.ping().then(
        () => true,
        () => false,
      ),
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin:/usr/bin:/bin` },
  });
  try {
    await importImage(docker, directory);
    const container = await docker.createContainer({
      name: CONTAINER,
      Image: IMAGE,
      Entrypoint: ["sh", "-c", "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done"],
      HostConfig: { Init: true, NetworkMode: "none" },
    });
    await container.start();
    return await action(placeOf({ docker, container }, socket));
  } finally {
    await docker
      .getContainer(CONTAINER)
      .remove({ force: true })
      .catch(() => undefined);
    await engine.end();
  }
}

function engineWords(directory, socket) {
  const place = (name) => join(directory, name);
  return [
    `--data-root=${place("data")}`,
    `--exec-root=${place("exec")}`,
    `--pidfile=${place("pid")}`,
    `--host=unix://${socket}`,
    "--bridge=none",
    "--iptables=false",
    "--ip6tables=false",
    "--ip-forward=false",
  ];
}

function placeOf(engine, socket) {
  const spec = parseEnvironment(`docker:${CONTAINER}?host=unix://${socket}`);
  return {
    called: "Docker",
    baseline: "exec of dockerode",
    open: () => dockerEnvironment(spec, { env: {} }),
    once: (command) => executed(engine, command),
    onceKept: null,
    intoFile: async (command, file) => executed(engine, command, createWriteStream(file)),
    endKept: async () => undefined,
    cpuMs: null,
  };
}

/** Runs a command through the API of the engine, until its end is known. */
async function executed({ docker, container }, command, file = null) {
  const exec = await container.exec({ AttachStdout: true, AttachStderr: true, Cmd: ["bash", "-c", command] });
  const stream = await exec.start({ hijack: true, stdin: false });
  const [output, rest] = [file ?? new PassThrough(), new PassThrough()];
  let said = "";
  if (file === null) output.on("data", (chunk) => (said += chunk));
  rest.resume();
  docker.modem.demuxStream(stream, output, rest);
  await finished(stream);
  const { ExitCode: code } = await exec.inspect();
  const atMs = performance.now();
  output.end();
  await finished(output);
  if (code !== 0) throw new Error(`The exec ended with ${code}.`);
  return { said, atMs };
}

async function importImage(docker, directory) {
  const root = join(directory, "image");
  for (const folder of ["bin", "etc", "root", "tmp"]) mkdirSync(join(root, folder), { recursive: true });
  for (const program of PROGRAMS) copyProgram(root, program);
  symlinkSync("dash", join(root, "bin", "sh"));
  const tar = join(directory, "image.tar");
  execFileSync("tar", ["-C", root, "-cf", tar, "."]);
  rmSync(root, { recursive: true });
  const [repo, tag] = IMAGE.split(":");
  const changes = ["ENV PATH=/bin", "ENV HOME=/root"];
  const progress = await docker.importImage(createReadStream(tar), { repo, tag, changes });
  await new Promise((resolve, reject) =>
    docker.modem.followProgress(progress, (error) => (error ? reject(new Error(String(error))) : resolve())),
  );
}

function copyProgram(root, name) {
  const path = pathOf(name);
  if (path === null) throw new Error(`${name} is not installed.`);
  cpSync(path, join(root, "bin", name), { dereference: true });
  const needed = execFileSync("sh", ["-c", 'ldd "$1" | grep -o "/[^ ]*" || :', "sh", path], { encoding: "utf8" });
  for (const library of needed.split("\n").filter(Boolean)) {
    mkdirSync(dirname(join(root, library)), { recursive: true });
    cpSync(library, join(root, library), { dereference: true });
  }
}
