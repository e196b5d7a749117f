import fc from "fast-check";
import { expect, test } from "vitest";

import { pasteOf } from "../../../src/core/terminal/paste.ts";

const BEGIN = "\u001b[200~";
const END = "\u001b[201~";

test("[TERM-13] line ends become Enter, and marks stand around it when they are asked for", () => {
  expect([pasteOf("a\nb\r\nc\rd", true), pasteOf("a\n", false)]).toEqual([
    { begin: BEGIN, text: "a\rb\rc\rd", end: END },
    { begin: "", text: "a\r", end: "" },
  ]);
});

test("[TERM-13] no mark is ever inside, however it is made up", () => {
  const part = fc.constantFrom(
    BEGIN,
    END,
    "\u001b[20",
    "1~",
    "0~",
    "\u001b[2",
    "\u009b201~",
    "\u009b20",
    "\u001b",
    "[",
    "x",
  );
  fc.assert(
    fc.property(fc.array(part), fc.boolean(), (parts, isBracketed) => {
      const { text } = pasteOf(parts.join(""), isBracketed);
      expect([BEGIN, END, "\u009b200~", "\u009b201~"].filter((mark) => text.includes(mark))).toEqual([]);
    }),
  );
});
