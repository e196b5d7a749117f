import { expect, test } from "vitest";

import { drive } from "./programs-driven.ts";

test("[TERM-30] python3: a sum, a function, the end", async () => {
  const python = await drive("exec python3 -i -q", { env: { PYTHON_BASIC_REPL: "1" } });
  expect(await python.moment(">>>")).toEqual({ rows: [">>>"], cursor: [1, 5], alternateScreen: false });
  await python.submit("6 * 7");
  const computed = await python.moment("42", ({ rows }) => rows.length === 3);
  expect(computed).toEqual({ rows: [">>> 6 * 7", "42", ">>>"], cursor: [3, 5], alternateScreen: false });
  // Each at its prompt: between two lines python gives the terminal back, which then shows by itself what is typed.
  await python.submit("def twice(x):");
  await python.moment("...");
  await python.submit("    return 2 * x");
  await python.moment("...", ({ rows }) => rows.length === 5);
  await python.submit("");
  await python.moment(">>>", ({ rows }) => rows.length === 6);
  await python.submit("twice('né')");
  const called = await python.moment("'néné'", ({ rows }) => rows.at(-1) === ">>>");
  expect(called).toEqual({
    rows: [
      ...computed.rows.slice(0, 2),
      ">>> def twice(x):",
      "...     return 2 * x",
      "...",
      ">>> twice('né')",
      "'néné'",
      ">>>",
    ],
    cursor: [8, 5],
    alternateScreen: false,
  });
  await python.submit("import sys; sys.exit(4)");
  expect(await python.ended()).toEqual({ exitCode: 4 });
});

test("[TERM-30] bash: a job, its history, exit 3", async () => {
  const bash = await drive("exec bash --norc --noprofile -i", { env: { PS1: "ready> ", HISTFILE: "" } });
  expect(await bash.moment("ready>")).toEqual({ rows: ["ready>"], cursor: [1, 8], alternateScreen: false });
  await bash.submit("sleep 100 & disown -h; jobs");
  const job = await bash.moment(/^\[1\]\+ +Running/, ({ rows }) => rows.at(-1) === "ready>");
  expect({ ...job, rows: job.rows.map((row) => row.replace(/^\[1\] \d+$/, "[1] PID")) }).toEqual({
    rows: ["ready> sleep 100 & disown -h; jobs", "[1] PID", "[1]+  Running                 sleep 100 &", "ready>"],
    cursor: [4, 8],
    alternateScreen: false,
  });
  await bash.submit("kill %1; wait %1 2>/dev/null; clear; echo code $?");
  await bash.moment(/^code/, ({ rows }) => rows.at(-1) === "ready>");
  await bash.submit("clear; echo one");
  await bash.moment("one", ({ rows }) => rows.length === 2);
  // Back to it, its last word taken away, another typed.
  await bash.press("up", "ctrl-w");
  await bash.submit("two");
  expect(await bash.moment("two", ({ rows }) => rows.length === 2)).toEqual({
    rows: ["two", "ready>"],
    cursor: [2, 8],
    alternateScreen: false,
  });
  await bash.submit("exit 3");
  expect(await bash.ended()).toEqual({ exitCode: 3 });
});

test("[TERM-30] node: a value, a function that is pasted, .exit", async () => {
  const node = await drive(`exec '${process.execPath}'`, { env: { NODE_REPL_HISTORY: "", NODE_OPTIONS: "" } });
  const begun = await node.moment(">");
  expect(begun).toEqual({
    rows: [`Welcome to Node.js ${process.version}.`, 'Type ".help" for more information.', ">"],
    cursor: [3, 3],
    alternateScreen: false,
  });
  await node.submit("[1, 2].map((x) => x * 2)");
  const mapped = await node.moment("[ 2, 4 ]", ({ rows }) => rows.at(-1) === ">");
  expect(mapped).toEqual({
    rows: [...begun.rows.slice(0, 2), "> [1, 2].map((x) => x * 2)", "[ 2, 4 ]", ">"],
    cursor: [5, 3],
    alternateScreen: false,
  });
  await node.paste("const twice = (x) => {\n  return x + x;\n};\ntwice('é')\n");
  const called = await node.moment("'éé'", ({ rows }) => rows.at(-1) === ">");
  expect([called.rows.slice(-3), called.alternateScreen]).toEqual([["> twice('é')", "'éé'", ">"], false]);
  await node.submit(".exit");
  expect(await node.ended()).toEqual({ exitCode: 0 });
});

test("[TERM-30] top: its table, its help, q", async () => {
  const top = await drive("exec top -d 0.5");
  const first = await top.moment(/^ +PID USER /);
  expect(first.rows.map((row) => row.replaceAll(/\d+/g, "N")).slice(0, 2)).toEqual([
    expect.stringMatching(/^top - N:N:N up .* load average: /),
    expect.stringMatching(/^Tasks: +N total, +N running, +N sleeping, +N stopped, +N zombie$/),
  ]);
  expect([first.rows[6]?.trim().split(/ +/).slice(0, 2), first.alternateScreen]).toEqual([["PID", "USER"], false]);
  await top.write("h");
  const help = await top.moment(/^ *Type 'q' or <Esc> to continue/);
  expect(help.rows[0]).toMatch(/^Help for Interactive Commands/);
  await top.press("escape");
  await top.moment(/^ +PID USER /, ({ rows }) => rows[0]?.startsWith("top - ") === true);
  await top.write("q");
  expect(await top.ended()).toEqual({ exitCode: 0 });
});
