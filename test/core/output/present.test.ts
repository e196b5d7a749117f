import fc from "fast-check";
import { expect, test } from "vitest";
import { REDACT_MARGIN_CHARS } from "../../../src/core/limits.ts";
import { stripAnsi } from "../../../src/core/output/ansi.ts";
import { lastChars } from "../../../src/core/output/last-chars.ts";
import { presentText, tailText } from "../../../src/core/output/present.ts";

const ESC = "\u001b";
const NOISE = "bash: no job control in this shell\n";

test.each([
  ["everything at once", `${NOISE}${ESC}[1mé\r\n10%\r20%\n`, { atHead: true }, "é\n20%\n"],
  ["noise inside the log is output", `${NOISE}x`, { atHead: false }, `${NOISE}x`],
  ["a line that begins with a letter keeps it", "match (B", { atHead: false }, "match (B"],
])("[TEXT-7] clean: %s", (_, text, options, shown) => {
  expect(presentText(encode(text), { raw: false, ...options })).toBe(shown);
});

test("[TEXT-8] raw text is what was written", () => {
  const text = `${NOISE}${ESC}[1mé\r\n10%\r20%\b\u0007\n`;
  expect(presentText(encode(text), { raw: true, atHead: true })).toBe(text);
});

test.each([
  ["at the head and to the end every byte shows", { atHead: true, atEnd: true }, "\ufffda\ufffd"],
  ["more may follow", { atHead: true }, "\ufffda"],
  ["it began before", { atHead: false }, "a"],
  ["it began before and ends here", { atHead: false, atEnd: true }, "a\ufffd"],
])("[TEXT-2] cut characters: %s", (_, options, shown) => {
  const bytes = Uint8Array.of(0xa9, 0x61, 0xe2, 0x82);
  expect(presentText(bytes, { raw: false, ...options })).toBe(shown);
  expect(presentText(bytes, { raw: true, ...options })).toBe(shown);
});

test("[TEXT-2] a few continuation bytes alone are no text", () => {
  expect(presentText(Uint8Array.of(0x82, 0xac), { raw: true, atHead: false })).toBe("");
});

test("[TEXT-10] a tail cut at any byte has no rest of an escape sequence", () => {
  const sequence = fc.constantFrom(
    `${ESC}[31m`,
    `${ESC}[0m`,
    `${ESC}[38;5;196m`,
    `${ESC}[2 q`,
    `${ESC}(B`,
    `${ESC}(0`,
    `${ESC}7`,
    `${ESC}]0;title\u0007`,
    `${ESC}]8;;http://x${ESC}\\`,
    `${ESC}P1;2q${ESC}\\`,
  );
  const text = fc
    .array(fc.oneof(sequence, fc.constantFrom("Word", "é", "😀", "line\n", "   ")), { maxLength: 30 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.nat(), (whole, at) => {
      const bytes = encode(whole);
      const tail = tailText(bytes.subarray(at % (bytes.length + 1)), { maxChars: 1_000, atHead: false });
      expect(stripAnsi(whole).endsWith(tail)).toBe(true);
    }),
    { numRuns: 5_000 },
  );
});

test("[TEXT-10] a tail of the whole log is the log", () => {
  expect(tailText(encode(`${NOISE}one two`), { maxChars: 100, atHead: true })).toBe("one two");
});

test("[TEXT-10] a secret at the cut is whole when it is redacted, and the cut after that is exact", () => {
  const secret = `sk-${"a".repeat(4_000)}`;
  const output = `${"x".repeat(200_000)}\n${"y".repeat(100)} ${secret} end`;
  const tail = tailText(encode(output), { maxChars: 1_000, atHead: true });
  expect(tail.length).toBeLessThanOrEqual(1_000 + REDACT_MARGIN_CHARS);
  expect(tail).toContain(secret);
  expect(lastChars(tail.replace(secret, "sk-***"), 20).text).toBe("yyyyyyyyy sk-*** end");
});

test("[TEXT-10] a long line that ends with the run is not skipped to its end", () => {
  expect(tailText(encode(`${"z".repeat(1_000)}\n`), { maxChars: 10, atHead: false })).toMatch(/^z{999}\n$/);
});

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
