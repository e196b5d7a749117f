import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactCommand, redactOutput, redactText, redactValues, redactVault } from "../../../src/core/redact/redact.ts";
import type { RedactOptions } from "../../../src/core/redact/redact.ts";
import { KEY_FAMILIES } from "../../../src/core/redact/key-families.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh";
const DIGITS_35 = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0";

const SAMPLES: readonly (readonly [requirement: string, text: string, redacted: string])[] = [
  ["REDACT-1", "key sk-proj-abc123def456ghi789jkl012", "key sk-pro...l012"],
  ["REDACT-1", "short sk-abcdefghij", "short ***"],
  ["REDACT-1", "OPENAI_API_KEY=sk-proj-secret123\nHOME=/home/u", "OPENAI_API_KEY=***\nHOME=/home/u"],
  ["REDACT-1", "sk-or.v1.abcdefgh. Then more", "***. Then more"],
  ["REDACT-3", "npm_config_registry hf_hub_download exa_search_results task-sk-abcdefghijkl", ""],
  ["REDACT-3", "desk-abcdefghijklmnop AKIAIOSFODNN7EXAMPLES", ""],
  ["REDACT-3", "API_TOKEN=ghp_abc123def456", "API_TOKEN=***"],
  ["REDACT-4", "Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic ***"],
  ["REDACT-4", "Bearer sk-secret1234567890", "Bearer sk-sec...7890"],
  ["REDACT-4", "Authorization: Bearer sk-secret1234567890", "Authorization: Bearer ***"],
  ["REDACT-4", "curl -H 'proxy-authorization: token abcdef' x", "curl -H 'proxy-authorization: token ***' x"],
  [
    "REDACT-4",
    '{"Authorization": "Bearer abc", "x-api-key":"def"}',
    '{"Authorization": "Bearer ***", "x-api-key":"***"}',
  ],
  ["REDACT-4", "X-Goog-Api-Key: abc; X-Auth-Token:def", "X-Goog-Api-Key: ***; X-Auth-Token:***"],
  ["REDACT-4", "Authorization:\nnext line", ""],
  ["REDACT-5", "postgres://u:hunter2@h/db", "postgres://u:***@h/db"],
  ["REDACT-5", "mongodb+srv://u:p@ss@h1,h2/db?x=1 redis://:pw@h", "mongodb+srv://u:***@h1,h2/db?x=1 redis://:***@h"],
  ["REDACT-5", "postgresql://u:{password}@h postgresql://u:${PASSWORD}@h", ""],
  ["REDACT-5", "https://user:pass@host/x?token=abc", ""],
  [
    "REDACT-5",
    "https://0123456789abcdefghij@host ssh://deployer@host",
    "https://012345...ghij@host ssh://deployer@host",
  ],
  ["REDACT-4", "Authorization: Bearer ${TOKEN}, Authorization: string", ""],
  ["REDACT-19", "+15551234567 +1555123", "+155****4567 +1****23"],
  ["REDACT-19", "+1234567890123456 1+15551234567 +15551234567a +0155123456", ""],
  ["REDACT-3", "sk-chasing-dots-loader SG.prototype.renderChildren", ""],
  ["REDACT-8", "sk-authorization.eyJsk_live_sk-", "sk-aut..._sk-"],
  ["REDACT-12", "password=hunter2&user=bob", "password=***&user=bob"],
  ["REDACT-7", JWT, "eyJhbG...efgh"],
  [
    "REDACT-7",
    `GET https://api.telegram.org/bot123456789:${DIGITS_35}/getMe`,
    "GET https://api.telegram.org/bot123456789:***/getMe",
  ],
  ["REDACT-7", `zhipu ${"0123456789abcdef".repeat(2)}.AbCdEfGhIjKlMnOp`, "zhipu 012345...MnOp"],
  ["REDACT-10", "MY_SERVICE_TOKEN=abc123randomopaquetokenvalue999", ""],
  ["REDACT-10", "[12:00:01] Compiled src/task-runner.ts in 812 ms (http://localhost:3000)", ""],
  ["REDACT-10", "commit 9fceb02d0ae598e95dc970b74767f19372d61af8 café 日本", ""],
];

describe("samples", () => {
  test.each(SAMPLES)("[%s] %s", (_, text, redacted) => {
    expect(redactText(text)).toBe(redacted || text);
  });
});

test("[REDACT-2] every family: the least body is masked, one character less is not", () => {
  const cases = KEY_FAMILIES.flatMap(({ prefixes, bodyMinChars }) =>
    prefixes.map((prefix) => ({ prefix, bodyMinChars })),
  );
  for (const { prefix, bodyMinChars } of cases) {
    const key = prefix + "a1B".repeat(bodyMinChars).slice(0, bodyMinChars);
    expect(redactText(`"${key}"`), prefix).not.toContain(key);
    // `am_` and `am_org_` and the like overlap: what is short for one may be long enough for another.
    if (!cases.some((other) => other.prefix !== prefix && prefix.startsWith(other.prefix))) {
      expect(redactText(`"${key.slice(0, -1)}"`), prefix).toBe(`"${key.slice(0, -1)}"`);
    }
  }
  expect(redactText("xapp-1-A0123456789 AKIAIOSFODNN7EXAMPLE")).toBe("xapp-1...6789 AKIAIO...MPLE");
});

describe("private keys", () => {
  const body = Array.from({ length: 20 }, (_, line) => `${line}MIIEvQIBADANBgkqhkiG9w0BAQEFAASC`.padEnd(64, "x")).join(
    "\n",
  );
  const BEGIN = "-----BEGIN RSA PRIVATE KEY-----";
  const END = "-----END RSA PRIVATE KEY-----";
  const mask = "[REDACTED PRIVATE KEY]";

  test.each([
    ["a whole one", `a\n${BEGIN}\n${body}\n${END}\nb`, `a\n${mask}\nb`],
    ["two", `${BEGIN}\n${body}\n${END}\n${BEGIN}\n${body}\n${END}`, `${mask}\n${mask}`],
    ["behind the prefixes of a log", `x | ${BEGIN}\nx | ${body.replaceAll("\n", "\nx | ")}\nx | ${END}`, `x | ${mask}`],
    ["in JSON", `{"k":"${BEGIN}\\n${body.replaceAll("\n", "\\n")}\\n${END}\\n"}`, `{"k":"${mask}\\n"}`],
    ["encrypted", `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES,1\n\n${body}`, mask],
    ["cut off", `${BEGIN}\n${body}\nDone.`, `${mask}\nDone.`],
    [
      "cut off, another far behind",
      `${BEGIN}\n${body}\n${"word ".repeat(4000)}${END}`,
      `${mask}\n${"word ".repeat(4000)}${END}`,
    ],
    ["of PGP", `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${body}\n-----END PGP PRIVATE KEY BLOCK-----`, mask],
    ["a public one", `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`, ""],
  ])("[REDACT-6] %s", (_, text, redacted) => {
    expect(redactText(text)).toBe(redacted || text);
  });
});

test("[REDACT-8] redacting twice changes nothing more", () => {
  const fragments = [
    ...KEY_FAMILIES.flatMap((family) => family.prefixes),
    "AKIA",
    "xapp-1-",
    "eyJ",
    "authorization",
    "x-api-key",
    "Bearer",
    "postgres://",
    "redis://",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "PRIVATE KEY",
    "12345678",
    "0123456789abcdef0123456789abcdef",
    "IOSFODNN7EXAMPLE",
    "abcdefghij",
    "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789",
    "a",
    "é",
    " ",
    "\n",
    "\\n",
    ".",
    "..",
    ":",
    ": ",
    "@",
    "/",
    "=",
    "-",
    "_",
    "{",
    "}",
    "$",
    '"',
    "'",
    ",",
    "***",
    "...",
  ];
  const texts = fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const once = redactText(text);
      expect(redactText(once)).toBe(once);
    }),
    { numRuns: 20_000 },
  );
});

describe("hostile texts of a million characters", () => {
  const MILLION = 1_000_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(MILLION / piece.length));
  const cases: readonly (readonly [what: string, text: string])[] = [
    ["one key", `sk-${fill("a")}`],
    ["a key of dots", `sk-${fill("a.")}`],
    ["a key that is none", `npm_${fill("a")}-`],
    ["beginnings of keys", fill("sk-")],
    ["short keys", fill("npm_abcdefghi-")],
    ["digits", fill("1")],
    ["beginnings of telegram tokens", fill("12345678:")],
    ["headers", fill("Authorization: ")],
    ["a header and spaces", `Authorization:${fill(" ")}`],
    ["database addresses without an end", fill("redis://a:")],
    ["database addresses with slashes", fill("redis://a:b/")],
    ["a long password", `redis://a:${fill("b")}`],
    ["templates", `redis://a:${fill("{")}`],
    ["private keys without an end", fill("-----BEGIN PRIVATE KEY-----")],
    ["a private key of line ends", `-----BEGIN PRIVATE KEY-----${fill("\\n")}`],
    ["beginnings of web tokens", fill("eyJ")],
    ["hex", fill("a1")],
    ["spaces", fill(" ")],
    ["key lines", fill("ghp_\n")],
    ["keys of one line", fill("ghp_aaaaaaaaaaaa\n")],
    ["full lines", fill(`ghp_${"0".repeat(76)}\n`)],
    ["escapes", fill("\u001b")],
    ["colours in beginnings of keys", fill("\u001b[31mghp_")],
    ["titles without an end", fill("\u001b]0;")],
    ["zeros", fill("ghp_a\0")],
    ["carriage returns", fill("a\rb")],
    ["names", fill("KEY_")],
    ["assignments", fill("PASSWORD=a ")],
    ["open quotes", fill("password='")],
    ["json fields", fill('"token":"\\"')],
    ["repr fields", fill("'password': '")],
    ["yaml fields", fill("- password: a\n")],
    ["users of addresses", fill("https://abcdefgh1")],
    ["passwords of addresses", fill("https://a:")],
    ["queries", fill("&password=a")],
    ["phone numbers", fill("+12345678901234567")],
    ["discord tokens", fill("MAAAAAAAAAAAAAAAAAAAAAAA.")],
    ["keys of azure", fill("aaa0Q~")],
    ["keys of aws", fill("aws_secret_key=")],
    ["signatures", fill("&sig=")],
  ];
  const MODES: readonly RedactOptions[] = [
    { diagnostics: true },
    { codeFile: false, fileRead: true, urlCredentials: true, columns: 80 },
  ];
  test.each(cases)("[REDACT-9] %s", (_, text) => {
    for (const mode of MODES) {
      const before = process.cpuUsage();
      redactText(text, mode);
      // 5 to 700 ms of processor; quadratic time would be minutes.
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
    }
  });

  test("[REDACT-9] one token of 32 million characters", () => {
    const text = `sk-${"a".repeat(32 * MILLION)}`;
    expect(redactText(text).startsWith("sk-aaa...aaaa")).toBe(true);
  });

  test("[REDACT-9] secrets on both sides of where a huge text is cut", () => {
    const line = "token ghp_0123456789abcdefghij of a build\n";
    expect(redactText(line.repeat(60_000))).toBe("token ghp_01...ghij of a build\n".repeat(60_000));
    const field = '"ghp_0123456789abcdefghij",';
    expect(redactText(field.repeat(60_000))).toBe('"ghp_01...ghij",'.repeat(60_000));
  });
});

test("[REDACT-11] a command is redacted like everything else", () => {
  expect(redactCommand("curl -H 'Authorization: Bearer sk-abc123def456ghi789jkl012345' x")).toBe(
    "curl -H 'Authorization: Bearer ***' x",
  );
});

describe("the text of a file", () => {
  test.each([
    ["key ghp_0123456789abcdefghij", "key «redacted:ghp_…»"],
    [`key ${JWT}`, "key «redacted-secret»"],
    ["postgres://u:hunter2@h/db", "postgres://u:***@h/db"],
    ["x = 'am_0123456789abcdefghij0'", "x = '«redacted:am_…»'"],
  ])("[REDACT-20] %s", (text, masked) => {
    const once = redactText(text, { fileRead: true });
    expect([once, redactText(once, { fileRead: true })]).toEqual([masked, masked]);
  });
});

test("[REDACT-21] web addresses only where it is asked for", () => {
  const text = "https://user:pass@host/x?token=abc&page=2 redis://:pw@h";
  expect(redactText(text, { urlCredentials: true })).toBe("https://user:***@host/x?token=***&page=2 redis://:***@h");
});

describe("output", () => {
  const text = "MY_SERVICE_TOKEN=abc123randomopaquetokenvalue999\nHOME=/home/u";
  test.each([
    ["printenv", "MY_SERVICE_TOKEN=abc123...e999\nHOME=/home/u"],
    ["npm test", text],
    [undefined, text],
  ])("[REDACT-17] of %s", (command, redacted) => {
    expect(redactOutput(text, command === undefined ? {} : { command })).toBe(redacted);
  });

  test("[REDACT-16] exact values wherever they stand, longest first", () => {
    expect(
      redactOutput("a correct horse, correct horse battery", { values: ["correct horse battery", "correct horse"] }),
    ).toBe("a ***, correc...tery");
    expect(redactValues("$& $1", ["$&"])).toBe("*** $1");
  });
});

test("[REDACT-22] values that the user named: at most 64, longest first", () => {
  const values = ["", "abc", "abcdef", ...Array.from({ length: 70 }, (_, at) => `value${at}!`)];
  expect(redactVault("abcdef abc value0! value69!", values)).toBe(
    "«redacted-vault-secret» «redacted-vault-secret» «redacted-vault-secret» value69!",
  );
});
