import { BLOCKED_NAMES, INTERNAL_SECRETS, PYTHON_MARKERS } from "./environment-names.ts";
import { BellhopError, invalidArgument } from "./errors.ts";

/** A variable of `extra` with this in front is passed on without it, past the block list. */
const FORCE_PREFIX = "_BELLHOP_FORCE_";

const PROVIDER: ReadonlySet<string> = new Set(BLOCKED_NAMES.provider);
const BLOCKED: ReadonlySet<string> = new Set(blockedNames());
const MARKERS: ReadonlySet<string> = new Set(PYTHON_MARKERS);

export interface PolicyOptions {
  /** Names of the block list that the user lets through. Those of model providers stay blocked whatever this says. */
  readonly passthrough?: readonly string[];
}

/**
 * The environment of a job: `base` (its caller's), and on top `extra` (what the caller asked for), without the agent's
 * own keys. `PYTHONUNBUFFERED` is always set, so that output is there when it is printed.
 *
 * A variable of `base` that no environment can hold is left out; one of `extra` throws `invalid_argument`.
 */
export function jobEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  extra: Readonly<Record<string, string>> = {},
  options: PolicyOptions = {},
): Record<string, string> {
  const allowed = new Set((options.passthrough ?? []).map(fold).filter((name) => !PROVIDER.has(name)));
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(base)) {
    if (!isForced(name) && !isMarker(name) && isSettable(name, value) && passes(name, allowed)) result.set(name, value);
  }
  const asked = checked(extra);
  for (const [name, value] of asked) if (!isForced(name) && passes(name, allowed)) result.set(name, value);
  for (const [name, value] of forced(asked)) result.set(name, value);
  result.set("PYTHONUNBUFFERED", "1");
  return Object.fromEntries(result);
}

/** Every name that a job does not get unless it is forced, sorted. For the documentation. */
export function blockedNames(): readonly string[] {
  return Object.values(BLOCKED_NAMES).flat().toSorted();
}

function passes(name: string, allowed: ReadonlySet<string>): boolean {
  const folded = fold(name);
  return !isInternal(name) && (!BLOCKED.has(folded) || allowed.has(folded));
}

/** The forced variables under their real names. Internal secrets are not forced either. */
function forced(asked: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  return asked
    .filter(([name]) => isForced(name))
    .map(([name, value]) => [name.slice(FORCE_PREFIX.length), value] as const)
    .filter(([name]) => !isInternal(name));
}

/** What was asked for, or a throw. It names the variable and keeps silent about the value, which may be a secret. */
function checked(extra: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const entries = Object.entries(extra);
  for (const [name, value] of entries) {
    const real = isForced(name) ? name.slice(FORCE_PREFIX.length) : name;
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

function isForced(name: string): boolean {
  return name.startsWith(FORCE_PREFIX);
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
