import { expect, test } from "vitest";

import { withoutEdges } from "../../../src/core/output/edges.ts";
import { presentText } from "../../../src/core/output/present.ts";

test.each([
  ["a line that goes on", "12345678 \r90", "1234567890"],
  ["over three rows", "12345678 \r90123456 \r78\n", "123456789012345678\n"],
  ["in colours", "\u001b[1m1234\u001b[0m5678 \r90", "\u001b[1m1234\u001b[0m567890"],
  ["behind a redraw", "xx\r12345678 \r90", "xx\r1234567890"],
  ["not at the edge", "1234567 \r90", ""],
  ["a bar that is drawn again", "100 % \r100 % \r\n", ""],
  ["blanks at the end of a line", "12345678 \r\n90", ""],
])("[REDACT-14] %s", (_, text, expected) => {
  expect(withoutEdges(text, 8)).toBe(expected || text);
});

test("[REDACT-14] it is shown as it was typed, where the width is known", () => {
  const bytes = Buffer.from("$ say 12 \r3456");
  const shown = [8, undefined].map((columns) => presentText(bytes, { raw: false, atHead: false, columns }));
  expect(shown).toEqual(["$ say 123456", "3456y 12 "]);
});
