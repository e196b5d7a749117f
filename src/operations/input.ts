import { z } from "zod";

import { isObject } from "../base/json.ts";
import { BellhopError, invalidArgument } from "../core/errors.ts";

/** What each field must be, as the middle of a sentence: "timeout must be ⟨a number of seconds above 0⟩; got -1." */
const expectations = z.registry<{ expected: string }>();

/** An argument: its type, what it must be in words, and what it means (a model reads that). */
export function field<Schema extends z.ZodType>(schema: Schema, expected: string, meaning: string): Schema {
  const described = schema.describe(meaning);
  expectations.add(described, { expected });
  return described;
}

/** Checks the input of the operation `name`. Throws `invalid_argument` with a sentence about the first flaw. */
export function parseInput<Schema extends z.ZodObject>(name: string, schema: Schema, raw: unknown): z.output<Schema> {
  if (!isObject(raw)) throw invalidArgument(`The input of ${name}`, "an object", raw);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw flaw(name, schema, { raw, issue: parsed.error.issues[0] });
}

interface Flaw {
  readonly raw: Record<string, unknown>;
  readonly issue: z.core.$ZodIssue | undefined;
}

function flaw(name: string, schema: z.ZodObject, { raw, issue }: Flaw): BellhopError {
  if (issue === undefined) return new BellhopError("invalid_argument", `The input of ${name} cannot be used.`);
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return unknownArgument(name, schema, [...path, issue.keys[0] ?? ""]);
  const shape: Readonly<Record<string, z.ZodType | undefined>> = schema.shape;
  const argument = shape[path[0] ?? ""];
  const expected = (argument && expectations.get(argument)?.expected) ?? "a value that fits";
  const value = path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : value), raw);
  if (value !== undefined || path.length > 1) return invalidArgument(shorten(path.join(".")), expected, value);
  return new BellhopError("invalid_argument", `${path[0]} is missing: ${name} takes ${expected}.`);
}

function unknownArgument(name: string, schema: z.ZodObject, path: readonly string[]): BellhopError {
  const known = Object.keys(schema.shape).join(", ") || "no arguments";
  const given = JSON.stringify(shorten(path.join(".")));
  return new BellhopError("invalid_argument", `${name} does not take an argument ${given}; it takes ${known}.`);
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
