import { expect, test } from "vitest";
import { redactText } from "../../../src/core/redact/redact.ts";

const DRAWN = "abc123randomopaquetokenvalue999";
const SHOWN = "abc123...e999";

test.each<readonly [text: string, redacted: string]>([
  [`MY_SERVICE_TOKEN=${DRAWN}\nHOME=/home/u`, `MY_SERVICE_TOKEN=${SHOWN}\nHOME=/home/u`],
  ["DB_PASSWORD = 'hunter2'", "DB_PASSWORD = '***'"],
  ['export API_KEY="a b"', 'export API_KEY="***"'],
  ["PASSWORD=a&b;c", "PASSWORD=***"],
  [`openai_key=${DRAWN}`, `openai_key=${SHOWN}`],
  [`openai_key=${DRAWN} https://example.com`, ""],
  [`https://example.com/?api_key=${DRAWN}&x=1`, ""],
  ["spring.datasource.password=hunter2&x=1", "spring.datasource.password=***&x=1"],
  ["password=hunter2", "password=***"],
  ["  12|password=hunter2", "  12|password=***"],
  ["if password=hunter2", ""],
  ["token=short", ""],
  ["KEYBOARD=us Secretary=bob tokenizer=bpe", ""],
  ["API_KEY=$OTHER_KEY PASSWORD=$OTHER", "API_KEY=$OTHER_KEY PASSWORD=***"],
  ["API_KEY=process.env.API_KEY", ""],
  ['{"apiKey": "abc", "user": "bob", "PASSWORD":"a\\"b"}', '{"apiKey": "***", "user": "bob", "PASSWORD":"***"}'],
  ['{"token": "", "secret": "${SECRET}"}', ""],
  ["{'password': 'hunter2', 'user': 'bob'}", "{'password': '***', 'user': 'bob'}"],
  ["  password: hunter2", "  password: ***"],
  ['- client_secret: "abc def"', '- client_secret: "***"'],
  ["  dbPassword: hunter2 # old", "  dbPassword: *** # old"],
  ["auth: enabled", ""],
  ["see fc-\npassword: hunter2\nsee fc-\npassword=hunter2", "see fc-\npassword: ***\nsee fc-\npassword=***"],
  ["password: two words", ""],
  ["machine example.com login bob password hunter2", "machine example.com login bob password ***"],
  ["localhost:5432:app:bob:hunter2", "localhost:5432:app:bob:***"],
])("[REDACT-15] %s", (text, redacted) => {
  expect(redactText(text, { codeFile: false })).toBe(redacted || text);
  expect(redactText(text, { secretFile: true }), "a file of secrets").toBe(redacted || text);
});

test("[REDACT-15] source code keeps what it assigns", () => {
  const text = `MY_SERVICE_TOKEN=${DRAWN}\npassword: string\n{'password': 'x'}`;
  expect(redactText(text)).toBe(text);
});

test("[REDACT-15] messages of failed tests and exceptions show no fields", () => {
  const text = "E   assert {'password': 'hunter2'}\nKeyError: {'api_key': 'abc'}\nx = {'password': 'hunter2'}";
  expect(redactText(text, { diagnostics: true })).toBe(
    "E   assert {'password': '***'}\nKeyError: {'api_key': '***'}\nx = {'password': 'hunter2'}",
  );
});
