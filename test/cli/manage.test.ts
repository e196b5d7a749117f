import { describe, expect, test } from "vitest";

import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";

const [A, B] = ["proc_aaaa00000001", "proc_bbbb00000002"] as const;

function two(options: HarnessOptions = {}): Harness {
  const harness = new Harness(options);
  harness.remote.add(A, { name: "web", stdin: "pipe" });
  harness.remote.add(B, {}, 90_000);
  harness.remote.end(B, { exit_code: 3 }, 86_400);
  return harness;
}

describe("show", () => {
  test("[CLI-10] prints every fact, harmless", async () => {
    const harness = new Harness();
    const known = { command: "echo \u001b[2J", owner_task_id: "t1", task_id: "t1", session_key: "s1", log_head: 1_024 };
    harness.remote.add(A, { ...known, leftover_pids: [7], notify_on_complete: true, persist_on_release: true });
    harness.remote.print(A, "one\ntwo\u0007\n");
    harness.remote.end(A, { exit_code: -9, signal: "SIGKILL" });
    expect(await harness.run("show", A)).toEqual({
      code: 0,
      out: [
        `id           ${A}`,
        "command      echo \\e[2J",
        "status       died of SIGKILL (exit code 137) after 3m",
        "started      2026-11-29T11:57:00.000Z",
        "ended        2026-11-29T12:00:00.000Z",
        "pid          4242",
        "shim pid     4240",
        "living pids  4242",
        "left over    7",
        "directory    /work".replace("/work", harness.remote.find(A).view["cwd"] as string),
        "shell        login",
        "stdin        null",
        "owner        t1",
        "session      s1",
        "notify       an event when it ends",
        "persist      spared when its owner is cleaned up",
        "output       9 B (cursor 9), at most 64.0 MiB kept, the first 1.0 KiB are not kept any more",
        `files        /home/of/test/procs/${A}`,
        "",
        "one",
        "two",
        "",
      ].join("\n"),
      err: "",
    });
  });

  test("[CLI-35] tells what is watched, whether it is ready, and its ports", async () => {
    const harness = two();
    Object.assign(harness.remote.find(A).view, {
      watch_patterns: ["ERR", "/x y/"],
      watch_disabled: true,
      heartbeat_seconds: 120,
      ready: "pending",
      ports: [80, 443],
    });
    const { out } = await harness.run("show", A);
    const facts = out.split("\n").filter((line) => /^(watch|heartbeat|ready|ports) /.test(line));
    expect(facts).toEqual([
      'watch        "ERR" "/x y/" (given up)',
      "heartbeat    every 2m, when there is output",
      "ready        not yet",
      "ports        80 443",
    ]);
  });

  test("[CLI-6, CLI-7] --json is the answer; one that is not there is 3", async () => {
    const harness = two();
    expect(JSON.parse((await harness.run("show", "web", "--json")).out)).toEqual(harness.remote.find(A).view);
    expect(await harness.run("show", "nope")).toMatchObject({ code: 3, out: "" });
  });
});

describe("restart", () => {
  test("[CLI-3] prints the new id", async () => {
    expect(await two().run("restart", "web")).toEqual({ code: 0, out: "proc_000000000002\n", err: "" });
    expect(await two().run("restart", "nope")).toMatchObject({ code: 3, out: "" });
  });
});

describe("rm", () => {
  test.each([
    [[B], 0, [B]],
    [["--finished"], 0, [B]],
    [["--older-than", "12h"], 0, [B]],
    [["--older-than", "2d"], 0, []],
    [[A], 1, []],
    [["nope"], 3, []],
    [[A, B], 1, [B]],
  ])("[CLI-30, CLI-7] %j exits with %d", async (options, code, forgotten) => {
    const { code: got, out } = await two().run("rm", ...options);
    expect([got, out.split("\n").slice(0, -1)]).toEqual([code, forgotten]);
  });

  test.each([[[]], [[B, "--finished"]]])("[CLI-7] %j is a usage error", async (options) => {
    expect(await two().run("rm", ...options)).toMatchObject({ code: 2, out: "" });
  });

  test("[CLI-6] --json prints each answer", async () => {
    expect((await two().run("rm", "--finished", "--json")).out).toBe(`{"status":"removed","session_id":"${B}"}\n`);
  });
});

describe("send", () => {
  test.each([
    [["hello"], "hello"],
    [["hello", "--enter"], "hello\n"],
    [["--enter"], "\n"],
    [["--", "-x"], "-x"],
    [["日本語"], "日本語"],
  ])("%j arrives", async (words, arrived) => {
    const harness = two();
    expect(await harness.run("send", "web", ...words)).toEqual({ code: 0, out: "", err: "" });
    expect(harness.remote.find(A).stdin).toBe(arrived);
  });

  test("[CLI-27] our own input arrives", async () => {
    const harness = two({ input: ["one\n", "two\n"] });
    expect((await harness.run("send", "web")).code).toBe(0);
    expect(harness.remote.find(A).stdin).toBe("one\ntwo\n");
  });

  test.each([
    ["a text", ["abcdefghij", "--enter"], [], "abcdefghij\n"],
    ["our input", [], ["abcdefghij", "klm"], "abcdefghijklm"],
  ])("[CLI-27] all of %s arrives where little is taken at a time", async (_, words, input, arrived) => {
    const harness = two({ input });
    harness.remote.find(A).stdinRoom = 3;
    expect(await harness.run("send", "web", ...words)).toEqual({ code: 0, out: "", err: "" });
    expect(harness.remote.find(A).stdin).toBe(arrived);
  });

  test.each([
    ["no input", B, 1, "bellhop: It was started without an input.\n"],
    ["nobody", "nope", 3, "bellhop: No process with ID nope\n"],
  ])("[CLI-7] to %s fails", async (_, id, code, err) => {
    expect(await two().run("send", id, "x")).toEqual({ code, out: "", err });
  });

  test("close-stdin ends it", async () => {
    const harness = two();
    expect(await harness.run("close-stdin", "web", "--json")).toEqual({ code: 0, out: '{"status":"ok"}\n', err: "" });
    expect(harness.remote.calls).toEqual([["close_stdin", { session_id: "web" }]]);
  });
});

describe("tool", () => {
  test("calls it for its caller, and prints its JSON", async () => {
    const harness = two();
    harness.remote.answers.set("tool", () => '{"ok":true}');
    expect(await harness.run("tool", "process_manage", '{"action":"list"}', "--owner", "t", "--session", "s")).toEqual({
      code: 0,
      out: '{"ok":true}\n',
      err: "",
    });
    expect(harness.remote.calls).toEqual([
      [
        "tool",
        {
          name: "process_manage",
          arguments: { action: "list" },
          caller: { owner_task_id: "t", session_key: "s", caller: { env: {}, cwd: "/work", umask: 0o022 } },
        },
      ],
    ]);
  });

  test.each([["{"], ["[]"], ["7"]])("[CLI-7] refuses %s", async (text) => {
    expect(await two().run("tool", "terminal", text)).toMatchObject({ code: 2, out: "" });
  });
});
