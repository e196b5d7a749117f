import { TYPED_SECRET_MASKED_FROM_CHARS } from "../limits.ts";
import { maskExact } from "./exact.ts";
import { FULL_MASK } from "./mask.ts";

/** The texts to mask for a secret that was typed: its lines, without those so short that they stand everywhere. */
export function maskedLines(secret: string): readonly string[] {
  return secret.split(/[\r\n]+/).filter((line) => line.length >= TYPED_SECRET_MASKED_FROM_CHARS);
}

/** `text` with each of `secrets` masked, wherever it stands. `columns`: of the terminal that the text was printed on. */
export function maskTyped(text: string, secrets: readonly string[], columns?: number): string {
  return maskExact(text, secrets, { mask: () => FULL_MASK, columns });
}
