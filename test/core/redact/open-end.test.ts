import { expect, test } from "vitest";

import { openSecretStart } from "../../../src/core/redact/open-end.ts";

test.each([
  ["nothing", "", ""],
  ["a word", "$ git commit", ""],
  ["a key", "token ghp_01234", "ghp_01234"],
  ["a key that is whole already", "token ghp_0123456789abcdefghij", "ghp_0123456789abcdefghij"],
  ["a part of a prefix", "with gith", "gith"],
  ["too little of one", "with ghp", ""],
  ["a key that ended", "ghp_0123456789abcdefghij and", ""],
  ["a line end behind it", "ghp_0123\n", ""],
  ["a web token", "bearer eyJhbGciOiJIUzI1NiJ9.eyJ", "eyJhbGciOiJIUzI1NiJ9.eyJ"],
  ["a part of a value", "it is correct ho", "correct ho"],
  ["a whole value", "it is correct horse", ""],
  ["too little of a value", "it is cor", ""],
  ["a huge word", `ghp_${"a".repeat(600)}`, ""],
])("[REDACT-25] %s", (_, text, held) => {
  expect(text.slice(openSecretStart(text, ["correct horse"]))).toBe(held);
});
