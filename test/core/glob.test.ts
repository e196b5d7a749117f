import fc from "fast-check";
import { expect, test } from "vitest";
import { globMatches } from "../../src/core/glob.ts";

test("[ALLOW-1] a star is any text, as a slow way says, too", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "."), maxLength: 8 });
  const glob = fc.string({ unit: fc.constantFrom("a", "b", ".", "*"), maxLength: 6 });
  fc.assert(
    fc.property(glob, text, (glob, text) => {
      const slow = new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll("*", ".*")}$`);
      expect(globMatches(glob, text)).toBe(slow.test(text));
    }),
    { numRuns: 5_000 },
  );
});
