import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { canRun, mustRun } from "../isolation/left-out.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { drive } from "./programs-driven.ts";

test("[TERM-30] tmux: a terminal in a terminal, a second window, its end", async () => {
  const name = `bellhop-test-${process.pid}`;
  const env = { TMUX: "", TMUX_TMPDIR: temporaryDirectory() };
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-L", name, ...words], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...env },
    });
  onTestFinished(() => {
    try {
      tmux("kill-server");
    } catch {
      // It has ended, as it should.
    }
  });
  const inside = "exec env PS1=in\\>\\  bash --norc --noprofile -i";
  const { moment, submit, press, write, ended } = await drive(
    `exec tmux -L ${name} -f /dev/null new-session -n one '${inside}'`,
    { env },
  );
  const status = /^\[0\] 0:one\*/;
  const begun = await moment("in>", ({ rows }) => status.test(rows.at(-1) ?? ""));
  expect([begun.rows.length, begun.rows[0], begun.cursor, begun.alternateScreen]).toEqual([30, "in>", [1, 5], true]);
  await submit("echo h''i; stty size");
  const typed = await moment("29 120", ({ rows }) => rows[3] === "in>");
  expect([typed.rows.slice(0, 5), typed.cursor]).toEqual([
    ["in> echo h''i; stty size", "hi", "29 120", "in>", ""],
    [4, 5],
  ]);
  await press("ctrl-b");
  await write(":");
  await moment(":", ({ cursor }) => cursor[0] === 30); // Keys that come before it has its prompt are lost.
  await submit(`new-window -n two '${inside}'`);
  const second = await moment(/^\[0\] 0:one- 1:two\*/, ({ rows }) => rows[0] === "in>");
  expect([second.rows.slice(0, 2), second.cursor, second.alternateScreen]).toEqual([["in>", ""], [1, 5], true]);
  expect(tmux("list-windows", "-F", "#{window_name} #{window_width}x#{window_height}")).toBe(
    "one 120x29\ntwo 120x29\n",
  );
  await press("ctrl-b");
  await write("d");
  expect(await ended()).toEqual({ exitCode: 0 });
  const back = await moment(/^\[detached \(from session 0\)\]$/);
  expect(back.alternateScreen).toBe(false);
  tmux("kill-server");
});

/** Under CI it is installed (Debian, as root), and never left out. */
function whyNoWhiptail(): string | null {
  if (isHere()) return null;
  if (process.env["CI"] === undefined) return "there is no whiptail";
  const install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends whiptail";
  // The package lists may be missing or too old.
  if (succeeds(install) || succeeds(`apt-get update -qq && ${install}`)) return null;
  return "apt-get cannot install whiptail";
}

function isHere(): boolean {
  return succeeds("command -v whiptail");
}

function succeeds(line: string): boolean {
  try {
    execFileSync("/bin/sh", ["-c", line], { stdio: "ignore", timeout: 100_000 });
    return true;
  } catch {
    return false;
  }
}

const missing = whyNoWhiptail();

test.runIf(canRun("The dialogs of whiptail", missing))("[TERM-30] whiptail: a menu, a text, an answer", async () => {
  mustRun(missing);
  const cwd = temporaryDirectory();
  const dialogs = [
    "whiptail --title Colours --menu 'Which one?' 12 40 3 r red g green b blue 2>choice",
    "whiptail --title Name --inputbox 'Who?' 10 40 2>name",
    "whiptail --title Sure --yesno 'Really?' 10 40",
  ];
  const whiptail = await drive(dialogs.join(" && "), { cwd });
  const menu = await whiptail.moment(/Colours/, ({ rows }) => rows.some((row) => row.includes("<Ok>")));
  expect([boxOf(menu.rows), menu.alternateScreen]).toEqual([
    ["Colours", "Which one?", "r red", "g green", "b blue", "<Ok> <Cancel>"],
    true,
  ]);
  await whiptail.press("down", "enter");
  const input = await whiptail.moment(/Who\?/, ({ rows }) => rows.some((row) => row.includes("<Ok>")));
  expect(boxOf(input.rows)).toEqual(["Name", "Who?", "_".repeat(36), "<Ok> <Cancel>"]);
  await whiptail.write("Zoe");
  const typed = await whiptail.moment(/Zoe/);
  expect(boxOf(typed.rows)[2]).toBe(`Zoe${"_".repeat(33)}`);
  await whiptail.press("enter");
  const sure = await whiptail.moment(/Really\?/, ({ rows }) => rows.some((row) => row.includes("<Yes>")));
  expect(boxOf(sure.rows)).toEqual(["Sure", "Really?", "<Yes> <No>"]);
  await whiptail.press("tab", "enter");
  expect(await whiptail.ended()).toEqual({ exitCode: 1 });
  expect(["choice", "name"].map((file) => readFileSync(join(cwd, file), "utf8"))).toEqual(["g", "Zoe"]);
});

/** The texts of the box that is drawn last, from its top down. */
function boxOf(rows: readonly string[]): readonly string[] {
  return rows
    .filter((row) => /[│┤├]/.test(row))
    .map((row) =>
      row
        .replaceAll(/[│┤├─┌┐]/g, "")
        .trim()
        .replaceAll(/ +/g, " "),
    )
    .filter((row) => row !== "");
}
