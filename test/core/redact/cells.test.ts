import { describe, expect, test } from "vitest";
import { withoutCodes } from "../../../src/core/redact/cells.ts";
import { redactText } from "../../../src/core/redact/redact.ts";

const KEY = "ghp_0123456789abcdefghij";

describe("codes inside of a secret", () => {
  test.each([
    ["colours", "a \u001b[31mghp_01234\u001b[1;32m56789abcdefghij\u001b[0m b", "a \u001b[31mghp_01...ghij\u001b[0m b"],
    ["a title", `\u001b]0;title\u0007${KEY} b`, "\u001b]0;title\u0007ghp_01...ghij b"],
    ["inside of a title", `a\u001b]0;on ${KEY}\u0007 b`, "a\u001b]0;on ghp_01...ghij\u0007 b"],
    [
      "inside of a link",
      `\u001b]8;;redis://:hunter22@h\u001b\\${KEY}\u001b]8;;\u001b\\`,
      "\u001b]8;;redis://:***@h\u001b\\ghp_01...ghij\u001b]8;;\u001b\\",
    ],
    ["a control character", "ghp_01234\u000156789abcdefghij", "ghp_01...ghij"],
    ["one that shows nothing", "ghp_\u200b0123456789abcdefghij", "ghp_01...ghij"],
    ["in the prefix", "g\u200dhp_0123456789abcdefghij", "ghp_01...ghij"],
    [
      "in front of a header's value",
      "Authorization: \u001b[32mBearer\u001b[0m abcdef",
      "Authorization: \u001b[32mBearer\u001b[0m ***",
    ],
    ["no secret", "\u001b[32m✓\u001b[39m tokenizer", ""],
  ])("[REDACT-13] %s", (_, text, redacted) => {
    expect(redactText(text)).toBe(redacted || text);
  });
});

describe("separators inside of a secret", () => {
  test.each([
    ["a line end", "ghp_01234\n56789abcdefghij b", "ghp_01...ghij\n b"],
    ["a line end of a terminal", "ghp_01234\r\n56789abcdefghij b", "ghp_01...ghij\r\n b"],
    ["a part that is a key alone", `${KEY}\nnext`, "ghp_01...ghij\nnext"],
    ["words without a digit", "see fc-\nconfiguration", ""],
    ["a secret in the next line", "see fc-\nAuthorization: Bearer abcdef", "see fc-\nAuthorization: Bearer ***"],
    ["three lines", "see fc-\nx sk-\nabcdefghi1 b", "see fc-\nx ***\n b"],
    ["the next variable", `A=1\0TOKEN=${KEY}\0HOME=/home/u\0`, "A=1\0TOKEN=ghp_01...ghij\0HOME=/home/u\0"],
    ["a name behind it", "ghp_01\0HOME23456789=/x", ""],
    ["two bytes a character", Array.from("ghp_0123456789abcdefghij").join("\0"), "ghp_01...ghij"],
  ])("[REDACT-13] %s", (_, text, redacted) => {
    expect(redactText(text)).toBe(redacted || text);
  });
});

describe("the width of a terminal", () => {
  const columns = 40;
  const begin = `token: ${KEY}ABCDEFGHI`;
  test.each([
    ["goes on in the next line", `${begin}\nKLMNOP and more`, "token: ghp_01...MNOP\n and more"],
    ["with a carriage return", `${begin}\r\nKLMNOP and more`, "token: ghp_01...MNOP\r\n and more"],
    ["in colours", `\u001b[1m${begin}\u001b[0m\nKLMNOP and more`, "\u001b[1mtoken: ghp_01...MNOP\n and more"],
    ["over three lines", `${begin}\n${"x".repeat(columns)}\nyyyy.`, "token: ghp_01...yyyy\n\n."],
    ["a shorter line ends", `${begin.slice(1)}\nKLMNOP and more`, "oken: ghp_01...FGHI\nKLMNOP and more"],
  ])("[REDACT-14] %s", (_, text, redacted) => {
    expect(redactText(text, { columns })).toBe(redacted);
  });
});

test("[REDACT-13] codes are left out", () => {
  expect(withoutCodes("a\u001b[1;31mb\u001b]8;;http://x\u001b\\c\u001b]8;;\u001b\\\u0007\u200bd\te\n\0")).toBe(
    "abcd\te\n\0",
  );
});
