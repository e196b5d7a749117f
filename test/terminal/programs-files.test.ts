import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { drive } from "./programs-driven.ts";

test("[TERM-30] vim: opened, edited, saved", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "poem"), "first\n日本語\n");
  const vim = await drive("exec vim -u NONE -N -i NONE poem", { cwd });
  const tildes = (count: number): readonly string[] => Array.from({ length: count }, () => "~");
  const opened = await vim.moment(/^"poem" 2L, 16B/, ({ cursor }) => cursor[0] === 1);
  expect({ ...opened, rows: opened.rows.slice(0, -1) }).toEqual({
    rows: ["first", "日本語", ...tildes(27)],
    cursor: [1, 1],
    alternateScreen: true,
  });
  await vim.write("ohello, né");
  expect(await vim.moment("hello, né", ({ rows }) => rows.at(-1) === "-- INSERT --")).toEqual({
    rows: ["first", "hello, né", "日本語", ...tildes(26), "-- INSERT --"],
    cursor: [2, 10],
    alternateScreen: true,
  });
  await vim.press("escape");
  await vim.submit(":wq");
  expect(await vim.ended()).toEqual({ exitCode: 0 });
  expect(await vim.moment(null)).toMatchObject({ rows: [], alternateScreen: false });
  expect(readFileSync(join(cwd, "poem"), "utf8")).toBe("first\nhello, né\n日本語\n");
});

test("[TERM-30] less: a page, a search, q", async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, "numbers"), lines(1, 200).join("\n"));
  const less = await drive("exec less numbers", { cwd, env: { LESS: "", LESSHISTFILE: "-" } });
  expect(await less.moment("numbers")).toEqual({
    rows: [...lines(1, 29), "numbers"],
    cursor: [30, 8],
    alternateScreen: true,
  });
  await less.press("page-down");
  expect(await less.moment("line 58", ({ rows }) => rows.at(-1) === ":")).toEqual({
    rows: [...lines(30, 58), ":"],
    cursor: [30, 2],
    alternateScreen: true,
  });
  await less.submit("/line 12[3-9]");
  expect(await less.moment("line 151", ({ rows }) => rows.at(-1) === ":")).toEqual({
    rows: [...lines(123, 151), ":"],
    cursor: [30, 2],
    alternateScreen: true,
  });
  await less.write("q");
  expect(await less.ended()).toEqual({ exitCode: 0 });
});

function lines(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}`);
}

test("[TERM-30] npm init: questions, answers, package.json", { timeout: 60_000 }, async () => {
  const cwd = temporaryDirectory();
  const env = {
    npm_config_offline: "true",
    npm_config_update_notifier: "false",
    npm_config_userconfig: join(cwd, ".npmrc"),
    NO_COLOR: "1",
  };
  const npm = await drive("exec npm init", { cwd, env });
  const asked = await npm.moment(/^package name: /);
  expect([asked.rows[0], asked.rows.at(-1), asked.alternateScreen]).toEqual([
    "This utility will walk you through creating a package.json file.",
    expect.stringMatching(/^package name: \(.+\)$/),
    false,
  ]);
  await npm.submit("bell");
  await npm.moment(/^version: /);
  await npm.submit("2.3.4");
  await npm.moment(/^description:/);
  await npm.submit("Rings – ünd rings");
  await npm.moment(/^entry point:/);
  for (const next of [/^test command:/, /^git repository:/, /^keywords:/, /^author:/, /^license:/]) {
    await npm.submit("");
    await npm.moment(next);
  }
  await npm.submit("MIT");
  const summed = await npm.moment(/^type: |^Is this OK\?/);
  expect(summed.rows).toEqual(expect.arrayContaining(["package name: " + asked.rows.at(-1)?.slice(14) + " bell"]));
  if (summed.rows.some((row) => row.startsWith("type: "))) await npm.submit("");
  const last = await npm.moment(/^Is this OK\?/);
  expect(last.rows).toEqual(expect.arrayContaining(['  "version": "2.3.4",', '  "license": "MIT",']));
  await npm.submit("yes");
  expect(await npm.ended()).toEqual({ exitCode: 0 });
  expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toMatchObject({
    name: "bell",
    version: "2.3.4",
    description: "Rings – ünd rings",
    license: "MIT",
  });
});

test("[TERM-30] git add -p: a hunk, the next one, what is in the index", async () => {
  const cwd = temporaryDirectory();
  const git = (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...words], {
      cwd,
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
    });
  writeFileSync(join(cwd, "list"), `${lines(1, 20).join("\n")}\n`);
  git("init", "-q");
  git("add", "list");
  git("commit", "-qm", "begin");
  const changed = lines(1, 20).map((line) => (line === "line 2" || line === "line 19" ? `${line}!` : line));
  writeFileSync(join(cwd, "list"), `${changed.join("\n")}\n`);
  const add = await drive("exec git add -p", { cwd, env: { GIT_CONFIG_SYSTEM: "/dev/null" } });
  const first = await add.moment(/^\(1\/2\) Stage this hunk/);
  expect(first.rows.slice(4)).toEqual([
    "@@ -1,5 +1,5 @@",
    " line 1",
    "-line 2",
    "+line 2!",
    " line 3",
    " line 4",
    " line 5",
    expect.stringMatching(/^\(1\/2\) Stage this hunk \[y,n,q,a,d,.*\?\]\?$/),
  ]);
  await add.submit("y");
  const second = await add.moment(/^\(2\/2\) Stage this hunk/);
  expect(second.rows.slice(11)).toEqual([
    expect.stringMatching(/^\(1\/2\) Stage this hunk \[.*\]\? y$/),
    "@@ -16,5 +16,5 @@ line 15",
    " line 16",
    " line 17",
    " line 18",
    "-line 19",
    "+line 19!",
    " line 20",
    expect.stringMatching(/^\(2\/2\) Stage this hunk/),
  ]);
  expect([second.cursor, second.alternateScreen]).toEqual([[20, (second.rows.at(-1)?.length ?? 0) + 2], false]);
  await add.submit("q");
  expect(await add.ended()).toEqual({ exitCode: 0 });
  expect((await add.moment(/\? q$/)).rows.length).toBeGreaterThanOrEqual(20);
  expect(git("show", ":list")).toBe(`${lines(1, 20).join("\n").replace("line 2\n", "line 2!\n")}\n`);
});
