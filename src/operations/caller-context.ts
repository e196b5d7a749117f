import { z } from "zod";

import { PATH_MAX_CHARS } from "../core/limits.ts";
import { text } from "./fields.ts";

/** Names and values of an environment. */
export const environment: z.ZodRecord<z.ZodString, z.ZodString> = z.record(
  z
    .string()
    .min(1)
    .refine((name) => !/[=\0]/.test(name)),
  z.string().refine((value) => !value.includes("\0")),
);

/** A path as the kernel takes it. */
export const path: z.ZodString = text(PATH_MAX_CHARS).min(1);

/** What a job takes over from the one who asks for it. */
export const callerContext: z.ZodObject<
  { readonly env: typeof environment; readonly cwd: z.ZodString; readonly umask: z.ZodInt },
  z.core.$strict
> = z.strictObject({ env: environment, cwd: path, umask: z.int().min(0).max(0o777) });
