import { expect, test } from "vitest";

import { MAIN_SCREEN, SCREEN_SEQUENCE_MAX_BYTES, screenAfter } from "../../../src/core/notify/screen.ts";

test("the screen is taken over and given back", () => {
  const after = (text: string): string => {
    const { alternate, cursorHidden } = screenAfter(MAIN_SCREEN, text);
    return `${alternate ? "alternate" : "main"}${cursorHidden ? ", hidden" : ""}`;
  };
  expect(
    [
      "x",
      "\u001b[?1049h",
      "\u001b[?1049h a \u001b[?1049l",
      "\u001b[?47h",
      "\u001b[?1049;25l",
      "\u001b[?25l",
      "\u001b[?",
      "\u001b[?2004h",
    ].map(after),
  ).toEqual(["main", "alternate", "main", "alternate", "main, hidden", "main, hidden", "main", "main"]);
});

test("a sequence that is cut in two is seen when its beginning is read again", () => {
  const sequence = "\u001b[?1049;1;2004;25h";
  const seen = Array.from(sequence, (_, cut) => {
    const first = screenAfter(MAIN_SCREEN, sequence.slice(0, cut));
    return screenAfter(first, sequence.slice(Math.max(0, cut - SCREEN_SEQUENCE_MAX_BYTES))).alternate;
  });
  expect(seen).toEqual(Array.from(sequence, () => true));
});
