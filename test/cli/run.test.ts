import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness, brokenPipe } from "./harness.ts";

const ID = "proc_000000000000";

describe("run", () => {
  test("[ELSE-1] --backend says where, and leaves the directory to that place", async () => {
    const harness = new Harness();
    expect(await harness.run("run", "--backend", "docker:box", "--", "make")).toMatchObject({
      code: 0,
      out: `${ID}\n`,
    });
    const [[, input] = []] = harness.remote.calls;
    expect(input).toMatchObject({ command: "make", environment: "docker:box" });
    expect(input).not.toHaveProperty("cwd");
  });

  test("[CLI-3, CLI-1] prints the id and passes everything on", async () => {
    const harness = new Harness({ env: { HOME: "/me" } });
    const options = [
      "--name",
      "web",
      "--cwd",
      "/srv",
      "--env",
      "A=1",
      "B=x=y",
      "--stdin",
      "--notify",
      "--owner",
      "t",
      "--session",
      "s",
    ];
    const more = ["--persist", "--shell", "plain", "--log-max-bytes", "1M"];
    expect(await harness.run("run", ...options, ...more, "--", "echo", "a b", "$x")).toEqual({
      code: 0,
      out: `${ID}\n`,
      err: "",
    });
    expect(harness.remote.calls).toEqual([
      [
        "start",
        {
          command: "echo 'a b' '$x'",
          cwd: "/srv",
          env: { A: "1", B: "x=y" },
          stdin: "pipe",
          shell: "plain",
          name: "web",
          owner_task_id: "t",
          session_key: "s",
          notify_on_complete: true,
          persist_on_release: true,
          log_max_bytes: 1_048_576,
          caller: { env: { HOME: "/me" }, cwd: "/work", umask: 18 },
        },
      ],
    ]);
    expect(harness.remote.closed).toBe(1);
  });

  test("[CLI-6] --json prints the answer, and a note goes to stderr", async () => {
    const harness = new Harness();
    const answer = { status: "running", session_id: ID, note: "It runs in /srv." };
    harness.remote.answers.set("start", () => answer);
    expect(await harness.run("run", "--json", "--", "make")).toEqual({
      code: 0,
      out: `${JSON.stringify(answer)}\n`,
      err: "bellhop: It runs in /srv.\n",
    });
  });

  test("[CLI-7] refuses an empty command", async () => {
    expect(await new Harness().run("run", "--", " ")).toMatchObject({ code: 2, out: "" });
  });
});

describe("run --wait", () => {
  test.each([
    ["an exit code", { exit_code: 3 }, 3, ""],
    [
      "a signal",
      { exit_code: -9, signal: "SIGKILL" },
      137,
      `bellhop: ${ID} died of SIGKILL (exit code 137) after 0s.\n`,
    ],
    [
      "a loss",
      { exit_code: null, completion_reason: "lost", termination_source: "reboot" },
      1,
      expect.stringContaining("is lost"),
    ],
  ])("[CLI-4] passes %s on", async (_, fields, code, err) => {
    const harness = new Harness();
    const running = harness.run("run", "--wait", "--", "make");
    await until(() => harness.out === `${ID}\n`);
    harness.remote.end(ID, fields);
    expect(await running).toEqual({ code, out: `${ID}\n`, err: err as string });
  });

  test("[CLI-6] with --json it is the answer of wait", async () => {
    const harness = new Harness();
    const running = harness.run("run", "--wait", "--json", "--", "make");
    await until(() => harness.remote.processes.length === 1);
    harness.remote.end(ID);
    const { out } = await running;
    expect(JSON.parse(out)).toMatchObject({ status: "exited", session_id: ID, exit_code: 0 });
  });

  test("[CLI-5] Ctrl-C lets go", async () => {
    const harness = new Harness();
    const running = harness.run("run", "--wait", "--", "make");
    await until(() => harness.remote.calls.some(([operation]) => operation === "wait"));
    harness.interrupt();
    expect(await running).toEqual({
      code: 130,
      out: `${ID}\n`,
      err: `bellhop: ${ID} runs on. To end it: bellhop kill ${ID}\n`,
    });
    expect([harness.listens, harness.remote.find(ID).view["status"]]).toEqual([false, "running"]);
  });

  test("[CLI-29] a terminal gets a live line, which goes away", async () => {
    const harness = new Harness({ errIsTTY: true, columns: 40 });
    const running = harness.run("run", "--wait", "--", "make");
    await until(() => harness.err.includes("0s"));
    harness.remote.print(ID, `compiling\n${"x".repeat(60)}\u001b[2J`);
    await until(() => harness.err.includes("xxx"));
    harness.remote.end(ID, { exit_code: 2 });
    const { err, out } = await running;
    const [, ...drawn] = err.split("\r\u001b[K");
    expect(drawn.filter((line) => line.length > 39 && !line.startsWith("bellhop:"))).toEqual([]);
    expect([out, drawn.at(-1)]).toEqual([`${ID}\n`, `bellhop: ${ID} exited 2 after 0s.\n`]);
    expect(err).not.toContain("\u001b[2J");
  });
});

describe("run --follow", () => {
  test("[CLI-4, CLI-2] prints the output alone on stdout and exits with the code", async () => {
    const harness = new Harness();
    const running = harness.run("run", "-f", "--", "make");
    await until(() => harness.err === `${ID}\n`);
    harness.remote.print(ID, "one\n");
    await until(() => harness.out === "one\n");
    harness.remote.print(ID, "two\u001b[31m no newline");
    harness.remote.end(ID, { exit_code: 4 });
    expect(await running).toEqual({ code: 4, out: "one\ntwo[31m no newline", err: `${ID}\n` });
  });

  test("[CLI-25] a leftover that holds the output open does not hold it", async () => {
    const harness = new Harness();
    const running = harness.run("run", "-f", "--", "make");
    await until(() => harness.remote.processes.length === 1);
    harness.remote.print(ID, "all\n");
    harness.remote.end(ID, { leftover_pids: [77] });
    expect(await running).toMatchObject({ code: 0, out: "all\n" });
  });

  test("[CLI-25] what the follower did not bring is read from the log", async () => {
    const harness = new Harness();
    const running = harness.run("run", "-f", "--", "make");
    await until(() => harness.remote.calls.some(([operation]) => operation === "follow"));
    const process = harness.remote.find(ID);
    process.output = "held back\n"; // The fake follower was not told.
    harness.remote.muted = true;
    harness.remote.end(ID, { leftover_pids: [77], cursor: 10 });
    expect(await running).toMatchObject({ code: 0, out: "held back\n" });
  });

  test("[CLI-6] with --json each line is a value", async () => {
    const harness = new Harness();
    const running = harness.run("run", "-f", "--json", "--", "make");
    await until(() => harness.remote.processes.length === 1);
    harness.remote.print(ID, "one\n");
    harness.remote.end(ID);
    const lines = (await running).out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(lines).toEqual([
      expect.objectContaining({ session_id: ID, status: "running" }),
      { text: "one\n", cursor: 4 },
      expect.objectContaining({ status: "exited", exit_code: 0 }),
    ]);
  });

  test("[CLI-5] Ctrl-C lets go", async () => {
    const harness = new Harness();
    const running = harness.run("run", "-f", "--", "make");
    await until(() => harness.remote.calls.some(([operation]) => operation === "follow"));
    harness.interrupt();
    expect(await running).toMatchObject({
      code: 130,
      err: expect.stringContaining(`To end it: bellhop kill ${ID}`) as string,
    });
  });

  test("[CLI-15] a reader that leaves ends it quietly", async () => {
    const harness = new Harness();
    harness.outError = brokenPipe();
    const running = harness.run("run", "-f", "--", "make");
    await until(() => harness.remote.processes.length === 1);
    harness.remote.print(ID, "one\n");
    expect(await running).toEqual({ code: 0, out: "", err: `${ID}\n` });
  });
});
