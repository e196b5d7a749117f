import { expect, test } from "vitest";
import { ASSIGNMENT_RULES, REPR_RULE } from "../../../src/core/redact/assignments.ts";
import {
  ADDRESS_RULES,
  FIELD_RULES,
  KEY_RULES,
  LAST_RULES,
  PHONE_RULE,
  STRICT_ADDRESS_RULES,
  maskForm,
} from "../../../src/core/redact/rules.ts";

const RULES = [
  ...KEY_RULES,
  ...ASSIGNMENT_RULES,
  REPR_RULE,
  ...FIELD_RULES,
  ...ADDRESS_RULES,
  ...LAST_RULES,
  ...STRICT_ADDRESS_RULES,
  PHONE_RULE,
];

test("every rule has its own name, finds all matches, and never reaches over the end of a line", () => {
  const names = RULES.map((rule) => rule.name);
  expect(names).toEqual([...new Set(names)]);
  for (const { name, pattern } of RULES) {
    expect(pattern.flags, name).toContain("g");
    expect(pattern.source, name).not.toMatch(/\\s[*+]|\[\^(?![^\]]*(?:\\s|\\r\\n))/);
  }
});

test.each([
  ["password=hunter2&user=bob", "password=***&user=bob"],
  ["user=bob&api_key=abc&x=\n", "user=bob&api_key=***&x=\n"],
  ["keyboard=us&a=b", ""],
  ["a=b", ""],
  ["password=hunter2&user=bob and more", ""],
  ["https://example.com/?password=hunter2&user=bob", ""],
])("[REDACT-12] %j", (text, masked) => {
  expect(maskForm(text)).toBe(masked || text);
});
