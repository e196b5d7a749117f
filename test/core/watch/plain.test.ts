import fc from "fast-check";
import { expect, test } from "vitest";
import { stripAnsi } from "../../../src/core/output/ansi.ts";
import { withoutEscapes } from "../../../src/core/watch/plain.ts";

const ESC = "\u001b";
const plain = (text: string) => withoutEscapes(Buffer.from(text)).toString();

test.each<readonly [what: string, text: string, shown: string]>([
  ["colours", `${ESC}[1;31mred${ESC}[0m`, "red"],
  ["a title", `${ESC}]0;title\u0007a`, "a"],
  ["a link", `${ESC}]8;;http://x${ESC}\\text${ESC}]8;;${ESC}\\`, "text"],
  ["a character set", `${ESC}(Ba`, "a"],
  ["a string that never ends", `${ESC}]0;a\nb`, "0;a\nb"],
  ["a sequence that never ends", `${ESC}[31`, "31"],
  ["an ESC at the end", `a${ESC}`, "a"],
  ["letters outside ASCII", `${ESC}[1mß💥${ESC}[0m`, "ß💥"],
])("[WATCH-17] %s", (_, text, shown) => {
  expect(plain(text)).toBe(shown);
});

test("[WATCH-17] bytes without ESC are given back as they are", () => {
  const bytes = Buffer.from("abc");
  expect(withoutEscapes(bytes)).toBe(bytes);
});

test("[WATCH-17] what is whole goes as it does from an answer", () => {
  const part = fc.constantFrom(
    "a",
    "é",
    "\n",
    `${ESC}[0m`,
    `${ESC}[1;2H`,
    `${ESC}]0;t\u0007`,
    `${ESC}Pq${ESC}\\`,
    `${ESC}7`,
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      expect(plain(parts.join(""))).toBe(stripAnsi(parts.join("")));
    }),
  );
});
