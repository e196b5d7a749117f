import type { StartOptions } from "../core/contract.ts";
import { invalidArgument } from "../core/errors.ts";
import { MEMORY_MAX_FLOOR_MB, NICE_MAX, RESOURCE_LIMIT_MAX, TIME_LIMIT_MAX_SECONDS } from "../core/limits.ts";
import type { ProcessRecord } from "../core/record.ts";

type Key = "memoryMaxMb" | "maxProcesses" | "cpuPercent" | "nice";

const BOUNDS: Readonly<Record<Key, readonly [least: number, most: number]>> = {
  memoryMaxMb: [MEMORY_MAX_FLOOR_MB, RESOURCE_LIMIT_MAX],
  maxProcesses: [1, RESOURCE_LIMIT_MAX],
  cpuPercent: [1, RESOURCE_LIMIT_MAX],
  nice: [0, NICE_MAX],
};
const KEYS = Object.keys(BOUNDS) as readonly Key[];

/** The options that bound what a process may use. Throws `invalid_argument`. */
export function checkLimitOptions(options: StartOptions): void {
  for (const key of ["timeoutSeconds", "idleTimeoutSeconds"] as const) checkSeconds(key, options[key]);
  for (const key of KEYS) checkCount(key, options[key]);
}

function checkSeconds(key: string, value: unknown): void {
  if (value !== undefined && !(typeof value === "number" && value >= 0 && value <= TIME_LIMIT_MAX_SECONDS))
    throw invalidArgument(key, `a number of seconds from 0 (no limit) to ${TIME_LIMIT_MAX_SECONDS}`, value);
}

function checkCount(key: Key, value: unknown): void {
  const [least, most] = BOUNDS[key];
  if (value !== undefined && !(Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most))
    throw invalidArgument(key, `a whole number from ${least} to ${most}`, value);
}

/** The part of the record that says it. */
export function limitFields(
  options: StartOptions,
): Pick<ProcessRecord, "timeoutSeconds" | "idleTimeoutSeconds" | "limits" | "confinement"> {
  const asked = KEYS.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  return {
    timeoutSeconds: options.timeoutSeconds ?? 0,
    idleTimeoutSeconds: options.idleTimeoutSeconds ?? 0,
    limits: Object.fromEntries(asked) as ProcessRecord["limits"],
    confinement: null,
  };
}
