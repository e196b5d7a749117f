import type { ContainerSpec, Engine } from "../../core/environment-spec.ts";
import { messageOf, systemCode } from "../../core/errors.ts";
import { USABILITY_DEADLINE_MS } from "../../core/limits.ts";
import { EnvironmentError, type Usability } from "../../ports/environment.ts";
import { addressOf, openedEngine } from "./docker-engine.ts";
import { shortened } from "./trouble.ts";

type Variables = Readonly<Record<string, string | undefined>>;

const ENGINES = {
  docker: { called: "Docker", variable: "DOCKER_HOST" },
  podman: { called: "Podman", variable: "CONTAINER_HOST" },
} as const;

/** Whether an engine answers where it would be asked. `installed`: the package that asks, with its version. */
export async function usabilityOfEngine(engine: Engine, installed: string, env: Variables): Promise<Usability> {
  const spec: ContainerSpec = { kind: "container", name: engine, engine, container: engine };
  const address = addressOf(spec, env);
  try {
    const api = await openedEngine(spec, env);
    const { Version: version } = await inTime(api.version());
    const called = `${ENGINES[engine].called} ${shortened(version)}`;
    return { kind: engine, isUsable: true, why: `${installed}; ${called} at ${address}.` };
  } catch (error) {
    return { kind: engine, isUsable: false, why: hindrance({ engine, installed, address }, error) };
  }
}

interface Asked {
  readonly engine: Engine;
  readonly installed: string;
  readonly address: string;
}

function hindrance({ engine, installed, address }: Asked, error: unknown): string {
  const { called, variable } = ENGINES[engine];
  if (error instanceof EnvironmentError) return error.message;
  const said = shortened(messageOf(error));
  if (/^E(?:ACCES|PERM)$/.test(systemCode(error) ?? ""))
    return `${installed} is there, but this user may not ask ${called} at ${address} (${said}): let it use that socket (the group \`docker\`), or use a rootless engine.`;
  return `${installed} is there, but ${called} does not answer at ${address} (${said}): start it, or say where it listens (${variable}, or \`?host=\` in the name).`;
}

function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const late = new Error(`no answer within ${USABILITY_DEADLINE_MS / 1000} s`);
    const timer = setTimeout(() => reject(late), USABILITY_DEADLINE_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
