import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { configurationPath, readConfiguration } from "../../src/adapters/config/config-file.ts";
import { CONFIG_KEYS } from "../../src/core/configuration.ts";
import { temporaryDirectory } from "../support/temp.ts";

function environmentWith(text: string): Record<string, string> {
  const env = { XDG_CONFIG_HOME: temporaryDirectory() };
  mkdirSync(join(env.XDG_CONFIG_HOME, "bellhop"));
  writeFileSync(configurationPath(env), text);
  return env;
}

test("[CONFIG-1] the file sets what it says, with the original's keys, and variables stand above it", () => {
  const env = environmentWith(
    JSON.stringify({
      terminal: { timeout: 300, daemon_term_grace_seconds: 0.5, env_passthrough: ["X"] },
      environment: {
        prefix: "ACME",
        session_prefix: "CHAT_",
        blocked: ["ACME_*"],
        program_directory: "/acme/bin",
        home: "/acme/home",
      },
      security: { redact_secrets: false },
      retention: { days: 1, ended_max: 500 },
      processes: { running_max: 10 },
      daemon: { idle_seconds: 60 },
      http: { port: 7711 },
    }),
  );
  const expected = {
    waitTimeoutSeconds: 300,
    killGraceMs: 500,
    environmentPassthrough: ["X"],
    environmentPolicy: {
      prefix: "ACME",
      sessionPrefix: "CHAT_",
      blocked: ["ACME_*"],
      programDirectory: "/acme/bin",
      home: "/acme/home",
    },
    redactSecrets: false,
    endedKeptMs: 86_400_000,
    endedKeptMax: 500,
    runningMax: 10,
    idleSeconds: 60,
    httpPort: 7711,
  };
  expect(readConfiguration(env)).toEqual(expected);
  expect(readConfiguration({ ...env, TERMINAL_TIMEOUT: "20", BELLHOP_REDACT_SECRETS: "yes" })).toEqual({
    ...expected,
    waitTimeoutSeconds: 20,
    redactSecrets: true,
  });
});

test("[CONFIG-2] without a file nothing is set; what is not understood is an error that names it", () => {
  expect(readConfiguration({ XDG_CONFIG_HOME: temporaryDirectory() })).toEqual({});
  expect(() => readConfiguration(environmentWith("[]"))).toThrow(/is not a JSON object\. Correct it/);
  expect(() => readConfiguration(environmentWith('{"terminal":{"timeout":-1,"shell":"x"},"foo":1}'))).toThrow(
    /config\.json is not understood: terminal\.timeout must be seconds, more than 0; there is no key terminal\.shell; there is no key foo\. Correct it\.$/,
  );
});

test("[CONFIG-3] the documentation lists every key, and no other", () => {
  const text = readFileSync(join(import.meta.dirname, "../../docs/configuration.md"), "utf8");
  const listed = [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|/gm)].map((match) => match[1]);
  expect(new Set(listed)).toEqual(new Set(Object.keys(CONFIG_KEYS)));
});
