import type { Container } from "dockerode";
import type Docker from "dockerode";

import type { DockerSpec } from "../../core/environment-spec.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import { type DockerGround, openedEngine } from "./docker-engine.ts";
import type { ExecJudge } from "./docker-exec.ts";
import { containerOfImage } from "./docker-image.ts";
import { removeIdle } from "./docker-removal.ts";
import { stateTrouble, statusOf, troubleInDocker } from "./docker-trouble.ts";
import { kept } from "./kept.ts";

/** The container of an environment. */
export interface DockerPlace extends ExecJudge {
  /** The container as an engine knows it. One of an image is found, or made, or started again. */
  container(): Promise<Container>;
  /** Throws when the image is still being fetched: that takes longer than a call may. */
  refuseWhileFetching(): void;
  close(): Promise<void>;
}

export function dockerPlace(spec: DockerSpec, { env = process.env, home = "" }: DockerGround): DockerPlace {
  let isFetching = false;
  const fetching = async (fetch: () => Promise<void>): Promise<void> => {
    isFetching = true;
    await fetch().finally(() => (isFetching = false));
  };
  const connection = kept(async () => {
    try {
      const docker = await openedEngine(spec, env);
      return await containerOf(docker, { spec, home, fetching });
    } catch (error) {
      throw troubleInDocker(spec, error);
    }
  });
  /** What was found before is looked for again by the next call. */
  const noted = (trouble: EnvironmentError): EnvironmentError => {
    if (trouble.trouble === "gone" || trouble.trouble === "stopped") connection.drop();
    return trouble;
  };
  const state = async (): Promise<EnvironmentError | null> => {
    const trouble = await stateTrouble(spec, await connection.get());
    return trouble === null ? null : noted(trouble);
  };
  return {
    container: connection.get,
    state,
    explain: async (error) =>
      (error instanceof EnvironmentError || statusOf(error) === null ? null : await state()) ??
      noted(troubleInDocker(spec, error)),
    refuseWhileFetching() {
      if (isFetching) throw stillFetching(spec);
    },
    async close() {
      if (spec.kind === "image" && spec.remove === "idle" && connection.isMade())
        await removeIdle(await connection.get(), spec).catch(() => {});
    },
  };
}

interface Finding {
  readonly spec: DockerSpec;
  readonly home: string;
  readonly fetching: (fetch: () => Promise<void>) => Promise<void>;
}

async function containerOf(docker: Docker, { spec, home, fetching }: Finding): Promise<Container> {
  return spec.kind === "container"
    ? docker.getContainer(spec.container)
    : containerOfImage(docker, { spec, home, fetching });
}

function stillFetching({ name, ...spec }: DockerSpec): EnvironmentError {
  const image = spec.kind === "image" ? spec.image : "";
  return new EnvironmentError(
    "unreachable",
    `The image ${image} of ${name} is still being fetched, which goes on. Try again in a while.`,
  );
}
