import { expect, test } from "vitest";

import { KEY_NAMES, keyText } from "../../../src/core/terminal/keys.ts";

const CASES: readonly (readonly [string, string])[] = [
  ["enter", "\r"],
  ["ENTER", "\r"],
  ["ctrl-c", "\u0003"],
  ["Ctrl+D", "\u0004"],
  ["c-z", "\u001a"],
  ["ctrl-space", "\0"],
  ["ctrl-[", "\u001b"],
  ["ctrl-?", "\u007f"],
  ["ctrl-m", "\r"],
  ["alt-x", "\u001bx"],
  ["alt-enter", "\u001b\r"],
  ["ctrl-alt-c", "\u001b\u0003"],
  ["shift-a", "A"],
  ["shift-tab", "\u001b[Z"],
  ["up", "\u001b[A"],
  ["shift-up", "\u001b[1;2A"],
  ["ctrl-left", "\u001b[1;5D"],
  ["ctrl-alt-shift-right", "\u001b[1;8C"],
  ["alt-page-down", "\u001b[6;3~"],
  ["ctrl-f1", "\u001b[1;5P"],
  ["shift-f5", "\u001b[15;2~"],
  ["a", "a"],
  ["A", "A"],
  ["-", "-"],
  ["ctrl--", "ctrl--"],
  ["é", "é"],
  ["😀", "😀"],
];

test("[TERM-1] a key is what an xterm sends for it", () => {
  const sent = CASES.filter(([name]) => name !== "ctrl--").map(([name]) => [name, keyText(name)]);
  expect(sent).toEqual(CASES.filter(([name]) => name !== "ctrl--"));
});

test("[TERM-1] cursor keys differ in application mode, and only they", () => {
  expect(["up", "home", "delete", "f1", "ctrl-up", "x"].map((name) => keyText(name, true))).toEqual([
    "\u001bOA",
    "\u001bOH",
    "\u001b[3~",
    "\u001bOP",
    "\u001b[1;5A",
    "x",
  ]);
});

test("[TERM-1] a name that is no key is refused with those that are", () => {
  for (const name of ["", "ctrl-", "hyper-x", "ctrl-é", "f13", "ctrl--", "enterr"])
    expect(() => keyText(name)).toThrow(/key must be one character, or one of enter/);
  expect(KEY_NAMES).toContain("page-down");
});
