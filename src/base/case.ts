import { isObject } from "./json.ts";

/** Keys whose value is a map with names of its own (environment variables): they are carried over as they are. */
const OPAQUE_KEYS: ReadonlySet<string> = new Set(["env", "baseEnv", "base_env"]);

/** The library speaks camelCase, the wire snake_case, with the same words. Values stay as they are. */
export function toSnakeCase(value: unknown): unknown {
  return mapKeys(value, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
}

/** The way back from {@link toSnakeCase}. */
export function toCamelCase(value: unknown): unknown {
  return mapKeys(value, (key) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
}

function mapKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [rename(key), OPAQUE_KEYS.has(key) ? item : mapKeys(item, rename)]),
  );
}
