import { BLOCKED_NAMES, INTERNAL_SECRETS, PYTHON_MARKERS } from "./environment-names.ts";
import { BellhopError, invalidArgument } from "./errors.ts";
import { globMatches } from "./glob.ts";

const PROVIDER: ReadonlySet<string> = new Set(BLOCKED_NAMES.provider);
const MARKERS: ReadonlySet<string> = new Set(PYTHON_MARKERS);

/** For a product that Bellhop is part of: its names stand where ours do. */
export interface EnvironmentPolicy {
  /** `_PREFIX_FORCE_X` in `env` passes X past the block list; secrets of the product's own begin with it. @default "BELLHOP" */
  readonly prefix?: string;
  /** More names that jobs do not get; `*` stands for any characters (`ACME_*`). */
  readonly blocked?: readonly string[];
  /** What the variables of the conversation begin with. @default "BELLHOP_SESSION_", or after `prefix` */
  readonly sessionPrefix?: string;
  /** Is put in front of `PATH` unless it is there: the product's own commands. */
  readonly programDirectory?: string;
  /** `HOME` of the jobs, in a container for example; the real one is in `PREFIX_REAL_HOME` then. */
  readonly home?: string;
}

export interface PolicyOptions extends EnvironmentPolicy {
  /** Names of the block list that the user lets through. Those of model providers stay blocked whatever this says. */
  readonly passthrough?: readonly string[];
  /**
   * The conversation that the job belongs to, by the rest of each name (`CHAT_ID`). When it is given, variables of
   * another conversation never reach the job. Without it they are names like others.
   */
  readonly session?: Readonly<Record<string, string>> | undefined;
}

/**
 * The environment of a job: `base` (its caller's), and on top `extra` (what the caller asked for), without the agent's
 * own keys. `PYTHONUNBUFFERED` is always set, so that output is there when it is printed. Rules: behaviour 6.3.
 *
 * A variable of `base` that no environment can hold is left out; one of `extra` throws `invalid_argument`.
 */
export function jobEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  options: PolicyOptions = {},
): Record<string, string> {
  const policy = policyOf(options);
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(base)) {
    if (!policy.isForced(name) && !isMarker(name) && isSettable(name, value) && policy.passes(name))
      result.set(name, value);
  }
  const asked = checked(extra, policy);
  for (const [name, value] of asked) if (!policy.isForced(name) && policy.passes(name)) result.set(name, value);
  for (const [name, value] of forced(asked, policy)) result.set(name, value);
  setPlaces(result, options, policy);
  setSession(result, options.session, policy);
  result.set("PYTHONUNBUFFERED", "1");
  return Object.fromEntries(result);
}

interface Policy {
  readonly prefix: string;
  readonly forcePrefix: string;
  readonly sessionPrefix: string;
  readonly isForced: (name: string) => boolean;
  readonly passes: (name: string) => boolean;
}

function policyOf(options: PolicyOptions): Policy {
  const prefix = options.prefix ?? "BELLHOP";
  const forcePrefix = `_${prefix}_FORCE_`;
  const allowed = new Set((options.passthrough ?? []).map(fold).filter((name) => !PROVIDER.has(name)));
  const own = BLOCKED_NAMES.own.map((name) => fold(name.replace(/^BELLHOP/, () => prefix)));
  const blocked = new Set([...blockedNames(), ...own]);
  const more = (options.blocked ?? []).map(fold);
  return {
    prefix,
    forcePrefix,
    sessionPrefix: options.sessionPrefix ?? `${prefix}_SESSION_`,
    isForced: (name) => name.startsWith(forcePrefix),
    passes: (name) => {
      const folded = fold(name);
      if (isInternal(name)) return false;
      return allowed.has(folded) || !(blocked.has(folded) || more.some((glob) => globMatches(glob, folded)));
    },
  };
}

function setPlaces(result: Map<string, string>, options: EnvironmentPolicy, { prefix }: Policy): void {
  const { programDirectory = "", home = "" } = options;
  const path = result.get("PATH");
  if (programDirectory !== "" && path?.split(":").includes(programDirectory) !== true)
    result.set("PATH", path === undefined || path === "" ? programDirectory : `${programDirectory}:${path}`);
  if (home === "") return;
  const real = result.get("HOME");
  if (real !== undefined && !result.has(`${prefix}_REAL_HOME`)) result.set(`${prefix}_REAL_HOME`, real);
  result.set("HOME", home);
}

/** What is not said about this conversation was said about another one. */
function setSession(result: Map<string, string>, session: PolicyOptions["session"], { sessionPrefix }: Policy): void {
  if (session === undefined) return;
  for (const name of result.keys()) if (name.startsWith(sessionPrefix)) result.delete(name);
  for (const [name, value] of Object.entries(session)) {
    if (value !== "" && isSettable(name, value)) result.set(`${sessionPrefix}${name}`, value);
  }
}

/** Every name that a job does not get unless it is forced, sorted. For the documentation. */
export function blockedNames(): readonly string[] {
  return Object.values(BLOCKED_NAMES).flat().toSorted();
}

type Variable = readonly [string, string];

/** The forced variables under their real names. Internal secrets are not forced either. */
function forced(asked: readonly Variable[], { isForced, forcePrefix }: Policy): readonly Variable[] {
  return asked
    .filter(([name]) => isForced(name))
    .map(([name, value]) => [name.slice(forcePrefix.length), value] as const)
    .filter(([name]) => !isInternal(name));
}

/** What was asked for, or a throw. It names the variable and keeps silent about the value, which may be a secret. */
function checked(extra: Readonly<Record<string, string>>, { isForced, forcePrefix }: Policy): readonly Variable[] {
  const entries = Object.entries(extra);
  for (const [name, value] of entries) {
    const real = isForced(name) ? name.slice(forcePrefix.length) : name;
    if (!isName(real)) throw invalidArgument("A name in env", "one character or more, without `=` and NUL", name);
    if (!isSettable(real, value))
      throw new BellhopError("invalid_argument", `env.${name} must be a string without NUL.`);
  }
  return entries;
}

function isSettable(name: string, value: unknown): value is string {
  return isName(name) && typeof value === "string" && !value.includes("\0");
}

function isName(name: string): boolean {
  return name !== "" && !name.includes("=") && !name.includes("\0");
}

function isMarker(name: string): boolean {
  return MARKERS.has(fold(name));
}

function isInternal(name: string): boolean {
  return INTERNAL_SECRETS.some((pattern) => pattern.test(fold(name)));
}

function fold(name: string): string {
  return name.toUpperCase();
}
