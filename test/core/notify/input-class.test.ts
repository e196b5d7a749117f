import { describe, expect, test } from "vitest";

import type { InputClass } from "../../../src/core/notify/event.ts";
import {
  type ForegroundProcess,
  inputClass,
  type TerminalModes,
  type TerminalWait,
  whoWaits,
} from "../../../src/core/notify/input-class.ts";

type Modes = "cooked" | "silent" | "key" | "raw" | "rawest";

const MODES: Readonly<Record<Modes, TerminalModes>> = {
  cooked: { canonical: true, echo: true, signals: true },
  silent: { canonical: true, echo: false, signals: true },
  key: { canonical: false, echo: true, signals: true },
  raw: { canonical: false, echo: false, signals: true },
  rawest: { canonical: false, echo: false, signals: false },
};

interface Case {
  readonly modes: Modes;
  readonly wait?: TerminalWait;
  readonly lastLine?: string;
  readonly flags?: readonly ("besideInput" | "alternateScreen")[];
  readonly gives: InputClass | null;
}

const CASES: readonly Case[] = [
  { modes: "cooked", lastLine: "Name: ", gives: "line" },
  { modes: "cooked", lastLine: "", gives: "end_of_file" },
  { modes: "cooked", lastLine: "  ", gives: "end_of_file" },
  { modes: "cooked", lastLine: "Name: ", wait: "select", gives: null },
  { modes: "cooked", lastLine: "", wait: "select", gives: null },
  { modes: "cooked", lastLine: "Password: ", wait: "unknown", gives: null },
  { modes: "cooked", lastLine: "Password: ", wait: "elsewhere", gives: null },
  { modes: "silent", lastLine: "who goes there? ", gives: "password" },
  { modes: "silent", lastLine: "", gives: "password" },
  { modes: "silent", wait: "select", gives: "password" },
  { modes: "silent", wait: "unknown", gives: "password" },
  { modes: "silent", wait: "elsewhere", gives: null },
  { modes: "key", lastLine: "Go on? ", gives: "line" },
  { modes: "key", lastLine: "", gives: null },
  { modes: "raw", lastLine: ">>> ", wait: "select", gives: "repl" },
  { modes: "rawest", lastLine: "> ", wait: "select", gives: "repl" },
  { modes: "raw", lastLine: "", gives: null },
  { modes: "raw", lastLine: ">>> ", wait: "unknown", gives: null },
  { modes: "raw", lastLine: ":", flags: ["besideInput"], gives: "pager" },
  { modes: "raw", lastLine: ":", flags: ["besideInput", "alternateScreen"], gives: "pager" },
  { modes: "raw", lastLine: "", flags: ["alternateScreen"], gives: "full_screen" },
  { modes: "rawest", lastLine: "x", flags: ["besideInput", "alternateScreen"], gives: "full_screen" },
];

describe("[INPUT-1, INPUT-2] what kind of input it is", () => {
  test.each(CASES)(
    "$modes, $wait, last line '$lastLine', $flags: $gives",
    ({ modes, wait = "read", lastLine = "", flags = [], gives }) => {
      const waiting = { key: "1.1", wait, besideInput: flags.includes("besideInput") };
      const alternateScreen = flags.includes("alternateScreen");
      expect(inputClass({ modes: MODES[modes], waiting, lastLine, alternateScreen })).toBe(gives);
    },
  );
});

test("[INPUT-2] of a foreground group, the one that surely waits counts", () => {
  const group = (...waits: readonly TerminalWait[]): readonly ForegroundProcess[] =>
    waits.map((wait, index) => ({ key: `${index}`, wait, besideInput: false }));
  expect(
    [
      group(),
      group("elsewhere", "elsewhere"),
      group("elsewhere", "unknown", "select", "read"),
      group("unknown", "select"),
      group("elsewhere", "unknown"),
    ].map((foreground) => whoWaits(foreground)?.wait ?? null),
  ).toEqual([null, null, "read", "select", "unknown"]);
});
