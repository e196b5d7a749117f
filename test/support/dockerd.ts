import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { closeSync, createReadStream, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Docker from "dockerode";

import { findProgram } from "../../src/adapters/launch/programs.ts";
import { type Ground, rootOf } from "./docker-image.ts";
import { until } from "./until.ts";

/** An engine of the tests' own: its data, its socket and its processes are nobody else's. */
export interface TestEngine {
  /** As `?host=` and DOCKER_HOST have it. */
  readonly host: string;
  readonly docker: Docker;
  /** Makes an image of programs of this host. */
  image(name: string, ground: Ground): Promise<void>;
  /** Runs a container that waits; the engine's answer to `options` of its API besides. */
  run(name: string, options: Docker.ContainerCreateOptions): Promise<Docker.Container>;
  /** Ends the engine. Its containers go on only where it was started with `livesOn`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it, with all containers, and removes what it has. */
  end(): Promise<void>;
}

/** Why there can be no engine here; null: there can. */
export function engineHindrance(): string | null {
  if (process.getuid?.() !== 0) return "only root may run a Docker engine";
  if (!existsSync("/usr/sbin/dockerd") && findProgram("dockerd") === null) return "dockerd is not installed";
  return existsSync("/sys/fs/cgroup") && mayMount() ? null : "nothing may be mounted here";
}

function mayMount(): boolean {
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

export interface EngineOptions {
  /** Containers live on while the engine is restarted. @default false */
  readonly livesOn?: boolean;
}

export async function startEngine({ livesOn = false }: EngineOptions = {}): Promise<TestEngine> {
  const directory = mkdtempSync(join(tmpdir(), "bellhop-d-"));
  const socket = join(directory, "docker.sock");
  const docker = new Docker({ socketPath: socket });
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    child = spawned(directory, livesOn);
    await until(() => docker.ping().catch(() => child?.exitCode !== null && failed(directory)), {
      withinMs: 60_000,
      what: "an engine",
      seen: () => logOf(directory),
    });
  };
  const stop = async (): Promise<void> => {
    const ending = child;
    if (ending === null || ending.exitCode !== null) return;
    ending.kill("SIGTERM");
    await until(() => ending.exitCode !== null, { what: "the end of the engine" });
  };
  const end = async (): Promise<void> => {
    await removeContainers(docker);
    await stop();
    for (const mount of mountsBelow(directory)) execFileSync("umount", ["-l", mount]);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    host: `unix://${socket}`,
    docker,
    image: (name, ground) => importImage(docker, name, ground),
    run: (name, options) => run(docker, name, options),
    stop,
    start,
    end,
  };
}

function spawned(directory: string, livesOn: boolean): ChildProcess {
  const log = openSync(join(directory, "log"), "a");
  const place = (name: string): string => join(directory, name);
  const words = [
    `--data-root=${place("data")}`,
    `--exec-root=${place("exec")}`,
    `--pidfile=${place("pid")}`,
    `--host=unix://${place("docker.sock")}`,
    "--bridge=none",
    "--iptables=false",
    "--ip6tables=false",
    "--ip-forward=false",
    ...(livesOn ? ["--live-restore"] : []),
  ];
  try {
    const PATH = `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin:/usr/bin:/bin`;
    return spawn("dockerd", words, { stdio: ["ignore", log, log], env: { ...process.env, PATH } });
  } finally {
    closeSync(log);
  }
}

function failed(directory: string): never {
  throw new Error(`dockerd has ended: ${logOf(directory)}`);
}

function logOf(directory: string): string {
  return readFileSync(join(directory, "log"), "utf8").slice(-1_000);
}

async function importImage(docker: Docker, name: string, ground: Ground): Promise<void> {
  const { directory, tar } = rootOf(ground);
  const [repo, tag] = name.split(":");
  const changes = ["ENV PATH=/bin", "ENV HOME=/root"];
  try {
    const progress = await docker.importImage(createReadStream(tar), { repo, tag, changes });
    await new Promise<void>((resolve, reject) =>
      docker.modem.followProgress(progress, (error: Error | null) => (error === null ? resolve() : reject(error))),
    );
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function run(
  docker: Docker,
  name: string,
  { HostConfig, ...options }: Docker.ContainerCreateOptions,
): Promise<Docker.Container> {
  const container = await docker.createContainer({
    name,
    Entrypoint: ["sh", "-c", "trap 'exit 0' TERM; while :; do sleep 3600 & wait $!; done"],
    ...options,
    HostConfig: { Init: true, NetworkMode: "none", ...HostConfig },
  });
  await container.start();
  return container;
}

async function removeContainers(docker: Docker): Promise<void> {
  const all = await docker.listContainers({ all: true }).catch(() => []);
  await Promise.all(all.map(({ Id: id }) => docker.getContainer(id).remove({ force: true })));
}

/** Those within others first. */
function mountsBelow(directory: string): readonly string[] {
  return readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((path) => path.startsWith(`${directory}/`))
    .toSorted((one, other) => other.length - one.length);
}
