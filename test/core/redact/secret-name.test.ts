import { expect, test } from "vitest";
import { isSecret, looksDrawn, secretValues, strengthOf } from "../../../src/core/redact/secret-name.ts";

const DRAWN = "abc123randomopaquetokenvalue999";

test.each([
  ["password", ["PASSWORD", "PGPASSWORD", "db.password", "dbPassword", "MYSQL_PW", "pass", "password2"]],
  ["strong", ["CLIENT_SECRET", "api_key", "apiKey", "APIKEY", "auth", "credentials", "privateKey", "access-token"]],
  ["weak", ["KEY", "MY_SERVICE_TOKEN", "gpgKey", "authtokenizer_key"]],
  ["none", ["KEYBOARD", "Secretary", "tokenizer", "compass", "monkey", "max_tokens", "HOME", "PATH", "XAUTHORITY"]],
] as const)("[REDACT-15] %s: %j", (strength, names) => {
  expect(names.map((name) => [name, strengthOf(name)])).toEqual(names.map((name) => [name, strength]));
});

test.each<readonly [name: string, value: string, secret: boolean]>([
  ["API_TOKEN", DRAWN, true],
  ["TOKEN", "short", false],
  ["API_KEY", "short", true],
  ["PASSWORD", "hunter2", true],
  ["PASSWORD", "$DB_PASSWORD", true],
  ["SECRET", "$DB_SECRET", false],
  ["SSH_AUTH_SOCK", "/tmp/ssh-abcDEF123456/agent.1", false],
  ["PASSWORD", "/srv/secret", true],
  ["API_KEY", "process.env.API_KEY", false],
  ["API_KEY", "os.getenv('API_KEY')", false],
  ["PASSWORD", "abc123...e999", false],
  ["PASSWORD", "***", false],
  ["AUTH", "true", false],
  ["PASSWORD", "", false],
])("[REDACT-15] %s=%s", (name, value, secret) => {
  expect(isSecret(name, value)).toBe(secret);
});

test("[REDACT-15] what looks drawn", () => {
  const values = [
    "0123456789abcdef",
    "a".repeat(20),
    "abcDEF123456",
    "abcdefghijkl",
    "0123456789abcde",
    "with blanks 123456",
  ];
  expect(values.filter(looksDrawn)).toEqual([values[0], values[1], values[2], values[4], values[5]]);
});

test("[REDACT-16] the values of secret names, longest first; plain words, paths and addresses are none", () => {
  const env = {
    BELLHOP_SESSION_KEY: "agent:main:telegram:4711",
    A_TOKEN: DRAWN,
    DB_PASSWORD: "correct horse",
    OTHER_PASSWORD: "correct horse",
    PIN_PASSWORD: "1234567",
    PG_PASSWORD: "postgres",
    SSH_AUTH_SOCK: "/tmp/ssh-abcDEF123456/agent.1",
    AUTH_URL: "https://auth.example.com/",
    HOME: "/home/somebody",
    CACHE_KEY: "node-modules",
  };
  expect(secretValues(env)).toEqual([DRAWN, "correct horse"]);
});
