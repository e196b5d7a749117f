import { describe, expect, test } from "vitest";

import { Harness } from "./harness.ts";
import type { HarnessOptions } from "./harness.ts";

const ID = "proc_aaaa00000001";

function editor(options: HarnessOptions = {}): Harness {
  const harness = new Harness(options);
  harness.remote.add(ID, { name: "editor", pty: { rows: 30, cols: 120 } });
  return harness;
}

describe("send to a terminal", () => {
  test.each([
    [["--key", "ctrl-c", "--key", "up", "--key", "enter"], "<ctrl-c><up><enter>"],
    [["abc", "--key", "tab", "--enter"], "abc\n<tab>"],
    [["a\nb", "--paste"], "[a\rb]"],
    [["a\nb", "--paste", "--enter", "--key", "x"], "[a\rb]<enter><x>"],
    [["--paste", "--enter"], "<enter>"],
  ])("[ATT-10] %j types %j", async (words, typed) => {
    const harness = editor();
    expect(await harness.run("send", "editor", ...words)).toEqual({ code: 0, out: "", err: "" });
    expect(harness.remote.find(ID).stdin).toBe(typed);
  });

  test("[ATT-10] --paste without a text pastes our own input", async () => {
    const harness = editor({ input: ["one\n", "two\n"] });
    expect((await harness.run("send", "editor", "--paste")).code).toBe(0);
    expect(harness.remote.find(ID).stdin).toBe("[one\rtwo\r]");
  });

  test("[ATT-10] Enter waits until the text is read", async () => {
    const harness = editor();
    harness.remote.find(ID).stdinRoom = 3;
    expect((await harness.run("send", "editor", "abcdefgh", "--enter")).code).toBe(0);
    expect(harness.remote.find(ID).stdin).toBe("abcdefgh\n");
  });

  test("[ATT-10] a paste of which only a part was taken goes on, and is ended", async () => {
    const harness = editor();
    const answers = [
      { status: "error", reason: "full", bytes_written: 3 },
      { status: "ok", bytes_written: 0 },
    ];
    harness.remote.answers.set("paste", () => answers.shift());
    expect((await harness.run("send", "editor", "abcdef", "--paste")).code).toBe(0);
    expect(harness.remote.find(ID).stdin).toBe("def");
    expect(harness.remote.calls.map(([operation]) => operation)).toEqual(["paste", "write", "paste"]);
  });

  test("[ATT-10] keys that were not taken as a whole are a failure", async () => {
    const harness = editor();
    const answer = { status: "error", reason: "full", bytes_written: 1, error: "It is full." };
    harness.remote.answers.set("send_keys", () => answer);
    expect(await harness.run("send", "editor", "--key", "x")).toEqual({
      code: 1,
      out: "",
      err: "bellhop: It is full.\n",
    });
  });
});

describe("send --secret", () => {
  test("[ATT-9] asks on the terminal, and shows nothing of it", async () => {
    const harness = editor({ inIsTTY: true, secret: "hunter2" });
    const { code, out, err } = await harness.run("send", "editor", "--secret", "--enter");
    expect([code, out, err]).toEqual([0, "", `Secret for ${ID} (not shown): `]);
    expect(harness.remote.calls.at(-1)).toEqual(["send_secret", { session_id: ID, secret: "hunter2", enter: true }]);
  });

  test.each([
    ["an argument", { inIsTTY: true }, ["hunter2", "--secret"], 2],
    ["no terminal", { input: ["hunter2\n"] }, ["--secret"], 2],
    ["keys", { inIsTTY: true }, ["--secret", "--key", "x"], 2],
    ["a person who gives up", { inIsTTY: true }, ["--secret"], 130],
  ])("[ATT-9] %s sends nothing", async (_, options, words, code) => {
    const harness = editor(options);
    const outcome = await harness.run("send", "editor", ...words);
    expect([outcome.code, harness.remote.find(ID).stdin]).toEqual([code, ""]);
    expect(outcome.err).not.toContain("hunter2");
  });
});

describe("run --pty", () => {
  test.each([
    [["--pty"], true],
    [["--pty", "--rows", "40"], { rows: 40 }],
    [["--pty", "--rows", "40", "--cols", "100"], { rows: 40, cols: 100 }],
  ])("[ATT-14] %j", async (words, pty) => {
    const harness = new Harness();
    expect((await harness.run("run", ...words, "--", "vim")).code).toBe(0);
    expect(harness.remote.calls[0]?.[1]).toMatchObject({ command: "vim", pty });
  });

  test("[ATT-14, CLI-7] a size without a terminal is a usage error", async () => {
    expect((await new Harness().run("run", "--rows", "4", "--", "vim")).code).toBe(2);
  });
});
