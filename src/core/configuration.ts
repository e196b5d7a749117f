import { SECOND_MS } from "../base/time.ts";
import { isObject } from "../base/json.ts";
import { isOwnName } from "./environment-spec.ts";
import { ENVIRONMENT_NAME_MAX_CHARS } from "./limits.ts";
import type { EnvironmentPolicy } from "./environment-policy.ts";
import type { DelegationSettings } from "./notify/format-context.ts";

/** What a user may set in `config.json`; each is also an option of `openRegistry` (`idleSeconds`, `httpPort`: of the daemon). */
export interface Configuration {
  readonly waitTimeoutSeconds?: number;
  readonly killGraceMs?: number;
  readonly environmentPassthrough?: readonly string[];
  readonly environmentPolicy?: EnvironmentPolicy;
  readonly redactSecrets?: boolean;
  readonly endedKeptMs?: number;
  readonly endedKeptMax?: number;
  readonly runningMax?: number;
  readonly idleSeconds?: number;
  /** Where the daemon serves HTTP; 0: nowhere. */
  readonly httpPort?: number;
  readonly surfaceSubagentEvents?: boolean;
  readonly lingerSeconds?: number;
  /** Places where commands run, by short names: what is given to `environment` in their stead. */
  readonly environments?: Readonly<Record<string, string>>;
  /** For the notice that the model of subagents was rejected. */
  readonly delegation?: DelegationSettings;
}

const DAY_MS = 24 * 3_600 * SECOND_MS;

type Reader = (value: unknown) => Configuration | null;

/** A number, 0 or more (or more than 0), as the option that it sets. */
const amount =
  (toOption: (value: number) => Configuration, least = 0): Reader =>
  (value) =>
    typeof value === "number" && Number.isFinite(value) && value >= least ? toOption(value) : null;

const text =
  (toOption: (value: string) => Configuration): Reader =>
  (value) =>
    typeof value === "string" ? toOption(value) : null;

const names =
  (toOption: (value: readonly string[]) => Configuration): Reader =>
  (value) =>
    Array.isArray(value) && value.every((name) => typeof name === "string") ? toOption(value) : null;

/** The beginning of the names of variables. */
const namePrefix =
  (toOption: (value: string) => Configuration): Reader =>
  (value) =>
    typeof value === "string" && /^[A-Za-z_]\w*$/.test(value) ? toOption(value) : null;

const absolutePath =
  (toOption: (value: string) => Configuration): Reader =>
  (value) =>
    typeof value === "string" && value.startsWith("/") ? toOption(value) : null;

/** Keys of the file, with the original's names where it has them (behaviour 12): what each must be, and what it sets. */
export const CONFIG_KEYS: Readonly<Record<string, { readonly expected: string; readonly read: Reader }>> = {
  "terminal.timeout": {
    expected: "seconds, more than 0",
    read: amount((waitTimeoutSeconds) => ({ waitTimeoutSeconds }), Number.MIN_VALUE),
  },
  "terminal.daemon_term_grace_seconds": {
    expected: "seconds, 0 or more",
    read: amount((seconds) => ({ killGraceMs: seconds * SECOND_MS })),
  },
  "terminal.env_passthrough": {
    expected: "a list of names",
    read: names((environmentPassthrough) => ({ environmentPassthrough })),
  },
  "environment.prefix": {
    expected: "the beginning of a name of a variable",
    read: namePrefix((prefix) => ({ environmentPolicy: { prefix } })),
  },
  "environment.session_prefix": {
    expected: "the beginning of a name of a variable",
    read: namePrefix((sessionPrefix) => ({ environmentPolicy: { sessionPrefix } })),
  },
  "environment.blocked": {
    expected: "a list of names",
    read: names((blocked) => ({ environmentPolicy: { blocked } })),
  },
  "environment.program_directory": {
    expected: "a path that begins with /",
    read: absolutePath((programDirectory) => ({ environmentPolicy: { programDirectory } })),
  },
  "environment.home": {
    expected: "a path that begins with /",
    read: absolutePath((home) => ({ environmentPolicy: { home } })),
  },
  "terminal.oneshot_completion_wait_seconds": {
    expected: "seconds; 0 or less does not wait",
    read: amount((lingerSeconds) => ({ lingerSeconds }), -Number.MAX_VALUE),
  },
  "delegation.surface_child_process_notifications": {
    expected: "true or false",
    read: (value) => (typeof value === "boolean" ? { surfaceSubagentEvents: value } : null),
  },
  "delegation.model": { expected: "a text", read: text((model) => ({ delegation: { model } })) },
  "delegation.provider": { expected: "a text", read: text((provider) => ({ delegation: { provider } })) },
  "delegation.fallback_providers": {
    expected: "a list",
    read: (value) => (Array.isArray(value) ? { delegation: { fallbackProviders: value as readonly unknown[] } } : null),
  },
  "delegation.fallback_model": {
    expected: "a text or a list",
    read: (value) =>
      typeof value === "string" || Array.isArray(value) ? { delegation: { fallbackModel: value } } : null,
  },
  "security.redact_secrets": {
    expected: "true or false",
    read: (value) => (typeof value === "boolean" ? { redactSecrets: value } : null),
  },
  "retention.days": { expected: "days, 0 or more", read: amount((days) => ({ endedKeptMs: days * DAY_MS })) },
  "retention.ended_max": { expected: "a number, 0 or more", read: amount((endedKeptMax) => ({ endedKeptMax })) },
  "processes.running_max": { expected: "a number, 1 or more", read: amount((runningMax) => ({ runningMax }), 1) },
  "http.port": {
    expected: "a port from 1 to 65535, or 0 for none",
    read: (value) =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535 ? { httpPort: Number(value) } : null,
  },
  "daemon.idle_seconds": { expected: "seconds, 0 or more", read: amount((idleSeconds) => ({ idleSeconds })) },
};

/** The section whose keys are names that the user has made up. */
const ENVIRONMENTS = "environments";

function environmentSetting(key: string, value: unknown): Configuration | string {
  const name = key.slice(ENVIRONMENTS.length + 1);
  if (!isOwnName(name))
    return `a name in ${ENVIRONMENTS} must have 1 to 64 letters, digits, ".", "_" or "-", begin with a letter or digit, and not be host`;
  if (typeof value !== "string" || value === "" || value.length > ENVIRONMENT_NAME_MAX_CHARS || value.includes("\0"))
    return `${key} must be a place such as docker:NAME, of at most ${ENVIRONMENT_NAME_MAX_CHARS} characters`;
  return { environments: { [name]: value } };
}

function setting(key: string, value: unknown): Configuration | string {
  if (key.startsWith(`${ENVIRONMENTS}.`)) return environmentSetting(key, value);
  const known = CONFIG_KEYS[key];
  if (known === undefined) return `there is no key ${key}`;
  return known.read(value) ?? `${key} must be ${known.expected}`;
}

/** Reads the sections of a configuration. What is not understood is a complaint, a part of a sentence. */
export function parseConfiguration(file: Readonly<Record<string, unknown>>): {
  readonly configuration: Configuration;
  readonly complaints: readonly string[];
} {
  let configuration: Configuration = {};
  const complaints: string[] = [];
  for (const [key, value] of settings(file)) {
    const option = setting(key, value);
    if (typeof option === "string") complaints.push(option);
    else configuration = merged(configuration, option);
  }
  return { configuration, complaints };
}

/** The keys of a section may make one option. */
function merged(before: Configuration, option: Configuration): Configuration {
  const delegation = { ...before.delegation, ...option.delegation };
  const environments = { ...before.environments, ...option.environments };
  const environmentPolicy = { ...before.environmentPolicy, ...option.environmentPolicy };
  return {
    ...before,
    ...option,
    ...(Object.keys(environments).length > 0 ? { environments } : {}),
    ...(Object.keys(delegation).length > 0 ? { delegation } : {}),
    ...(Object.keys(environmentPolicy).length > 0 ? { environmentPolicy } : {}),
  };
}

function settings(file: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(file).flatMap(([section, value]) =>
    isObject(value)
      ? Object.entries(value).map(([key, inner]) => [`${section}.${key}`, inner] as const)
      : [[section, value] as const],
  );
}
