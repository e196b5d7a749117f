import { expect, test } from "vitest";
import { isMasked, maskInFile, maskToken } from "../../../src/core/redact/mask.ts";

test.each([
  ["", "***"],
  ["a".repeat(17), "***"],
  ["abcdefghijklmnopqr", "abcdef...opqr"],
  ["gho_abcdefghijklmnsk-a", "***"],
])("[REDACT-1] %j", (token, masked) => {
  expect(maskToken(token)).toBe(masked);
});

test("[REDACT-1] what shows nothing is no part of what is shown", () => {
  expect(maskToken("abc\u0000def\u200b...ghijklmnopqr")).toBe("abcdef...opqr");
  expect(maskToken(`a\u0000${"b".repeat(16)}`)).toBe("***");
});

test("[REDACT-20] masks of a file, and what is a mask already", () => {
  expect([maskInFile("ghp_"), maskInFile("")]).toEqual(["«redacted:ghp_…»", "«redacted-secret»"]);
  const masks = ["***", "abcdef...opqr", "«redacted-secret»", "«redacted:ghp_…»", "[REDACTED PRIVATE KEY]"];
  expect([...masks, "abcdefopqr", ""].filter(isMasked)).toEqual(masks);
});
