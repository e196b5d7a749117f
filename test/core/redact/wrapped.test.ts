import { expect, test } from "vitest";

import { throughWraps } from "../../../src/core/redact/wrapped.ts";

test("[REDACT-14] lines behind one that fills the terminal are given together, others not at all", () => {
  const seen: string[] = [];
  const text = throughWraps("ab\nab \r\nabcd\n\u001b[1mabcd\u001b[0m\r\nx\nabc\ny\nabcd \re\nz", 4, (lines) => {
    seen.push(lines);
    return "-";
  });
  expect([text, seen]).toEqual(["ab\nab \r\n-\nabc\ny\n-\nz", ["abcd\n\u001b[1mabcd\u001b[0m\r\nx", "abcd \re"]]);
});
