import { existsSync, readFileSync } from "node:fs";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { homedir } from "node:os";
import { join } from "node:path";

import type Docker from "dockerode";

import type { DockerSpec } from "../../core/environment-spec.ts";
import { EnvironmentError } from "../../ports/environment.ts";
import { loaded } from "./packages.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** What an environment of an engine takes from where it is opened. */
export interface DockerGround {
  /** @default that of this process */
  readonly env?: Variables;
  /** The home of the registry: containers that are made belong to it. @default none */
  readonly home?: string;
}

/** The API of an engine. Nothing is connected to. */
export async function openedEngine(spec: DockerSpec, env: Variables): Promise<Docker> {
  const { default: Engine } = await loaded("docker", () => import("dockerode"));
  return new Engine(connectionOf(addressOf(spec, env), spec, env));
}

/** Where an engine listens: what the name says, else its variable, else the first socket that is there. */
export function addressOf({ engine, host }: Pick<DockerSpec, "engine" | "host">, env: Variables): string {
  const variable = env[engine === "docker" ? "DOCKER_HOST" : "CONTAINER_HOST"] ?? "";
  if (host !== undefined) return host;
  if (variable !== "") return variable;
  const places = SOCKETS[engine](env);
  return `unix://${places.find((path) => existsSync(path)) ?? places[0]}`;
}

const SOCKETS = {
  docker: (env: Variables): string[] => [
    "/var/run/docker.sock",
    join(homedir(), ".docker/run/docker.sock"),
    ...runtime(env, "docker.sock"),
  ],
  podman: (env: Variables): string[] => [...runtime(env, "podman/podman.sock"), "/run/podman/podman.sock"],
} as const;

function runtime({ XDG_RUNTIME_DIR: directory = "" }: Variables, name: string): string[] {
  return directory === "" ? [] : [join(directory, name)];
}

/** Each is set: what is missing the package takes from variables of this process. */
function connectionOf(address: string, spec: DockerSpec, env: Variables): Docker.DockerOptions {
  const [, scheme = "", rest = ""] = /^(?:(\w+):\/\/)?(.*)$/.exec(address) ?? [];
  // A connection that is kept would hold up who wants to end.
  if (scheme === "unix") return options({ socketPath: rest, protocol: "http", agent: new HttpAgent() });
  const isSecure = scheme === "https" || (env["DOCKER_TLS_VERIFY"] ?? "") !== "";
  const text = `${isSecure ? "https" : "http"}://${rest}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!["", "tcp", "http", "https"].includes(scheme) || url === null)
    throw new EnvironmentError(
      "unusable",
      `${spec.name} cannot be reached at ${JSON.stringify(address)}. An engine listens at unix:///PATH or tcp://HOST:PORT; for one behind SSH, make a tunnel (\`ssh -L\`), or use ssh:// as the environment.`,
    );
  const port = url.port === "" ? (isSecure ? "2376" : "2375") : url.port;
  const at = { host: url.hostname, port, pathPrefix: url.pathname };
  if (!isSecure) return options({ ...at, protocol: "http", agent: new HttpAgent() });
  return options({ ...at, protocol: "https", ...certificates(env), agent: new HttpsAgent() });
}

/** Its types know less than it takes. */
interface Connection extends Docker.DockerOptions {
  readonly pathPrefix?: string;
  readonly agent: HttpAgent | HttpsAgent;
}

function options(given: Connection): Docker.DockerOptions {
  const none = { socketPath: undefined, host: undefined, port: undefined, ca: undefined, cert: undefined };
  return { ...none, key: undefined, timeout: undefined, ...given };
}

function certificates(env: Variables): Docker.DockerOptions {
  const folder = env["DOCKER_CERT_PATH"] ?? "";
  if (folder === "") return {};
  const [ca, cert, key] = ["ca.pem", "cert.pem", "key.pem"].map((name) => readFileSync(join(folder, name), "utf8"));
  return { ca, cert, key };
}
