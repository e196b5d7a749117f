import { expect, test } from "vitest";

import { parseConfiguration } from "../../src/core/configuration.ts";

test("[CONFIG-2] each value that is not understood is one complaint", () => {
  const complaints = (file: Record<string, unknown>) => parseConfiguration(file).complaints;
  expect(complaints({ terminal: { timeout: 0 } })).toEqual(["terminal.timeout must be seconds, more than 0"]);
  expect(complaints({ terminal: { timeout: "5" } })).toEqual(["terminal.timeout must be seconds, more than 0"]);
  expect(complaints({ terminal: { env_passthrough: ["A", 1] } })).toEqual([
    "terminal.env_passthrough must be a list of names",
  ]);
  expect(complaints({ security: { redact_secrets: "no" } })).toEqual(["security.redact_secrets must be true or false"]);
  expect(complaints({ retention: 7, nothing: {} })).toEqual(["there is no key retention"]);
});
