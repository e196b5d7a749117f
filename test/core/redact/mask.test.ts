import { expect, test } from "vitest";
import { maskToken } from "../../../src/core/redact/mask.ts";

test.each([
  ["", "***"],
  ["a".repeat(17), "***"],
  ["abcdefghijklmnopqr", "abcdef...opqr"],
  ["gho_abcdefghijklmnsk-a", "***"],
])("[REDACT-1] %j", (token, masked) => {
  expect(maskToken(token)).toBe(masked);
});
