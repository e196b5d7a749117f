export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Parses `text`; a value that is not JSON gives `undefined`, never a throw. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether `value` is an object with string keys (not null, not an array). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
