import { z } from "zod";

import { ID_MAX_CHARS, SHORT_TEXT_MAX_CHARS } from "../core/limits.ts";
import { field } from "./input.ts";

type Optional<Schema extends z.ZodType> = z.ZodExactOptional<Schema>;

/** Text that the kernel can take: a NUL ends every string there. */
export function text(maxChars: number): z.ZodString {
  return z
    .string()
    .max(maxChars)
    .refine((value) => !value.includes("\0"));
}

export const sessionId: z.ZodString = field(
  text(ID_MAX_CHARS).min(1),
  `an id, a unique prefix of one, or a name (1 to ${ID_MAX_CHARS} characters)`,
  "Which process: its id, any unique prefix of it (4dae for proc_4dae56ca81f6), or its name.",
);

/** A short text that may be left out. */
export function optionalText(meaning: string): Optional<z.ZodString> {
  return field(
    text(SHORT_TEXT_MAX_CHARS).exactOptional(),
    `a text of at most ${SHORT_TEXT_MAX_CHARS} characters without NUL`,
    meaning,
  );
}

export function optionalFlag(meaning: string): Optional<z.ZodBoolean> {
  return field(z.boolean().exactOptional(), "true or false", meaning);
}

/** A whole number that may be left out. */
export function optionalCount(least: number, most: number, meaning: string): Optional<z.ZodNumber> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `from ${least} to ${most}`;
  return field(z.int().min(least).max(most).exactOptional(), `a whole number, ${bounds}`, meaning);
}

/** An offset in a log. */
export function optionalCursor(meaning: string): Optional<z.ZodNumber> {
  return optionalCount(0, Number.MAX_SAFE_INTEGER, meaning);
}

export function optionalChoice<const Value extends string>(
  values: readonly Value[],
  meaning: string,
): Optional<z.ZodEnum<{ [Key in Value]: Key }>> {
  return field(z.enum(values).exactOptional(), values.map((value) => JSON.stringify(value)).join(" or "), meaning);
}
