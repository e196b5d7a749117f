import { expect } from "vitest";

/** vitest's matchers are of type `any`; these fit where they are used. */
export function matching(pattern: RegExp): string {
  return expect.stringMatching(pattern) as string;
}

export function anyNumber(): number {
  return expect.any(Number) as number;
}

export function containing<T>(...items: readonly T[]): T[] {
  return expect.arrayContaining(items as never) as T[];
}
