import fc from "fast-check";
import { expect, test } from "vitest";
import { stripAnsi } from "../../../src/core/output/ansi.ts";
import { timesAsLong } from "../../support/cpu-time.ts";

const ESC = "\u001b";
const BEL = "\u0007";
const ST = `${ESC}\\`;

const COLOURED = `${ESC}[31mword${ESC}[0m `.repeat(1_000_000 / 14);
const coloured = (): unknown => stripAnsi(COLOURED);
/** So many times as long as that; quadratic time would be thousands. */
const QUICK = 40;

test.each([
  // The table of the original.
  [`${ESC}[31mred ${ESC}[0m`, "red "],
  [`tail ${ESC}`, `tail ${ESC}`],
  [`${ESC}]0;title${BEL}x`, "x"],
  [`${ESC}[`, ""],
  [`${ESC}]0;never ends`, "0;never ends"],
  [`${ESC}[31`, "31"],
  [`${ESC}P1;2q data${ST}y`, "y"],
  [`${ESC}(B z`, " z"],
  ["\u009b31mX", "X"],
  ["a\u0085b", "ab"],
  ["café 日本", "café 日本"],
  [`\r${BEL}\bbell`, `\r${BEL}\bbell`],
  // Each class, and its edges.
  [`${ESC}[?25l${ESC}[1;31;42m${ESC}[0 qa`, "a"],
  [`a${ESC}[31\nb`, "a31\nb"],
  [`${ESC}]8;;http://x${ST}link${ESC}]8;;${ST}`, "link"],
  [`${ESC}]0;a${BEL}b${ST}`, "b"],
  [`${ESC}]0;one\ntwo${BEL}x`, "x"],
  [`${ESC}]0;a${ST}b${BEL}`, `b${BEL}`],
  [`${ESC}Xa${ST}${ESC}^b${ST}${ESC}_c${ST}d`, "d"],
  [`${ESC}Pa${BEL}b`, `a${BEL}b`],
  [`${ESC}#8a${ESC}%Gb${ESC} Fc`, "abc"],
  [`${ESC}7a${ESC}8b${ESC}=c${ESC}>d${ESC}Me`, "abcde"],
  [`${ESC}\u007fa`, `${ESC}\u007fa`],
  [`${ESC}${ESC}[1ma`, `${ESC}a`],
  [`${ESC} \na`, `${ESC} \na`],
  ["\u009d0;title\u009cx", "x"],
  [`\u009d0;title${BEL}x`, "x"],
  ["\u009d0;never ends", "0;never ends"],
  ["\u009b", ""],
  ["\u00a0kept", "\u00a0kept"],
  [`😀${ESC}[0m😀`, "😀😀"],
])("[TEXT-3] %j", (text, stripped) => {
  expect(stripAnsi(text)).toBe(stripped);
});

test("[TEXT-3] agrees with the table written as one regular expression", () => {
  const unit = fc.constantFrom(
    ESC,
    BEL,
    "\\",
    "[",
    "]",
    "P",
    "X",
    "(",
    " ",
    "0",
    ";",
    "m",
    "é",
    "\n",
    "\u0085",
    "\u009b",
    "\u009c",
    "\u009d",
  );
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
      const text = units.join("");
      expect(stripAnsi(text)).toBe(text.replace(tableAsRegExp(), ""));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ["strings that never end", `${ESC}]`],
  ["strings of the other kind that never end", `${ESC}P`],
  ["8-bit strings that never end", "\u009d0"],
  ["control sequences that never end", `${ESC}[1`],
  ["intermediates that never end", `${ESC}  `],
  ["lone escapes", ESC],
  ["strings that end far away", `${ESC}]${ESC}P`],
])("[TEXT-4] a megabyte of %s takes no time", (_, unit) => {
  const text = unit.repeat(1_000_000 / unit.length) + BEL;
  expect(timesAsLong(() => stripAnsi(text), coloured)).toBeLessThan(QUICK);
});

test("[TEXT-4] one sequence of a megabyte takes no time", () => {
  const text = `${ESC}[${"1;".repeat(500_000)}\n`;
  expect(stripAnsi(text)).toHaveLength(1_000_001);
  expect(timesAsLong(() => stripAnsi(text), coloured)).toBeLessThan(QUICK);
});

function tableAsRegExp(): RegExp {
  const csi = "[0-?]*[ -/]*[@-~]";
  const escaped = [`\\[${csi}`, `\\][^]*?(?:${BEL}|${ESC}\\\\)`, `[PX^_][^]*?${ESC}\\\\`, "[ -/]+[0-~]", "[0-~]"];
  const eightBit = [`\u009b${csi}`, `\u009d[^]*?[${BEL}\u009c]`, "[\u0080-\u009f]"];
  return new RegExp([`${ESC}(?:${escaped.join("|")})`, ...eightBit].join("|"), "g");
}
