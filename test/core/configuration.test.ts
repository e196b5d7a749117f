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

test("[CONFIG-4] environments have names of the user's own", () => {
  const places = { build: "docker:build-1", "gpu.2": "ssh://me@gpu" };
  expect(parseConfiguration({ environments: places })).toEqual({
    configuration: { environments: places },
    complaints: [],
  });
  const expected = expect.stringContaining("a name in environments must have 1 to 64 letters") as string;
  expect(
    parseConfiguration({ environments: { host: "docker:x", "a:b": "docker:x", ok: "", no: 7 } }).complaints,
  ).toEqual([
    expected,
    expected,
    expect.stringContaining("environments.ok must be a place such as docker:NAME"),
    expect.stringContaining("environments.no must be a place"),
  ]);
});
