import { createHash } from "node:crypto";

import type Docker from "dockerode";
import type { Container, ContainerCreateOptions } from "dockerode";

import type { ImageSpec } from "../../core/environment-spec.ts";
import { DOCKER_TWIN_DEADLINE_MS } from "../../core/limits.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import { saidBy, statusOf } from "./docker-trouble.ts";
import { shortened } from "./trouble.ts";

/** What the container of an image is made from. */
export interface ImagePlace {
  readonly spec: ImageSpec;
  /** Of the registry; two of them have two containers. */
  readonly home: string;
  /** Runs what may take long. */
  readonly fetching: (fetch: () => Promise<void>) => Promise<void>;
}

const ALREADY_STARTED = 304;
const LOOK_MS = 50;

/** Whose container it is. */
const HOME_LABEL = "bellhop.home";
const ENVIRONMENT_LABEL = "bellhop.environment";

/** Waits, and ends as soon as it is asked to. */
export const IDLE_COMMAND = "trap 'exit 0' TERM INT; while :; do sleep 3600 & wait $!; done";

/**
 * The container of an environment that an image stands for: one for each name and home, found again by its labels, also after a
 * restart of ours. One that is not there is made, and one that has stopped is started again.
 */
export async function containerOfImage(docker: Docker, place: ImagePlace): Promise<Container> {
  const found = await find(docker, place);
  if (found === null) return made(docker, place);
  if (found.isStopped) await begin(found.container);
  return found.container;
}

interface Found {
  readonly container: Container;
  readonly isStopped: boolean;
}

async function find(docker: Docker, { spec, home }: ImagePlace): Promise<Found | null> {
  const label = [`${ENVIRONMENT_LABEL}=${spec.name}`, `${HOME_LABEL}=${home}`];
  const [first] = await docker.listContainers({ all: true, filters: { label } });
  if (first === undefined) return null;
  const isStopped = !["running", "paused", "restarting"].includes(first.State);
  return { container: docker.getContainer(first.Id), isStopped };
}

async function made(docker: Docker, place: ImagePlace): Promise<Container> {
  const container = await created(docker, place, true);
  try {
    await begin(container);
    return container;
  } catch (error) {
    await container.remove({ force: true }).catch(() => {});
    if (!/docker-init|catatonit|init binary/i.test(saidBy(error))) throw error;
  }
  // Without a program that reaps the dead the shell does: it waits for its children, and for those it is given.
  const plain = await created(docker, place, false);
  await begin(plain);
  return plain;
}

async function created(docker: Docker, place: ImagePlace, hasInit: boolean): Promise<Container> {
  const options = optionsOf(place, hasInit);
  try {
    return await docker.createContainer(options);
  } catch (error) {
    if (statusOf(error) === 409) return await madeByAnother(docker, place, error);
    if (statusOf(error) !== 404) throw error;
  }
  await place.fetching(() => fetch(docker, place.spec));
  return docker.createContainer(options);
}

/** The name is taken: somebody with the same home was faster, and the engine may not list it yet. */
async function madeByAnother(docker: Docker, place: ImagePlace, error: unknown): Promise<Container> {
  for (const endsMs = performance.now() + DOCKER_TWIN_DEADLINE_MS; performance.now() < endsMs;) {
    const found = await find(docker, place);
    if (found !== null) return found.container;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw error;
}

/** Also when somebody else does so. */
async function begin(container: Container): Promise<void> {
  try {
    await container.start();
  } catch (error) {
    if (statusOf(error) !== ALREADY_STARTED) throw error;
  }
}

function optionsOf({ spec, home }: ImagePlace, hasInit: boolean): ContainerCreateOptions {
  const { image, memoryBytes, cpus, pids, network } = spec;
  const hash = createHash("sha256").update(`${home}\n${spec.name}`).digest("hex").slice(0, 12);
  return {
    name: `bellhop-${hash}`,
    Image: image,
    Labels: { [HOME_LABEL]: home, [ENVIRONMENT_LABEL]: spec.name },
    Entrypoint: ["sh"],
    Cmd: ["-c", IDLE_COMMAND],
    HostConfig: {
      ...(hasInit ? { Init: true } : {}),
      ...(network === undefined ? {} : { NetworkMode: network }),
      ...(memoryBytes === undefined ? {} : { Memory: memoryBytes }),
      ...(cpus === undefined ? {} : { NanoCpus: Math.round(cpus * 1_000_000_000) }),
      ...(pids === undefined ? {} : { PidsLimit: pids }),
    },
  };
}

async function fetch(docker: Docker, { name, image }: ImageSpec): Promise<void> {
  // Without a tag the engine would fetch all of them.
  const hasTag = /[:@][^/]*$/.test(image);
  try {
    const progress = await docker.pull(hasTag ? image : `${image}:latest`);
    await new Promise<void>((resolve, reject) =>
      docker.modem.followProgress(progress, (error: Error | null) => (error === null ? resolve() : reject(error))),
    );
  } catch (error) {
    const said = saidBy(error);
    const isRefused = [401, 403, 404].includes(statusOf(error) ?? 0) || /denied|not found|unauthorized/i.test(said);
    throw new EnvironmentError(
      isRefused ? "refused" : "unreachable",
      `The image ${image} of ${name} is not there, and could not be fetched: ${shortened(said)}. Fetch or load it with the engine's own program (\`docker pull\`, which knows your login), or correct its name.`,
      { cause: error },
    );
  }
}
