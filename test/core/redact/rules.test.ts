import { expect, test } from "vitest";
import { RULES } from "../../../src/core/redact/rules.ts";

test("every rule has its own name, finds all matches, and never reaches over the end of a line", () => {
  const names = RULES.map((rule) => rule.name);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, pattern } of RULES) {
    expect(pattern.flags, name).toContain("g");
    expect(pattern.source, name).not.toMatch(/\\s[*+]|\[\^(?![^\]]*\\s)/);
  }
});
