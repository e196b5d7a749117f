import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { Harness } from "./harness.ts";

function two(): Harness {
  const harness = new Harness();
  harness.remote.add("proc_aaaa00000001", { name: "web", command: "npm run dev\n" });
  harness.remote.add("proc_bbbb00000002", { command: "make" });
  harness.remote.end("proc_bbbb00000002");
  return harness;
}

/** Words that are offered, and the directive. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out, err, code } = await two().run("complete", "--", ...words);
  expect([code, err]).toEqual([0, ""]);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "");
}

describe("completion", () => {
  test.each([
    [["k"], ["kill", ":4"]],
    [["d"], ["drain", "doctor", "daemon", ":4"]],
    [
      ["daemon", "st"],
      ["start", "stop", "status", ":4"],
    ],
    [
      ["logs", "--f"],
      ["--follow", ":4"],
    ],
    [
      ["logs", ""],
      ["web", "proc_aaaa00000001", "proc_bbbb00000002", ":4"],
    ],
    [
      ["kill", "proc_"],
      ["proc_aaaa00000001", ":4"],
    ],
    [
      ["kill", "web", "p"],
      ["proc_aaaa00000001", ":4"],
    ],
    [
      ["rm", ""],
      ["proc_bbbb00000002", ":4"],
    ],
    [["logs", "-n", ""], [":4"]],
    [
      ["logs", "-n", "5", "w"],
      ["web", ":4"],
    ],
    [
      ["run", "--shell", ""],
      ["login", "cached", "plain", ":4"],
    ],
    [
      ["run", "--shell=p"],
      ["plain", ":4"],
    ],
    [["run", "--cwd", ""], [":16"]],
    [["run", "--", "./scr"], [":0"]],
    [["run", "make", "-"], [":0"]],
    [
      ["kill", "--signal", "SIGT"],
      ["SIGTRAP", "SIGTERM", "SIGTSTP", "SIGTTIN", "SIGTTOU", ":4"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish", ":4"],
    ],
    [
      ["tool", "t"],
      ["terminal", ":4"],
    ],
    [["tool", "terminal", ""], [":4"]],
    [["send", "web", ""], [":4"]],
    [
      ["--home", "/h", "sh"],
      ["show", ":4"],
    ],
    [["nope", ""], [":4"]],
  ])("[CLI-22] %j offers %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test("[CLI-22] offers what it means, harmless", async () => {
    const { out } = await two().run("complete", "--", "logs", "web");
    expect(out).toBe("web\tnpm run dev\\n\n:4\n");
  });

  test("[CLI-22] never starts a daemon, and is silent when none answers", async () => {
    const harness = two();
    harness.refuseToConnect();
    expect(await harness.run("complete", "--", "logs", "")).toEqual({ code: 0, out: ":4\n", err: "" });
    expect(harness.connects).toEqual([{ start: false }]);
  });

  test.each(["bash", "zsh", "fish"])("prints a script for %s that asks us", async (shell) => {
    const { code, out, err } = await new Harness().run("completion", shell);
    expect([code, out.match(/bellhop complete -- /g)?.length, err]).toEqual([0, 1, ""]);
  });

  test("[CLI-7] of another shell is a usage error", async () => {
    expect(await new Harness().run("completion", "tcsh")).toMatchObject({ code: 2, out: "" });
  });

  test.each([
    [
      ["bellhop", "logs", "we"],
      ["web", "web2"],
    ],
    [
      ["bellhop", "run", "--shell", "=", "we"],
      ["web", "web2"],
    ],
  ])("[CLI-22] the script works in a bash that has nothing else, for %j", async (words, expected) => {
    const { out: script } = await new Harness().run("completion", "bash");
    const folder = temporaryDirectory();
    const asked = join(folder, "asked");
    writeFileSync(
      join(folder, "bellhop"),
      `#!/bin/sh\nprintf '%s|' "$@" > ${asked}\nprintf 'web\\tnpm run dev\\nweb2\\tmake\\n:4\\n'\n`,
      { mode: 0o755 },
    );
    const ask = `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _bellhop; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` };
    const result = spawnSync("bash", ["--norc", "-c", `${script}\n${ask}`], { env, encoding: "utf8" });
    expect([result.stdout.split("\n").slice(0, -1), result.stderr]).toEqual([expected, ""]);
    const line = words.slice(1).join(" ").replaceAll(" = ", "=");
    expect(readFileSync(asked, "utf8")).toBe(`complete|--|${line.replaceAll(" ", "|")}|`);
  });
});
