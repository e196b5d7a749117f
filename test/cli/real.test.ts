import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { realHome } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { MAIN, bellhop, start, startBellhop, startInTerminal } from "./real-cli.ts";

/** Starts a job in a plain shell, and gives its id. */
async function job(home: string, command: string, ...options: readonly string[]): Promise<string> {
  const { code, out, err } = await bellhop(home, "run", "--shell", "plain", ...options, "--", command);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toMatch(/^proc_[0-9a-f]{12}\n$/);
  return out.trim();
}

describe("the real program", () => {
  test("[CLI-3, CLI-4, CLI-12] a process from its start until it is forgotten", async () => {
    const home = realHome();
    const id = await job(home, "echo one; echo two; exit 3", "--name", "web");
    expect(await bellhop(home, "wait", "web")).toMatchObject({
      code: 3,
      out: expect.stringMatching(`^${id} exited 3 after`) as string,
    });
    expect(await bellhop(home, "logs", id)).toEqual({ code: 0, out: "one\ntwo\n", err: "" });
    expect((await bellhop(home, "logs", id, "-n", "1")).out).toBe("two\n");
    expect((await bellhop(home, "logs", id, "--offset", "1")).out).toBe("two\n");
    expect((await bellhop(home, "ps")).out).toMatch(
      new RegExp(`\\n${id}  web +exited 3 .*echo one; echo two; exit 3\\n$`),
    );
    expect((await bellhop(home, "show", id.slice(0, 12))).out).toContain("status     exited 3 after");
    expect(await bellhop(home, "rm", "web")).toEqual({ code: 0, out: `${id}\n`, err: "" });
    expect(await bellhop(home, "show", id)).toMatchObject({ code: 3, out: "" });
  });

  test("[CLI-1] several words arrive as they were typed, one word is a line", async () => {
    const home = realHome();
    const words = ["a b", "$x", "it's", "*", "~", "", "=ls", "\\n", '"', "a;b"];
    const printed = await bellhop(home, "run", "-f", "--", "printf", "<%s>", ...words);
    expect(printed.out).toContain(words.map((word) => `<${word}>`).join(""));
    expect((await bellhop(home, "run", "-f", "--shell", "plain", "--", "x=1; echo $x && echo two")).out).toBe(
      "1\ntwo\n",
    );
  });

  test("[CLI-4] a death by signal is 128 + n", async () => {
    const home = realHome();
    const { code, err } = await bellhop(home, "run", "--wait", "--shell", "plain", "--", "kill -9 $$");
    expect([code, err]).toEqual([137, expect.stringContaining("died of SIGKILL (exit code 137)")]);
  });

  test("[CLI-25] what the command left behind does not hold run --follow", async () => {
    const home = realHome();
    const since = performance.now();
    const { code, out } = await bellhop(home, "run", "-f", "--shell", "plain", "--", "sleep 30 & echo all; exit 4");
    expect([code, out]).toEqual([4, "all\n"]);
    expect(performance.now() - since).toBeLessThan(10_000);
    expect((await bellhop(home, "ps")).out).toContain("exited 4, 1 left");
    await bellhop(home, "kill", ...((await bellhop(home, "ps")).out.match(/proc_\w+/g) ?? []));
  });

  test("[CLI-14] kill ends the whole tree and prints the receipt", async () => {
    const home = realHome();
    const id = await job(home, "sleep 300 & sleep 300 & echo ready; wait");
    await until(async () => (await bellhop(home, "logs", id)).out === "ready\n");
    const { code, out } = await bellhop(home, "kill", id);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(`^${id} killed 3 processes \\(pid \\d+ \\d+ \\d+\\); nothing is left\\n$`),
    ]);
    const pids = out.match(/(?<= )\d{2,}/g) ?? [];
    expect(pids.filter(lives)).toEqual([]);
    expect((await bellhop(home, "ps")).out).toContain("killed");
  });

  test("[CLI-24, CLI-18] who looks takes no event away, and drain takes it once", async () => {
    const home = realHome();
    const id = await job(home, "echo bye; exit 2", "--notify", "--session", "s1");
    await until(async () => (await bellhop(home, "events")).out.includes(id));
    for (const options of [[], ["-n", "1"], ["--grep", "b"], ["-f"]]) {
      expect((await bellhop(home, "logs", id, ...options)).out).toBe("bye\n");
    }
    expect((await bellhop(home, "events", "--session", "other")).out).toBe("");
    const drained = await bellhop(home, "drain", "--session", "s1", "--json");
    expect((JSON.parse(drained.out) as { events: unknown[] }).events).toHaveLength(1);
    expect(await bellhop(home, "drain")).toEqual({ code: 0, out: "", err: "" });
  });

  test("[CLI-18] events --follow prints a new one and takes it", async () => {
    const home = realHome();
    const following = startBellhop(home, "events", "--follow");
    const id = await job(home, "exit 2", "--notify");
    await until(() => following.seen.out.includes(id));
    await until(async () => (await bellhop(home, "events")).out === "");
    following.child.kill("SIGINT");
    expect((await following.ended).code).toBe(130);
  });

  test("[CLI-27] restart, send and close-stdin", async () => {
    const home = realHome();
    const first = await job(home, "wc -c; cat", "--stdin");
    const again = (await bellhop(home, "restart", first)).out.trim();
    expect(again).toMatch(/^proc_[0-9a-f]{12}$/);
    const text = "x".repeat(300_000);
    const sending = startBellhop(home, "send", again);
    sending.child.stdin.end(text);
    expect(await sending.ended).toEqual({ code: 0, out: "", err: "" });
    expect((await bellhop(home, "send", again, "yz", "--enter")).code).toBe(0);
    expect((await bellhop(home, "close-stdin", again)).code).toBe(0);
    expect((await bellhop(home, "wait", again)).code).toBe(0);
    expect((await bellhop(home, "logs", again)).out).toBe("300003\n");
  });

  test("[CLI-19, CLI-20] the daemon, and a tool", async () => {
    const home = realHome();
    expect((await bellhop(home, "daemon", "status")).code).toBe(3);
    expect((await bellhop(home, "daemon", "stop")).code).toBe(0);
    expect(existsSync(join(home, "daemon.sock"))).toBe(false);
    const pid = Number((await bellhop(home, "daemon", "start")).out);
    const status = JSON.parse((await bellhop(home, "daemon", "status", "--json")).out) as Record<string, unknown>;
    expect(status).toMatchObject({ running: true, pid, home });
    const listed = await bellhop(home, "tool", "process_manage", '{"action":"list"}');
    expect(JSON.parse(listed.out)).toMatchObject({ processes: [] });
    expect((await bellhop(home, "daemon", "stop")).code).toBe(0);
    expect((await bellhop(home, "daemon", "status")).code).toBe(3);
  });

  test("daemon run serves in the foreground until it is stopped", async () => {
    const home = realHome();
    const daemon = startBellhop(home, "daemon", "run");
    await until(async () => (await bellhop(home, "daemon", "status")).code === 0);
    expect((await bellhop(home, "daemon", "start")).out).toBe(`${daemon.child.pid}\n`);
    daemon.child.kill("SIGTERM");
    expect(await daemon.ended).toEqual({ code: 0, out: "", err: "" });
  });

  test("[CLI-15] a reader that leaves ends it quietly", async () => {
    const home = realHome();
    const id = await job(home, "seq 1 200000");
    await bellhop(home, "wait", id);
    const pipe = `"$@" | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { out, err } = await start(home, "bash", ["-c", pipe, "bash", process.execPath, MAIN, "logs", id]).ended;
    expect([out, err]).toEqual(["1\n0\n", ""]);
  });

  test("[CLI-10] output acts on no terminal, unless it may", async () => {
    const home = realHome();
    const id = await job(home, String.raw`printf '\033]0;title\007\033[31mred\033[0m\n'`);
    await bellhop(home, "wait", id);
    expect((await bellhop(home, "logs", id)).out).toBe("red\n");
    expect((await bellhop(home, "logs", id, "--raw")).out).toBe("\u001b]0;title\u0007\u001b[31mred\u001b[0m\n");
  });
});

describe("Ctrl-C", () => {
  test.each([
    ["wait", (ended: string, id: string) => ["wait", ended, id], "exited 0"],
    ["logs --follow", (_: string, id: string) => ["logs", id, "--follow"], "up\n"],
  ])("[CLI-5] on %s leaves the process alive", async (_, line, printed) => {
    const home = realHome();
    const ended = await job(home, "true");
    const id = await job(home, "echo up; sleep 300");
    const running = startBellhop(home, ...line(ended, id));
    await until(() => running.seen.out.includes(printed));
    running.child.kill("SIGINT");
    expect((await running.ended).code).toBe(130);
    expect((await bellhop(home, "show", id)).out).toContain("running for");
  });

  test("[CLI-5] on run --wait names the process and how to end it", async () => {
    const home = realHome();
    const running = startBellhop(home, "run", "--wait", "--shell", "plain", "--", "sleep 300");
    const id = await until(() => /^proc_\w+/.exec(running.seen.out)?.[0], { what: "the id" });
    running.child.kill("SIGINT");
    const said = `bellhop: ${id} runs on. To end it: bellhop kill ${id}\n`;
    expect(await running.ended).toEqual({ code: 130, out: `${id}\n`, err: said });
    expect((await bellhop(home, "show", id)).out).toContain("running for");
  });
});

describe("in a terminal", () => {
  test("[CLI-29] run --wait shows a live line and takes it away", async () => {
    const home = realHome();
    const command = "echo compiling; sleep 1.5; exit 3";
    const running = startInTerminal(home, "run", "--wait", "--shell", "plain", "--", command);
    const { code, out } = await running.ended;
    const id = /proc_\w+/.exec(out)?.[0];
    expect([code, out]).toEqual([3, expect.stringContaining(`\r\u001b[K${id}  1s  compiling\r\u001b[K`)]);
    expect(out).toMatch(new RegExp(`\\u001b\\[Kbellhop: ${id} exited 3 after [^\\n]+\\.\\r\\n$`));
  });

  test("[CLI-13] ps --watch ends with q, and gives the terminal back", async () => {
    const home = realHome();
    await job(home, "sleep 300", "--name", "web");
    const running = startInTerminal(home, "ps", "--watch");
    await until(() => running.seen.out.includes("q: leave"));
    running.child.stdin.write("q");
    const { code, out } = await running.ended;
    expect([code, out]).toEqual([0, expect.stringMatching(/\?25l.*web.*\?25h.*\?1049l$/s)]);
  });

  test("[CLI-11] ps has colours, and none with NO_COLOR or in a pipe", async () => {
    const home = realHome();
    await job(home, "sleep 300");
    const words = [process.execPath, MAIN, "ps"].join(" ");
    const inTerminal = async (line: string) => (await start(home, "script", ["-qec", line, "/dev/null"]).ended).out;
    const green = "\u001b[32mrunning";
    expect((await inTerminal(words)).includes(green)).toBe(true);
    expect((await inTerminal(`env NO_COLOR=1 ${words}`)).includes("\u001b")).toBe(false);
    expect((await bellhop(home, "ps")).out.includes("\u001b")).toBe(false);
  });
});

test("[CLI-2] a full disk is told, not passed over", async () => {
  const home = realHome();
  const id = await job(home, "seq 1 10000");
  await bellhop(home, "wait", id);
  const { out, err } = await start(home, "sh", [
    "-c",
    '"$@" > /dev/full; echo $?',
    "sh",
    process.execPath,
    MAIN,
    "logs",
    id,
  ]).ended;
  expect([out, err]).toEqual(["1\n", expect.stringMatching(/^bellhop: .*ENOSPC.*\n$/)]);
});

test("what is typed into a directory that is gone still starts", async () => {
  const home = realHome();
  const script = 'mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && shift && "$@"';
  const run = [process.execPath, MAIN, "run", "-f", "--shell", "plain", "--", "pwd"];
  const { code, out } = await start(home, "sh", ["-c", script, "sh", home, ...run]).ended;
  expect([code, out]).toEqual([0, `${home}\n`]);
});

/** Whether a process lives. A zombie that nobody collects does not. */
function lives(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
