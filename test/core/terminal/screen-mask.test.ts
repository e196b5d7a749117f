import { expect, test } from "vitest";
import { maskRows } from "../../../src/core/terminal/screen-mask.ts";
import type { ScreenRow } from "../../../src/core/terminal/screen.ts";

const redact = (text: string): string => text.replaceAll(/s-[a-z\d]{6,}/g, "s***").replaceAll(/<[^>]*>/g, "[GONE]");

/** Rows of ten columns; one that begins with `+` goes on with the row before. */
function rows(...texts: readonly string[]): readonly ScreenRow[] {
  return texts.map((text) => ({
    columns: text.replace(/^\+/, "").padEnd(10).split(""),
    styles: null,
    isWrapped: text.startsWith("+"),
  }));
}

test.each([
  ["nothing to mask", ["abc", "def"], ["abc", "def"]],
  ["in its place, and the rest stays where it was", ["s-abcdef x", "y"], ["s***     x", "y"]],
  ["over the width", ["12345s-abc", "+def z", "next"], ["12345s***", "    z", "next"]],
  ["over three rows", ["s-abcdefgh", "+ijklmnopqr", "+st end"], ["s***", "", "   end"]],
  ["wrapped by the program", ["s-abcdefgh", "ijklm", "x"], ["s***", "", "x"]],
  ["a join does not hide one", ["123456789a", "s-abcdef"], ["123456789a", "s***"]],
  ["over lines", ["a<", "body", "b> c"], ["a[", "GONE", "]  c"]],
  ["a mask that is longer is cut", ["<> x"], ["[G x"]],
])("[SCREEN-9] %s", (_, before, after) => {
  expect(maskRows(rows(...before), 10, redact).map(({ columns }) => columns.join("").trimEnd())).toEqual(after);
});

test("[SCREEN-9] wide characters keep their columns", () => {
  const row: ScreenRow = { columns: ["<", "日", "", ">", " ", "x"], styles: ["", "1", "1", "", ""], isWrapped: false };
  expect(maskRows([row], 10, (text) => text.replace("<日>", "*"))).toEqual([
    { ...row, columns: ["*", " ", " ", " ", " ", "x"] },
  ]);
});
