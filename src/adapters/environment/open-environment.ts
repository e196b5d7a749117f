import {
  parseEnvironment,
  type EnvironmentSpec,
  type HostSpec,
  type NamedEnvironments,
} from "../../core/environment-spec.ts";
import { BellhopError } from "../../core/errors.ts";
import type { Environment } from "../../ports/environment.ts";

type Kind = Exclude<EnvironmentSpec["kind"], "host">;
type SpecOf<K extends Kind> = Extract<EnvironmentSpec, { readonly kind: K }>;
type Openers = { readonly [K in Kind]: (spec: SpecOf<K>, home: string) => Promise<Environment> };

/** An adapter is loaded when it is needed: most programs need none. */
const OPENERS: Openers = {
  container: async (spec) => (await import("./docker.ts")).dockerEnvironment(spec),
  image: async (spec, home) => (await import("./docker.ts")).dockerEnvironment(spec, { home }),
  ssh: async (spec) => (await import("./ssh.ts")).sshEnvironment(spec),
  exec: async (spec) => (await import("./command-prefix.ts")).commandPrefixEnvironment(spec),
  modal: async (spec) => (await import("./modal.ts")).modalEnvironment(spec),
  daytona: async (spec) => (await import("./daytona.ts")).daytonaEnvironment(spec),
  e2b: async (spec) => (await import("./e2b.ts")).e2bEnvironment(spec),
};

/**
 * The environment of a name, as a caller writes it or the user has named it. Rejects with `invalid_argument` when the name means
 * nothing or this host, and with an `EnvironmentError` when it cannot be opened. Most are reached only by the first command.
 * `home`: of the registry, to which what is made for it belongs.
 */
export async function openEnvironment(
  name: string,
  named: NamedEnvironments = {},
  home: string = "",
): Promise<Environment> {
  const spec = parseEnvironment(name, named);
  if (spec.kind === "host")
    throw new BellhopError("invalid_argument", `${JSON.stringify(name)} is this host, which needs no environment.`);
  return opened(spec, home);
}

function opened(spec: Exclude<EnvironmentSpec, HostSpec>, home: string): Promise<Environment> {
  // Each opener takes the specs of its kind.
  const open = OPENERS[spec.kind] as (one: EnvironmentSpec, home: string) => Promise<Environment>;
  return open(spec, home);
}
