import { expect, test } from "vitest";
import { firstWhole, lastClear, preludeOf } from "../../../src/core/terminal/screen-start.ts";

const ESC = "\u001b";

test.each([
  ["nothing", "text\u001b[31mmore\r\n", ""],
  ["the last of each mode, in their order", `${ESC}[?25l${ESC}[?1hx${ESC}[?25h`, `${ESC}[?1h${ESC}[?25h`],
  ["several in one", `${ESC}[?1;2004h`, `${ESC}[?1h${ESC}[?2004h`],
  ["the alternate screen has three numbers", `${ESC}[?47h${ESC}[?1049h${ESC}[?1049l`, `${ESC}[?1049l`],
  ["a reset forgets", `${ESC}[?1h${ESC}[2;5r${ESC}cx${ESC}[?7l`, `${ESC}[?7l`],
  [
    "region, character set, title",
    `${ESC}[2;5r${ESC}(0${ESC}]0;a${ESC}\\${ESC}]2;b\u0007`,
    `${ESC}[2;5r${ESC}(0${ESC}]2;b\u0007`,
  ],
  ["drawing held back is no state", `${ESC}[?2026h${ESC}[?3h`, ""],
  ["a title that is cut off", `${ESC}]0;abc`, ""],
])("[SCREEN-5] prelude: %s", (_, text, prelude) => {
  expect(preludeOf(text)).toBe(prelude);
  expect(preludeOf(prelude)).toBe(prelude);
});

test("[SCREEN-5] the last clear", () => {
  expect([`a${ESC}[2Jb${ESC}[Jc`, `a${ESC}[?1049hb${ESC}[2Jc`, "abc"].map(lastClear)).toEqual([1, 10, -1]);
});

test.each([
  ["a line", "rest\nline", 5],
  ["a sequence", `31mrest${ESC}[1m`, 7],
  ["a character", "\u0082\u00ac\u00e2", 2],
  ["nothing", "", 0],
])("[SCREEN-5] begins at %s", (_, text, at) => {
  expect(firstWhole(text)).toBe(at);
});
