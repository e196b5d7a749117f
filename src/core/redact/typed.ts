import { TYPED_SECRET_MASKED_FROM_CHARS } from "../limits.ts";
import { FULL_MASK } from "./mask.ts";

/** The texts to mask for a secret that was typed: its lines, without those so short that they stand everywhere. */
export function maskedLines(secret: string): readonly string[] {
  return secret.split(/[\r\n]+/).filter((line) => line.length >= TYPED_SECRET_MASKED_FROM_CHARS);
}

/** `text` with each of `secrets` masked; the longest first, since one may hold another. */
export function maskTyped(text: string, secrets: readonly string[]): string {
  return secrets
    .toSorted((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(secret, FULL_MASK), text);
}
