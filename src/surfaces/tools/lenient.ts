type Arguments = Readonly<Record<string, unknown>>;

/** The argument as a text, as `{ name: text }`, or nothing when it was left out. A number or a truth value becomes text. */
export function text<Name extends string>(name: Name, args: Arguments): { [Key in Name]?: unknown } {
  const value = args[name];
  const isPlain = typeof value === "number" || typeof value === "boolean";
  return given(name, isPlain ? String(value) : value);
}

/** The argument as a number. A text that is one becomes one; everything else is left for the operation to refuse. */
export function number<Name extends string>(name: Name, args: Arguments): { [Key in Name]?: unknown } {
  const value = args[name];
  const isNumeric = typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value));
  return given(name, isNumeric ? Number(value) : value);
}

/** Null says "nothing" for many models. */
function given<Name extends string>(name: Name, value: unknown): { [Key in Name]?: unknown } {
  return value === undefined || value === null ? {} : ({ [name]: value } as { [Key in Name]?: unknown });
}
