import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { requiredTexts } from "../../../src/core/watch/required.ts";

test.each<readonly [source: string, texts: readonly string[] | null]>([
  ["listening on .*:\\d+", ["listening on "]],
  ["warning|error \\d", ["warning", "error "]],
  ["(a|b): done", [": done"]],
  ["\\bERR_[A-Z]+\\b", ["ERR_"]],
  ["colou?r", ["colo"]],
  ["ab+cd", ["ab"]],
  ["abc{2,3}", ["ab"]],
  ["ab{cd", ["cd"]],
  ["a\\.b\\$c", ["a.b$c"]],
  ["💥💥?x", ["💥"]],
  ["(?:ab)?cd", ["cd"]],
  ["[^\\]]ab", ["ab"]],
  ["a|bc", null],
  ["\\d+", null],
  ["(?i)error", null],
  ["a(?P<n>b)cd", null],
  ["\\x41bcd", null],
  ["\\Qab\\E", null],
  ["[[:alpha:]]ab", null],
  ["[]a]bc", null],
  ["(ab", null],
  ["", null],
])("[WATCH-16] %s needs %j", (source, texts) => {
  expect(requiredTexts(source)).toEqual(texts);
});

test("[WATCH-16] whatever matches holds one of the texts", () => {
  const part = fc.constantFrom(
    ..."ab.|()?*+[]{}^".split(""),
    "ab",
    "ba",
    "(?:",
    "[ab]",
    "[^a]",
    "\\.",
    "\\w",
    "{2}",
    "{0,1}",
  );
  const text = fc.array(fc.constantFrom("a", "b", "ab", "ba", ".", "{", " "), { maxLength: 30 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 10 }), text, (parts, words) => {
      const source = parts.join("");
      const texts = requiredTexts(source);
      fc.pre(texts !== null && isExpression(source));
      const line = words.join("");
      if (RE2JS.compile(source).test(line)) expect(texts.some((one) => line.includes(one))).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

function isExpression(source: string): boolean {
  try {
    return RE2JS.compile(source) !== null;
  } catch {
    return false;
  }
}
