import { expect, test } from "vitest";

import { maskExact } from "../../../src/core/redact/exact.ts";
import { redactOutput, redactVault } from "../../../src/core/redact/redact.ts";

const mask = (): string => "***";

test.each([
  ["plain", "a open sesame b", "a *** b"],
  ["in colours", "a \u001b[31mopen\u001b[1m ses\u001b[0mame b", "a \u001b[31m*** b"],
  ["with what shows nothing in it", "open\u200b sesame", "***"],
  ["over the edge of a terminal", "12345 open s\nesame b", "12345 ***\n b"],
  ["over the edge in colours", "12345 \u001b[31mopen s\r\nesame\u001b[0m b", "12345 \u001b[31m***\r\n\u001b[0m b"],
  ["over the end of a shorter line", "1234 open s\nesame b", ""],
  ["the longer of two", "open sesame!", "***"],
  ["twice", "open sesame open sesame", "*** ***"],
])("[REDACT-27] %s", (_, text, expected) => {
  expect(maskExact(text, ["open sesame", "", "open sesame!"], { mask, columns: 12 })).toBe(expected || text);
});

test("[REDACT-27] values of the environment, and those that a user has named", () => {
  expect(redactOutput("a corr\u001b[1mect horse", { values: ["correct horse"] })).toBe("a ***");
  expect(redactVault("a corr\u001b[1mect horse", ["correct horse"])).toBe("a «redacted-vault-secret»");
  expect(maskExact("a.b (x) axb", ["a.b (x)"], { mask })).toBe("*** axb");
});
