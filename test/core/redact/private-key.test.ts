import { expect, test } from "vitest";
import { maskPrivateKeys } from "../../../src/core/redact/private-key.ts";

test("[REDACT-6] a text that only mentions the words is left", () => {
  const text = "PRIVATE KEY-----\n-----END PRIVATE KEY-----\n-----BEGIN CERTIFICATE-----";
  expect(maskPrivateKeys(text)).toBe(text);
});
