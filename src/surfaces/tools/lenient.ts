import { parseJson } from "../../base/json.ts";
import { invalidArgument } from "../../core/errors.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The argument as a text, as `{ name: text }`, or nothing when it was left out. A number or a truth value becomes text. */
export function text<Name extends string>(name: Name, args: Arguments): { [Key in Name]?: unknown } {
  const value = args[name];
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return given(name, isPlain ? String(value) : value);
}

/** The argument as a number. A text that is one becomes one; everything else is left for the operation to refuse. */
export function number<Name extends string>(name: Name, args: Arguments): { [Key in Name]?: unknown } {
  return given(name, asNumber(args[name]));
}

/** A text that is a number, as one; everything else as it is. */
export function asNumber(value: unknown): unknown {
  const isNumeric = typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value));
  return isNumeric ? Number(value) : value;
}

/** The argument as a truth value, false when it was left out. Throws `invalid_argument`. */
export function flag(name: string, args: Arguments): boolean {
  const value = args[name];
  const known = truth(isGiven(value) ? value : false);
  if (known === undefined) throw invalidArgument(name, "true or false", value);
  return known;
}

/** Whether it is true, also as a text. Undefined: it is no truth value. */
export function truth(value: unknown): boolean | undefined {
  const plain = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (plain === true || plain === "true") return true;
  return plain === false || plain === "false" ? false : undefined;
}

/** A text that is JSON, read; everything else as it is. */
export function unpacked(value: unknown): unknown {
  return typeof value === "string" ? (parseJson(value) ?? value) : value;
}

/** Null says "nothing" for many models. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function given<Name extends string>(name: Name, value: unknown): { [Key in Name]?: unknown } {
  return isGiven(value) ? ({ [name]: value } as { [Key in Name]?: unknown }) : {};
}
