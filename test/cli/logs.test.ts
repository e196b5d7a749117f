import { describe, expect, test } from "vitest";

import { until } from "../support/until.ts";
import { Harness } from "./harness.ts";

const ID = "proc_aaaa00000001";

function withOutput(output: string, fields: Record<string, unknown> = {}): Harness {
  const harness = new Harness();
  harness.remote.add(ID, { name: "web", ...fields });
  harness.remote.print(ID, output);
  return harness;
}

function numbered(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}\n`).join("");
}

function operationsOf(harness: Harness): readonly string[] {
  return [...new Set(harness.remote.calls.map(([operation]) => operation))];
}

describe("logs", () => {
  test.each([
    ["everything", [], numbered(3000), numbered(3000)],
    ["an unfinished line", [], "Password: ", "Password: "],
    ["the last lines", ["-n", "2"], numbered(3000), "line 2998\nline 2999\n"],
    ["the last lines, unfinished", ["-n", "2"], "a\nb\nc", "b\nc"],
    ["more lines than there are", ["-n", "9"], "a\nb\n", "a\nb\n"],
    ["no line", ["-n", "0"], "a\nb\n", ""],
    ["lines by number", ["--offset", "1", "-n", "2"], numbered(9), "line 1\nline 2\n"],
    ["lines from a number on", ["--offset", "7"], numbered(9), "line 7\nline 8\n"],
    ["lines with a text", ["--grep", "99"], numbered(200), "line 99\nline 199\n"],
    ["the last line with a text", ["--grep", "99", "-n", "1"], numbered(200), "line 199\n"],
    ["nothing", [], "", ""],
  ])("prints %s", async (_, options, output, shown) => {
    expect(await withOutput(output).run("logs", "web", ...options)).toEqual({ code: 0, out: shown, err: "" });
  });

  test("the last lines are looked for further back when they are long", async () => {
    const long = `${"x".repeat(100_000)}\n`;
    expect((await withOutput(long.repeat(5)).run("logs", "web", "-n", "3")).out).toBe(long.repeat(3));
  });

  test("--since prints what is new, and says the next cursor on stderr", async () => {
    const harness = withOutput("one\n");
    expect(await harness.run("logs", "web", "--since", "0")).toEqual({
      code: 0,
      out: "one\n",
      err: "bellhop: cursor 4\n",
    });
    harness.remote.print(ID, "two\n");
    expect(await harness.run("logs", "web", "--since", "4")).toEqual({
      code: 0,
      out: "two\n",
      err: "bellhop: cursor 8\n",
    });
    expect(await harness.run("logs", "web", "--since", "8")).toEqual({ code: 0, out: "", err: "bellhop: cursor 8\n" });
  });

  test("[CLI-10] strips what acts, unless --raw asks for it", async () => {
    const harness = withOutput("\u001b[31mred\u001b[0m\r\n");
    expect((await harness.run("logs", "web")).out).toBe("[31mred[0m\n");
    expect((await harness.run("logs", "web", "--raw")).out).toBe("\u001b[31mred\u001b[0m\r\n");
    expect(harness.remote.calls.at(-1)).toEqual(["follow", { session_id: ID, from: 0, raw: true }]);
  });

  test.each([
    ["everything", []],
    ["the last lines", ["-n", "1"]],
    ["lines with a text", ["--grep", "one"]],
    ["what is new", ["--since", "0"]],
    ["what comes", ["--follow"]],
  ])("[CLI-24] printing %s of an ended process asks no operation that tells its ending", async (_, options) => {
    const harness = withOutput("one\n");
    harness.remote.end(ID);
    await harness.run("logs", "web", ...options);
    expect(operationsOf(harness)).toEqual(["show", "follow"]);
  });

  test("what the follower never shows is read from the log", async () => {
    const harness = withOutput("one\n");
    harness.remote.muted = true;
    expect((await harness.run("logs", "web")).out).toBe("one\n");
  });

  test("[CLI-2] missing output is told on stderr", async () => {
    const harness = withOutput("one\n", { lost_bytes: 2_048 });
    harness.remote.missingBytes = 5_000_000;
    expect(await harness.run("logs", "web")).toEqual({
      code: 0,
      out: "one\n",
      err:
        "bellhop: 2.0 KiB of output could not be stored, because the disk was full.\n" +
        "bellhop: 4.8 MiB of output before this are not kept any more.\n",
    });
  });

  test("[CLI-6] --json is one answer of log", async () => {
    const harness = withOutput(numbered(9));
    const { out } = await harness.run("logs", "web", "--json", "-n", "2", "--grep", "line");
    expect(harness.remote.calls).toEqual([
      ["log", { session_id: "web", limit: 2, grep: "line", raw: false, consume_output: false }],
    ]);
    expect(JSON.parse(out)).toMatchObject({ output: "line 7\nline 8\n", total_lines: 9 });
  });

  test.each([
    ["nope", 3, "bellhop: No process with ID nope\n"],
    ["proc_", 2, "bellhop: proc_ may be several processes; use more of the id.\n"],
  ])("[CLI-7, CLI-8] of %s exits with %d", async (id, code, err) => {
    const harness = withOutput("");
    harness.remote.add("proc_bbbb00000002");
    expect(await harness.run("logs", id)).toEqual({ code, out: "", err });
    const answer = code === 3 ? `${JSON.stringify({ status: "not_found", error: "No process with ID nope" })}\n` : "";
    expect(await harness.run("logs", id, "--json")).toEqual({ code, out: answer, err });
  });

  test.each([[["--offset", "1", "--since", "2"]], [["--offset", "1", "-f"]], [["-f", "--json", "-n", "3"]]])(
    "[CLI-7] %j say the opposite",
    async (options) => {
      expect(await withOutput("").run("logs", "web", ...options)).toMatchObject({ code: 2, out: "" });
    },
  );
});

describe("logs --follow", () => {
  test("prints what comes, until the end", async () => {
    const harness = withOutput("one\n");
    const following = harness.run("logs", "web", "-f");
    await until(() => harness.out === "one\n");
    harness.remote.print(ID, "two\n");
    harness.remote.end(ID, { exit_code: 3 });
    expect(await following).toEqual({ code: 0, out: "one\ntwo\n", err: "" });
  });

  test("begins with the last lines, and goes on without a gap", async () => {
    const harness = withOutput("one\ntwo\nthr");
    const following = harness.run("logs", "web", "-f", "-n", "2");
    await until(() => harness.out === "two\nthr");
    harness.remote.print(ID, "ee\n");
    harness.remote.end(ID);
    expect((await following).out).toBe("two\nthree\n");
  });

  test("finds a text across chunks", async () => {
    const harness = withOutput("an err");
    const following = harness.run("logs", "web", "-f", "--grep", "error");
    await until(() => operationsOf(harness).includes("follow"));
    harness.remote.print(ID, "or\nfine\nthe last error");
    harness.remote.end(ID);
    expect((await following).out).toBe("an error\nthe last error");
  });

  test("[CLI-6] --json prints the chunks", async () => {
    const harness = withOutput("one\n");
    harness.remote.end(ID);
    expect((await harness.run("logs", "web", "-f", "--json")).out).toBe('{"text":"one\\n","cursor":4}\n');
  });

  test("[CLI-5] Ctrl-C ends the looking", async () => {
    const harness = withOutput("one\n");
    const following = harness.run("logs", "web", "-f");
    await until(() => harness.out === "one\n");
    harness.interrupt();
    expect(await following).toEqual({ code: 130, out: "one\n", err: "" });
    expect(harness.listens).toBe(false);
  });
});
