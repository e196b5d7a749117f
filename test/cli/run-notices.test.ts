import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";

const ID = "proc_000000000000";

/** The input of the only start. */
async function startOf(harness: Harness, ...options: readonly string[]): Promise<unknown> {
  expect(await harness.run("run", ...options, "--", "serve")).toEqual({ code: 0, out: `${ID}\n`, err: "" });
  return harness.remote.calls[0]?.[1];
}

describe("run", () => {
  test("[CLI-34] passes on what is to be told while it runs", async () => {
    const options = ["--watch", "ERR", "--watch", "/warn(ing)?/i", "--heartbeat", "90", "--ready-timeout", "5"];
    const more = [
      "--ready-http",
      "http://localhost:80/",
      "--on-exit",
      "notify-send done",
      "--notify-url",
      "https://a/",
    ];
    expect(await startOf(new Harness(), ...options, ...more)).toEqual({
      command: "serve",
      watch_patterns: ["ERR", "/warn(ing)?/i"],
      heartbeat_seconds: 90,
      ready: { http: "http://localhost:80/" },
      ready_timeout_seconds: 5,
      on_exit: "notify-send done",
      notify_url: "https://a/",
      caller: { env: {}, cwd: "/work", umask: 18 },
    });
  });

  test.each([
    [["--ready-port", "80"], { port: 80 }],
    [["--ready-pattern", "up, at last"], { pattern: "up, at last" }],
  ])("[CLI-34] %j", async (options, ready) => {
    expect(await startOf(new Harness(), ...options)).toMatchObject({ ready });
  });

  test("[CLI-36] takes the secret from a file or a variable, and keeps it from the job", async () => {
    const file = join(temporaryDirectory(), "secret");
    writeFileSync(file, "from file\n");
    const env = { A: "1", BELLHOP_NOTIFY_SECRET: "from variable" };
    const url = ["--notify-url", "https://a/"];
    const caller = { env: { A: "1" }, cwd: "/work", umask: 18 };
    expect([
      await startOf(new Harness({ env }), ...url),
      await startOf(new Harness({ env }), ...url, "--notify-secret-file", file),
      await startOf(new Harness({ env })),
    ]).toEqual([
      { command: "serve", notify_url: "https://a/", notify_secret: "from variable", caller },
      { command: "serve", notify_url: "https://a/", notify_secret: "from file", caller },
      { command: "serve", caller },
    ]);
  });

  test.each([
    [["--wait-ready"], "run --wait-ready needs --ready-port, --ready-pattern or --ready-http."],
    [
      ["--ready-port", "80", "--ready-pattern", "up"],
      "run takes one of --ready-port, --ready-pattern and --ready-http.",
    ],
    [["--ready-port", "80", "--wait-ready", "--wait"], "run takes one of --wait and --wait-ready."],
    [["--notify-url", "https://a/", "--notify-secret-file", "/nowhere"], /^The file of --notify-secret-file cannot be/],
  ])("[CLI-34, CLI-7] %j is a usage error", async (options, sentence) => {
    const harness = new Harness();
    const { code, out, err } = await harness.run("run", ...options, "--", "x");
    expect([code, out, harness.connects]).toEqual([2, "", []]);
    expect(err.replace(/^bellhop: /, "").trimEnd()).toMatch(sentence);
  });

  test("[CLI-34, CLI-2] says on stderr what was dropped", async () => {
    const harness = new Harness();
    const answer = { status: "running", session_id: ID, note: "Another one runs.", watch_patterns_ignored: "Dropped." };
    harness.remote.answers.set("start", () => answer);
    expect(await harness.run("run", "--notify", "--watch", "x", "--", "make")).toEqual({
      code: 0,
      out: `${ID}\n`,
      err: "bellhop: Another one runs.\nbellhop: Dropped.\n",
    });
  });
});

describe("run --wait-ready", () => {
  const options = ["run", "--ready-port", "80", "--wait-ready", "--", "serve"];

  test.each([
    [{ status: "ready", condition: "ready" }, 0, ""],
    [
      { status: "not_ready", detail: "It was not ready within 5 s, and runs on.", output: "one\ntwo\u001b[2J\n" },
      1,
      "bellhop: It was not ready within 5 s, and runs on.\none\ntwo[2J\n",
    ],
    [
      { status: "exited", exit_code: 7, completion_reason: "exited", output: "no such port" },
      1,
      `bellhop: ${ID} exited 7, and was not ready.\nno such port\n`,
    ],
  ])("[CLI-33] %j", async (answer, code, err) => {
    const harness = new Harness();
    harness.remote.answers.set("wait", () => ({ session_id: ID, ...answer }));
    expect(await harness.run(...options)).toEqual({ code, out: `${ID}\n`, err });
    expect(harness.remote.calls.at(-1)).toMatchObject(["wait", { session_id: ID, for: ["ready"] }]);
  });

  test("[CLI-33, CLI-5] Ctrl-C lets go", async () => {
    const harness = new Harness();
    const running = harness.run(...options);
    await until(() => harness.remote.calls.some(([operation]) => operation === "wait"));
    harness.interrupt();
    expect(await running).toMatchObject({ code: 130, out: `${ID}\n` });
  });

  test("[CLI-33, CLI-6] with --json it is the answer of wait", async () => {
    const harness = new Harness();
    const answer = { status: "ready", session_id: ID };
    harness.remote.answers.set("wait", () => answer);
    expect(await harness.run("run", "--ready-port", "80", "--wait-ready", "--json", "--", "serve")).toEqual({
      code: 0,
      out: `${JSON.stringify(answer)}\n`,
      err: "",
    });
  });
});
