import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { realHome } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { bellhop } from "./real-cli.ts";
import { Seat, hasTmux } from "./seat.ts";

/** In a shell whose prompt is not that of the person's own. */
const SHELL = "PS1='it> ' exec bash --norc --noprofile";

async function inTerminal(home: string, name: string, command: string): Promise<void> {
  const { code, err } = await bellhop(home, "run", "--pty", "--shell", "plain", "--name", name, "--", command);
  expect([code, err]).toEqual([0, ""]);
}

if (!hasTmux) process.stdout.write("attach is not looked at in a real terminal: there is no tmux here.\n");

describe.runIf(hasTmux)("attached in a real terminal", () => {
  test("[ATT-1, ATT-3, ATT-4, ATT-5] to a shell: seen, typed into, resized, left as it was", async () => {
    const home = realHome();
    await inTerminal(home, "it", SHELL);
    const seat = await Seat.take(home);
    const before = await seat.state();
    await seat.line("echo mine; bellhop attach it");
    await seat.sees("ctrl-\\ leaves");
    await seat.line("echo $((6 * 7)) is it; stty size");
    await seat.sees(/42 is it\n24 80\n/);
    seat.resize(100, 30);
    await until(async () => (await bellhop(home, "show", "it")).out.includes("30 rows, 100 columns"));
    await seat.line("stty size");
    await seat.sees("30 100");
    seat.resize(80, 24);
    await until(async () => (await bellhop(home, "show", "it")).out.includes("24 rows, 80 columns"));
    seat.press("C-\\");
    await seat.sees(/runs on\. To come back:[^]*me>/);
    expect(await seat.state()).toBe(before);
    await seat.line("bellhop attach it");
    await seat.sees("42 is it");
    await seat.line("exit 7");
    await seat.sees("exited 7 after");
    await seat.line("echo code $?");
    await seat.sees("code 7");
    expect(await seat.state()).toBe(before);
  });

  test("[ATT-1, ATT-5] to vim: the screen, the mouse, and our own screen back", async () => {
    const home = realHome();
    const file = join(home, "text");
    await inTerminal(home, "vim", `vim -u NONE -N -i NONE -c 'set mouse=a' '${file}'`);
    const seat = await Seat.take(home);
    const before = await seat.state();
    await seat.line("echo my own screen; bellhop attach vim");
    await seat.sees("ctrl-\\ leaves");
    seat.type("ihällo");
    seat.press("Escape");
    await seat.sees(/hällo\n~/);
    seat.press("C-\\");
    await seat.sees(/my own screen[^]*runs on/);
    expect(await seat.state()).toBe(before);
    await seat.line("echo my own screen; bellhop attach vim");
    await seat.sees(/hällo\n~/);
    await seat.line(":wq");
    await seat.sees(/my own screen[^]*exited 0/);
    expect(await seat.state()).toBe(before);
    expect(readFileSync(file, "utf8")).toBe("hällo\n");
  });

  test("[ATT-3, ATT-5] to top, only to look, in a terminal that is smaller", async () => {
    const home = realHome();
    await inTerminal(home, "top", "top -d 0.5");
    const seat = await Seat.take(home);
    const before = await seat.state();
    await seat.line("bellhop attach top --read-only");
    await seat.sees("only to look");
    await seat.sees(/PID USER/);
    seat.type("q");
    seat.press("C-\\");
    await seat.sees("runs on");
    expect((await bellhop(home, "show", "top")).out).toContain("30 rows, 120 columns");
    expect(await seat.state()).toBe(before);
  });

  test("[ATT-2] a program that asks gets one answer", async () => {
    const home = realHome();
    await inTerminal(home, "it", SHELL);
    const seat = await Seat.take(home);
    await seat.line("bellhop attach it");
    await seat.sees("ctrl-\\ leaves");
    await seat.line(
      `stty -echo; printf '\\033[6n\\033[c'; sleep 1; IFS= read -rst 1 -d c a; IFS= read -rst 1 -d c b; echo; printf '<%q> <%q>\\n' "$a" "$b"`,
    );
    await seat.sees(/<\$'\\E\[\d+;1R\\E\[\?1;2'> <''>/);
    seat.press("C-\\");
    await seat.sees("runs on");
  });

  test("[ATT-8] the daemon is killed, and who is attached goes on", async () => {
    const home = realHome();
    await inTerminal(home, "it", SHELL);
    const seat = await Seat.take(home);
    await seat.line("bellhop attach it");
    await seat.sees("ctrl-\\ leaves");
    await seat.line("x=41");
    const { pid } = JSON.parse((await bellhop(home, "daemon", "status", "--json")).out) as { pid: number };
    process.kill(pid, "SIGKILL");
    await until(async () => {
      const status = await bellhop(home, "daemon", "status", "--json");
      return status.code === 0 && (JSON.parse(status.out) as { pid: number }).pid !== pid;
    }, {});
    await seat.line("echo $((x + 1)) after");
    await seat.sees("42 after");
    seat.press("C-\\");
    await seat.sees("runs on");
  });

  test("[ATT-9] a secret is typed unseen, and answers a prompt", async () => {
    const home = realHome();
    await inTerminal(home, "ask", 'printf "Password: "; IFS= read -rs p; echo; echo "${#p} characters: $p"; sleep 100');
    const seat = await Seat.take(home);
    const before = await seat.state();
    await seat.line("bellhop send ask --secret --enter");
    await seat.sees("(not shown)");
    seat.type("hunter22");
    seat.press("BSpace", "Enter");
    await until(async () => (await bellhop(home, "logs", "ask")).out.includes("7 characters"));
    expect((await bellhop(home, "logs", "ask", "--raw")).out).not.toContain("hunter");
    expect(seat.screen).not.toContain("hunter");
    expect(await seat.state()).toBe(before);
  });

  test("[ATT-11, ATT-12] exec interrupts with Ctrl-C, and with --pty it is attached", async () => {
    const home = realHome();
    const seat = await Seat.take(home);
    const before = await seat.state();
    await seat.line(
      `bellhop exec --shell plain -- 'trap "echo got it; exit 9" INT; echo on; while :; do sleep 0.1; done'; echo code $?`,
    );
    await seat.sees(/^on$/m);
    seat.press("C-c");
    await seat.sees(/got it\n[^]*code \d+/);
    await seat.line("clear; bellhop exec --shell plain --pty -- 'stty size; read x; exit 4'; echo code $?");
    await seat.sees("24 80");
    seat.press("Enter");
    await seat.sees("code 4");
    expect(await seat.state()).toBe(before);
  });
});

describe("exec", () => {
  test("[ATT-11] ends with the code of the command, and prints both of its outputs", async () => {
    const home = realHome();
    const { code, out } = await bellhop(
      home,
      "exec",
      "--shell",
      "plain",
      "--",
      "printf '\\033[1mone'; echo two >&2; exit 5",
    );
    expect([code, out]).toEqual([5, "\u001b[1monetwo\n"]);
    expect((await bellhop(home, "events")).out).toBe("");
  });

  test("[ATT-13] past its time it goes on: its end is an event, and the rest of its output is there", async () => {
    const home = realHome();
    const words = [
      "--shell",
      "plain",
      "--background-after",
      "1",
      "--",
      "echo start; until [ -e go ]; do sleep 0.1; done; echo end; exit 3",
    ];
    const { code, out, err } = await bellhop(home, "exec", "--cwd", home, ...words);
    expect([code, out]).toEqual([0, "start\n"]);
    const [, rest = ""] = /bellhop (logs .* --since 6)$/m.exec(err) ?? [];
    await bellhop(home, "run", "--shell", "plain", "--cwd", home, "--", "touch go");
    expect((await bellhop(home, ...rest.split(" "))).out).toBe("end\n");
    await until(async () => (await bellhop(home, "events", "--type", "completion")).out.includes("exit code 3"));
  });
});
