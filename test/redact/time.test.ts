import fc from "fast-check";
import { expect, test } from "vitest";

import { KEY_FAMILIES } from "../../src/core/redact/key-families.ts";
import { redactOutput } from "../../src/core/redact/redact.ts";

const SIZE_CHARS = 2 * 1024 * 1024;
/** Measured: 10 at most. Quadratic time would be ten thousand. */
const RATIO_MAX = 60;

const FACTS = { command: "env", values: ["correct horse battery", "Battery-9 staple"], columns: 80 };
const LINE = "[12:00:01] Compiled src/task-runner.ts in 812 ms (http://localhost:3000)\n";

/** What rules begin with, go on with and end with. */
const PIECES = [
  ...KEY_FAMILIES.flatMap(({ prefixes }) => prefixes),
  ..."aA0 \n\r\t\0\u001b\u0007\u200b.:;=@/&?#+-_\"'`\\{}$<>,~*".split(""),
  "\u001b[31m",
  "\u001b]0;",
  " \r",
  "\r\n",
  "eyJ",
  "://",
  "redis://:",
  "https://a:",
  "Authorization: ",
  "x-api-key: ",
  "PASSWORD=",
  "- password: ",
  '"token":"',
  "'password': '",
  "12345678:",
  "+1234567",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
  "correct hors",
  "Battery-9 stapl",
  "E   ",
  "Error: ",
  "***",
  "sk-aaa...aaaa",
  "a".repeat(40),
  "0".repeat(32),
  "x".repeat(80),
];

test("[REDACT-9] 2 MiB of any text take a bounded multiple of what a plain text takes", () => {
  const plainMs = Math.max(cpuMsOf(LINE), cpuMsOf(LINE));
  const texts = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(texts, (piece) => {
      expect(cpuMsOf(piece) / plainMs).toBeLessThan(RATIO_MAX);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

/** Each of them is a whole line for the rules of fields: a carriage return ends one, too. */
test.each([" \rx-api-key: $+", "- password: x\r", 'x: "y" \r', "\rPASSWORD=a", "\rexport a.b=c", "a_b=c\r"])(
  "[REDACT-9] so do 2 MiB of %j without a line feed",
  (piece) => {
    const plainMs = Math.max(cpuMsOf(LINE), cpuMsOf(LINE));
    expect(cpuMsOf(piece) / plainMs).toBeLessThan(RATIO_MAX);
  },
);

function cpuMsOf(piece: string): number {
  const text = piece.repeat(Math.ceil(SIZE_CHARS / piece.length)).slice(0, SIZE_CHARS);
  const before = process.cpuUsage();
  redactOutput(text, FACTS);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
