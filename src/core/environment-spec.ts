import type { BellhopError } from "./errors.ts";
import { ENVIRONMENT_NAME_MAX_CHARS } from "./limits.ts";
import { PRESETS, type PresetName, isPreset } from "./environment-presets.ts";
import { OPTION_CHECKS, type OptionName, bytesOf, decoded, encoded, isPlain, refused } from "./environment-options.ts";

/** This host: no environment at all. */
export interface HostSpec {
  readonly kind: "host";
  readonly name: "host";
}

/** Whose API is spoken; Podman has the same one. */
export type Engine = "docker" | "podman";

interface EngineSpec {
  /** Canonical; see {@link parseEnvironment}. */
  readonly name: string;
  readonly engine: Engine;
  /** Where the engine listens: `unix:///path`, `tcp://host:port`. Default: what its own command line takes. */
  readonly host?: string;
  /** Who runs the commands there. Default: the container's own. */
  readonly user?: string;
}

/** A container that exists. */
export interface ContainerSpec extends EngineSpec {
  readonly kind: "container";
  /** Its name or id. */
  readonly container: string;
}

/** A new container of an image. */
export interface ImageSpec extends EngineSpec {
  readonly kind: "image";
  readonly image: string;
  readonly memoryBytes?: number;
  /** As the engine's `--network`: `none`, `host`, a name. */
  readonly network?: string;
  /** Processor cores, also parts of one. */
  readonly cpus?: number;
  /** Most processes in it. */
  readonly pids?: number;
  /** When its container is removed. Default: never by us. `idle`: when the connection is let go and nothing runs in it. */
  readonly remove?: "idle";
}

export type DockerSpec = ContainerSpec | ImageSpec;

/** Another machine. */
export interface SshSpec {
  readonly kind: "ssh";
  readonly name: string;
  readonly host: string;
  /** @default 22 */
  readonly port: number;
  /** Default: who we are here. */
  readonly user?: string;
  /** File of a private key. Default: the agent's keys, then those of the user. */
  readonly identity?: string;
  /** File of known host keys. Default: that of the user. */
  readonly knownHosts?: string;
}

/** Whatever has a command that runs others: see {@link PRESETS}. */
export interface ExecSpec {
  readonly kind: "exec";
  readonly name: string;
  readonly preset: PresetName;
  readonly target: string;
  readonly options: Readonly<Record<string, string>>;
}

/** A sandbox of a service, which exists. Keys come from the service's own variables. */
export interface SandboxSpec {
  readonly kind: "modal" | "daytona" | "e2b";
  readonly name: string;
  /** Its id; for Daytona also its name, for Modal also `APP/NAME`. */
  readonly sandbox: string;
}

export type EnvironmentSpec = HostSpec | DockerSpec | SshSpec | ExecSpec | SandboxSpec;

/** Names that a user has given to environments, and what each stands for. */
export type NamedEnvironments = Readonly<Record<string, string>>;

/**
 * What a name means: `host`, `docker:NAME`, `docker-image:IMAGE`, `podman:…`, `podman-image:…`, `ssh://user@host:port`,
 * `exec:PRESET:TARGET`, `modal:…`, `daytona:…`, `e2b:…` (each but `host` may have `?option=value&…`), or one of the user's own
 * names. `name` in the answer is the canonical one: the same place has the same name, also after a restart, and without the
 * user's configuration. Throws `invalid_argument`, a sentence; no part of a refused name that may be a secret is in it.
 */
export function parseEnvironment(text: string, named: NamedEnvironments = {}): EnvironmentSpec {
  if (text === "host") return { kind: "host", name: "host" };
  if (text.length > ENVIRONMENT_NAME_MAX_CHARS)
    throw refused(
      `The name of an environment has at most ${ENVIRONMENT_NAME_MAX_CHARS} characters, not ${text.length}`,
    );
  const own = Object.hasOwn(named, text) ? named[text] : undefined;
  if (own !== undefined) return parseEnvironment(own);
  if (!text.includes(":")) throw unknown(text, named);
  return ofKind(text);
}

/** Whether a user may give this name to an environment: it cannot be taken for anything else. */
export function isOwnName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(text) && text !== "host";
}

type Options = Readonly<Partial<Record<OptionName, string>>>;

interface Parts {
  readonly body: string;
  readonly options: Options;
  /** The canonical name; `body` may be another, more exact one. */
  readonly nameOf: (body?: string) => string;
}

interface Kind {
  readonly options: readonly OptionName[];
  /** What stands behind the colon, for the refusal. */
  readonly expected: string;
  read(parts: Parts): EnvironmentSpec | null;
}

const ENGINE_OPTIONS = ["host", "user"] as const;
const IMAGE_OPTIONS = [...ENGINE_OPTIONS, "memory", "network", "cpus", "pids", "remove"] as const;

const KINDS: Readonly<Record<string, Kind>> = {
  docker: container("docker"),
  podman: container("podman"),
  "docker-image": image("docker"),
  "podman-image": image("podman"),
  ssh: { options: ["identity", "knownHosts"], expected: "ssh://user@host:port", read: machine },
  exec: {
    options: ["user", "namespace", "context", "container", "network"],
    expected: `exec:PRESET:TARGET, where PRESET is one of ${Object.keys(PRESETS).join(", ")}`,
    read: program,
  },
  modal: sandbox("modal", /^(?:sb-[A-Za-z0-9]+|[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*)$/, "sb-ID or APP/NAME"),
  daytona: sandbox("daytona", /^[A-Za-z0-9][\w.-]*$/, "ID or the name of a sandbox"),
  e2b: sandbox("e2b", /^[A-Za-z0-9][\w-]*$/, "the id of a sandbox"),
};

function ofKind(text: string): EnvironmentSpec {
  const prefix = text.slice(0, text.indexOf(":"));
  const kind = Object.hasOwn(KINDS, prefix) ? KINDS[prefix] : undefined;
  if (kind === undefined) throw unknown(prefix, {});
  const spec = kind.read(partsOf(prefix, text, kind));
  if (spec !== null) return spec;
  throw refused(`An environment that begins with "${prefix}:" must be ${kind.expected}`);
}

function partsOf(prefix: string, text: string, kind: Kind): Parts {
  const [place = "", query, ...more] = text.slice(prefix.length + 1).split("?");
  if (more.length > 0) throw refused(`The name of an environment of kind ${prefix} has more than one "?"`);
  const body = decoded(place);
  const options = optionsOf(prefix, query ?? "", kind.options);
  const tail = Object.entries(options)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join("&");
  const nameOf = (exact = body): string => `${prefix}:${encoded(exact)}${tail === "" ? "" : `?${tail}`}`;
  return { body, options, nameOf };
}

function optionsOf(prefix: string, query: string, known: readonly OptionName[]): Options {
  const options: Partial<Record<OptionName, string>> = {};
  for (const pair of query.split("&").filter((text) => text !== "")) {
    const name = decoded(pair.split("=")[0] ?? "");
    const option = known.find((one) => one === name);
    if (option === undefined) throw unknownOption(prefix, name, known);
    const value = decoded(pair.slice(pair.indexOf("=") + 1));
    const { isValid, expected } = OPTION_CHECKS[option];
    if (!pair.includes("=") || !isPlain(value) || !isValid(value))
      throw refused(`The option ${option} of an environment of kind ${prefix} must be ${expected}`);
    if (options[option] !== undefined) throw refused(`The option ${option} is there twice`);
    options[option] = value;
  }
  return options;
}

function unknownOption(prefix: string, name: string, known: readonly string[]): BellhopError {
  if (/pass|secret|token|key|credential/i.test(name))
    return refused(
      `The name of an environment holds no secrets, since it stands in records and lists (option ${JSON.stringify(name.slice(0, 40))} of kind ${prefix}). Give the secret in the variables or files of the tool that needs it`,
    );
  const choice = known.length === 0 ? "none" : known.join(", ");
  return refused(
    `An environment of kind ${prefix} has no option ${JSON.stringify(name.slice(0, 40))}; it has ${choice}`,
  );
}

function container(engine: Engine): Kind {
  return {
    options: ENGINE_OPTIONS,
    expected: `${engine}:NAME, where NAME is the name or the id of a container: letters, digits, ".", "_", "-"`,
    read: ({ body, options, nameOf }) =>
      /^[A-Za-z0-9][\w.-]*$/.test(body)
        ? { kind: "container", engine, container: body, name: nameOf(), ...picked(options, ENGINE_OPTIONS) }
        : null,
  };
}

function image(engine: Engine): Kind {
  return {
    options: IMAGE_OPTIONS,
    expected: `${engine}-image:IMAGE, where IMAGE is what the engine would pull: "debian:12", "ghcr.io/owner/name@sha256:…"`,
    read: ({ body, options, nameOf }) =>
      /^[a-z0-9][\w.\-/:@]*$/i.test(body)
        ? {
            kind: "image",
            engine,
            image: body,
            name: nameOf(),
            ...picked(options, [...ENGINE_OPTIONS, "network"]),
            ...(options.memory === undefined ? {} : { memoryBytes: bytesOf(options.memory) }),
            ...(options.cpus === undefined ? {} : { cpus: Number(options.cpus) }),
            ...(options.pids === undefined ? {} : { pids: Number(options.pids) }),
            ...(options.remove === undefined ? {} : { remove: "idle" }),
          }
        : null,
  };
}

function machine({ body, options, nameOf }: Parts): SshSpec | null {
  const found =
    /^\/\/(?:([^/@]*)@)?(\[[0-9A-Fa-f:.]+(?:%[\w.-]+)?\]|[A-Za-z0-9_](?:[\w.-]*[\w])?)(?::(\d{1,5}))?\/?$/.exec(body);
  const [, user, written = "", digits = "22"] = found ?? [];
  if (user?.includes(":") === true)
    throw refused("The name of an environment holds no password. Use a key (`?identity=FILE`) or an agent for SSH");
  const port = Number(digits);
  if (found === null || port < 1 || port > 65_535 || (user !== undefined && !/^[\w.][\w.@\\$-]*$/.test(user)))
    return null;
  const host = written.toLowerCase();
  const name = nameOf(`//${user === undefined ? "" : `${user}@`}${host}:${port}`);
  return {
    kind: "ssh",
    name,
    host: host.replace(/^\[|\]$/g, ""),
    port,
    ...(user === undefined ? {} : { user }),
    ...picked(options, ["identity", "knownHosts"]),
  };
}

function program({ body, options, nameOf }: Parts): ExecSpec | null {
  const preset = body.slice(0, body.indexOf(":"));
  const target = body.slice(preset.length + 1);
  if (!body.includes(":") || !isPreset(preset)) return null;
  const { target: fits, expected, options: known } = PRESETS[preset];
  if (target.startsWith("-") || !isPlain(target) || !fits.test(target))
    throw refused(`The target of exec:${preset}: must be ${expected}`);
  for (const name of Object.keys(options))
    if (!known.includes(name)) throw unknownOption(`exec:${preset}`, name, known);
  return { kind: "exec", name: nameOf(), preset, target, options };
}

function sandbox(kind: SandboxSpec["kind"], fits: RegExp, expected: string): Kind {
  return {
    options: [],
    expected: `${kind}: and ${expected}`,
    read: ({ body, nameOf }) => (fits.test(body) ? { kind, name: nameOf(), sandbox: body } : null),
  };
}

function picked<Name extends OptionName>(options: Options, names: readonly Name[]): Partial<Record<Name, string>> {
  return Object.fromEntries(
    names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  ) as Partial<Record<Name, string>>;
}

function unknown(text: string, named: NamedEnvironments): BellhopError {
  const own = Object.keys(named);
  const choice =
    own.length === 0 ? "the configuration names none" : `or one that the configuration names: ${own.join(", ")}`;
  return refused(
    `There is no environment ${JSON.stringify(text.slice(0, 80))}. It is host, docker:NAME, docker-image:IMAGE, podman:NAME, podman-image:IMAGE, ssh://user@host:port, exec:PRESET:TARGET, modal:ID, daytona:ID, e2b:ID; ${choice}`,
  );
}
