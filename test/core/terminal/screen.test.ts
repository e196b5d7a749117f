import { expect, test } from "vitest";
import { SCREEN_ANSWER_MAX_CHARS } from "../../../src/core/limits.ts";
import { colouredText, textRows } from "../../../src/core/terminal/screen.ts";
import type { ScreenRow } from "../../../src/core/terminal/screen.ts";

function row(text: string, styles: readonly string[] | null = null): ScreenRow {
  return { columns: text.split(""), styles, isWrapped: false };
}

test("[SCREEN-1] the text of rows has no blanks at their ends, and no second halves", () => {
  expect(textRows([row("a b  "), row("   "), { ...row(""), columns: ["日", "", "x", " "] }])).toEqual([
    "a b",
    "",
    "日x",
  ]);
});

test("[SCREEN-1] colours: a run of a style once, plain ends, and blanks that are coloured", () => {
  expect(colouredText([row("abcd ", ["1", "1", "", "31;42", "31;42"]), row("x  ")])).toBe(
    "\u001b[0;1mab\u001b[0mc\u001b[0;31;42md \u001b[0m\nx",
  );
});

test("[SCREEN-12] a row that is too long for an answer is cut, and has no colours", () => {
  const long = { ...row("a", ["1"]), columns: ["a".repeat(SCREEN_ANSWER_MAX_CHARS + 1)] };
  expect(textRows([long])[0]).toHaveLength(SCREEN_ANSWER_MAX_CHARS);
  expect(colouredText([long])).toBe(textRows([long])[0]);
});
