import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import type { ScreenResult } from "../../src/core/results.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { drive } from "./driven.ts";

const shows =
  (...texts: readonly (string | RegExp)[]) =>
  ({ rows }: ScreenResult): boolean =>
    texts.every((text) => rows.some((row) => (typeof text === "string" ? row.includes(text) : text.test(row))));

test("[SCREEN-1, SCREEN-2] vim: opened, edited, saved", async () => {
  const file = join(temporaryDirectory(), "poem.txt");
  writeFileSync(file, `first line\nsecond line\n日本語 and é\n${"long ".repeat(40)}\n`);
  const vim = await drive(`vim -u NONE -N -i NONE ${file}`);
  const opened = await vim.moment("the file", shows("second line", "4L"));
  expect(opened.rows.slice(0, 6)).toEqual([
    "first line",
    "second line",
    "日本語 and é",
    "long ".repeat(24).trimEnd(),
    "long ".repeat(16).trimEnd(),
    "~",
  ]);
  expect(opened).toMatchObject({ alternateScreen: true, cursor: { row: 1, column: 1, visible: true } });
  await vim.type("ohello from vim");
  const edited = await vim.moment("the new line", shows("hello from vim", "INSERT"));
  expect(edited.rows.slice(0, 3)).toEqual(["first line", "hello from vim", "second line"]);
  expect(edited.cursor).toEqual({ row: 2, column: 15, visible: true });
  await vim.press("escape");
  await vim.type(":wq\r");
  const ended = await vim.moment("its end", ({ status }) => status === "exited");
  expect(ended.alternateScreen).toBe(false);
  expect(readFileSync(file, "utf8").split("\n")[1]).toBe("hello from vim");
});

test("[SCREEN-1, SCREEN-2] less: a page, the next one, a search", async () => {
  const file = join(temporaryDirectory(), "numbers");
  writeFileSync(file, Array.from({ length: 200 }, (_, at) => `line ${at + 1}\n`).join(""));
  const less = await drive(`less ${file}`, { LESS: "" });
  await less.moment("the first page", shows(/^line 1$/, /^line 29$/));
  await less.type(" ");
  await less.moment("the second page", shows(/^line 30$/, /^line 58$/, /^:$/));
  await less.type("/line 17[0-9]\r");
  const found = await less.moment("what was looked for", shows(/^line 170$/, /^line 198$/));
  expect(found.rows[0]).toBe("line 170");
  await less.type("q");
  await less.moment("its end", ({ status }) => status === "exited");
});

test("[SCREEN-1, SCREEN-2] top: redraws itself", async () => {
  const top = await drive("top -d 0.2", { HOME: temporaryDirectory() });
  const first = await top.moment("the table", shows("load average", /PID +USER/));
  expect(first.rows.filter((row) => /PID +USER/.test(row))).toHaveLength(1);
  const later = await top.moment("the next table", ({ logCursor }) => logCursor > first.logCursor);
  expect(later.rows[0]).toMatch(/^top - /);
  await top.type("q");
  await top.moment("its end", ({ status }) => status === "exited");
});

test("[SCREEN-1, SCREEN-2] bash: a prompt, a command that is edited, clear", async () => {
  const bash = await drive("bash --norc --noprofile", { PS1: "ready> ", HISTFILE: "" });
  const begun = await bash.moment("the prompt", shows(/^ready>/));
  expect(begun.cursor).toEqual({ row: 1, column: 8, visible: true });
  await bash.type("echo one three");
  await bash.press("ctrl-w");
  await bash.type("two\r");
  const printed = await bash.moment("the output", ({ rows }) => rows[1] === "one two" && rows[2] === "ready>");
  expect(printed.rows.slice(0, 4)).toEqual(["ready> echo one two", "one two", "ready>", ""]);
  await bash.type("clear; printf '\\033]0;my title\\007'\r");
  const cleared = await bash.moment("an empty screen", ({ rows, title }) => rows[0] === "ready>" && title !== "");
  expect(cleared).toMatchObject({ title: "my title", cursor: { row: 1, column: 8 } });
  await bash.type("exit\r");
  await bash.moment("its end", ({ status }) => status === "exited");
});

test("[SCREEN-1, SCREEN-2] python: a prompt, an answer, a traceback", async () => {
  const python = await drive("python3 -q -i", { PYTHONSTARTUP: "", PYTHON_BASIC_REPL: "1" });
  await python.moment("the prompt", shows(/^>>>/));
  await python.type("6 * 7\r");
  const answered = await python.moment("the answer", ({ rows }) => rows[1] === "42" && rows[2] === ">>>");
  expect(answered.cursor).toMatchObject({ row: 3, column: 5 });
  await python.type("1 / 0\r");
  await python.moment(
    "the error",
    ({ rows }) => shows("ZeroDivisionError")({ rows } as ScreenResult) && rows.includes(">>>"),
  );
  await python.press("ctrl-d");
  await python.moment("its end", ({ status }) => status === "exited");
});

test("[SCREEN-1, SCREEN-2] a progress bar, and a program that draws as htop does", async () => {
  const bar = `for i in $(seq 1 300); do printf "\\r%3d%% %s" $i "####"; done; printf "\\rdone\\033[K\\n"; read x; `;
  const draw = [
    "printf '\\033[?1049h\\033[?25l\\033[H\\033[2J'",
    "for i in $(seq 1 50); do printf '\\033[1;1H\\033[44;97m CPU [%-20s] \\033[0m\\033[K' $i; printf '\\033[5;10H\\033[32m%s\\033[0m' row$i; done",
    "printf '\\033[30;1H\\033[7mF1Help\\033[0m┌──┐'",
    "read x; printf '\\033[?25h\\033[?1049l'; read x",
  ].join("; ");
  const program = await drive(`sh -c '${(bar + draw).replaceAll("'", `'\\''`)}'`);
  const full = await program.moment("the end of the bar", shows(/^done$/));
  expect(full.rows.filter((row) => row !== "")).toEqual(["done"]);
  await program.type("\r");
  const drawn = await program.moment("the last drawing", shows("row50", "F1Help"));
  expect([drawn.rows[0], drawn.rows[4], drawn.rows[29]]).toEqual([
    " CPU [50                  ]",
    "         row50",
    "F1Help┌──┐",
  ]);
  expect(drawn).toMatchObject({ alternateScreen: true, cursor: { visible: false } });
  const { ansi = "" } = await program.screen({ colors: true });
  expect(ansi.split("\n")[0]).toBe("\u001b[0;97;44m CPU [50                  ] \u001b[0m");
  await program.type("\r");
  const back = await program.moment("what was before", ({ alternateScreen }) => !alternateScreen);
  expect(back.rows[0]).toBe("done");
  await program.type("\r");
  await program.moment("its end", ({ status }) => status === "exited");
});
