import { describe, expect, test } from "vitest";

import { BellhopError } from "../../src/core/errors.ts";
import { until } from "../support/until.ts";
import type { Fields } from "./fake-answers.ts";
import { Harness } from "./harness.ts";
import type { HarnessOptions, Outcome } from "./harness.ts";

const ID = "proc_aaaa00000001";
const CTRL_BACKSLASH = "\u001c";

/** A person at a terminal, and a process with one. */
function seated(options: HarnessOptions = {}, fields: Fields = {}): Harness {
  const harness = new Harness({ isTTY: true, inIsTTY: true, columns: 120, rows: 30, ...options });
  harness.remote.add(ID, { name: "editor", pty: { rows: 30, cols: 120 }, ...fields });
  return harness;
}

interface Attached {
  readonly harness: Harness;
  readonly outcome: Promise<Outcome>;
  type(text: string): void;
}

async function attached(harness: Harness, ...options: readonly string[]): Promise<Attached> {
  const outcome = harness.run("attach", "editor", ...options);
  await until(() => harness.remote.calls.some(([operation, { live }]) => operation === "follow" && live === true));
  return { harness, outcome, type: (text) => harness.held?.onBytes(Buffer.from(text)) };
}

function inputsOf({ remote }: Harness, name: string): readonly Fields[] {
  return remote.calls.filter(([operation]) => operation === name).map(([, input]) => input);
}

describe("attach", () => {
  test("[ATT-1, ATT-5] shows the screen, then what comes, and gives the terminal back", async () => {
    const harness = seated();
    harness.remote.print(ID, "one\n$ ");
    const { outcome, type } = await attached(harness);
    expect(harness.out).toContain("\u001b[1;1H\u001b[0m\u001b[2Kone\u001b[2;1H\u001b[0m\u001b[2K$ ");
    expect(harness.out).toContain(` ${ID}: ctrl-\\ leaves, and it runs on `);
    expect(harness.out.endsWith("\u001b[?7h\u001b[2;3H\u001b[?25h")).toBe(true);
    const before = harness.out.length;
    harness.remote.print(ID, "l\u001b[?2004hs");
    await until(() => harness.out.length > before);
    expect(harness.out.slice(before)).toBe("l\u001b[?2004hs");
    type(CTRL_BACKSLASH);
    expect(await outcome).toMatchObject({
      code: 0,
      err: `bellhop: ${ID} runs on. To come back: bellhop attach ${ID}\n`,
    });
    expect(harness.out.endsWith("\u001b[999;1H\r\n\u001b[23;0t")).toBe(true);
    expect([harness.listens, harness.remote.closed]).toEqual([false, 1]);
  });

  test("[ATT-1] is in the modes that the program has set", async () => {
    const harness = seated();
    harness.remote.print(ID, "\u001b[?1049h\u001b[?1002h\u001b[?1h");
    const screen = {
      rows: ["x"],
      ansi: "x",
      size: { rows: 1, cols: 9 },
      cursor: { row: 1, column: 2, visible: false },
    };
    const answer = { ...screen, title: "a\u0007b", alternate_screen: true, log_cursor: 20 };
    harness.remote.answers.set("screen", () => answer);
    const { outcome, type } = await attached(harness);
    expect(harness.out).toContain("\u001b[?1049h\u001b]2;a\\x07b\u0007\u001b[?1002h\u001b[?1h\u001b[?7l");
    expect(harness.out).toContain("\u001b[1;2H\u001b[?25l");
    type(CTRL_BACKSLASH);
    await outcome;
    expect(harness.out.endsWith("\u001b[?1049l\r\u001b[23;0t")).toBe(true);
  });

  test("[ATT-5] what stood on our first screen goes up before it is drawn over", async () => {
    const harness = seated({ rows: 3 });
    harness.remote.print(ID, "one");
    const { outcome, type } = await attached(harness);
    expect(harness.out).toContain("\n\n\n\u001b[?7l\u001b[1;1H");
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test("[ATT-2] no query comes through", async () => {
    const harness = seated();
    const { outcome, type } = await attached(harness);
    for (const text of ["a\u001b[6", "n\u001b]11;?\u0007b\u001b[c\u001b[1mc"]) harness.remote.print(ID, text);
    await until(() => harness.out.endsWith("ab\u001b[1mc"));
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test("[ATT-3] our size becomes that of the process, and follows ours", async () => {
    const harness = seated({ rows: 24, columns: 80 });
    const { outcome, type } = await attached(harness);
    Object.assign(harness.size, { rows: 50, columns: 100 });
    harness.held?.onResize();
    await until(() => inputsOf(harness, "resize").length === 2);
    expect(inputsOf(harness, "resize")).toEqual([
      { session_id: ID, rows: 24, cols: 80 },
      { session_id: ID, rows: 50, cols: 100 },
    ]);
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test("[ATT-3, ATT-4] who only looks neither types nor changes the size", async () => {
    const harness = seated();
    const { outcome, type } = await attached(harness, "--read-only");
    type("x");
    harness.held?.onResize();
    type(CTRL_BACKSLASH);
    expect((await outcome).code).toBe(0);
    expect([inputsOf(harness, "resize"), inputsOf(harness, "write")]).toEqual([[], []]);
    expect(harness.out).toContain(` ${ID}, only to look: ctrl-\\ leaves`);
  });

  test("[ATT-1] a screen that is larger than ours is drawn again, and cut, rather than wrapped", async () => {
    const harness = seated({ columns: 10 });
    harness.remote.print(ID, "x".repeat(20));
    const { outcome, type } = await attached(harness, "--read-only");
    harness.remote.print(ID, "\nnew");
    await until(() => harness.out.includes("\u001b[2Knew"));
    expect(harness.out.replaceAll("\u001b[2Knew", "")).not.toContain("new");
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test("[ATT-4] what is typed arrives in order, up to the key", async () => {
    const harness = seated();
    harness.remote.find(ID).stdinRoom = 4;
    const { outcome, type } = await attached(harness);
    for (const text of ["a\u0003", "\u001b[A", "long line\r"]) type(text);
    await until(() => harness.remote.find(ID).stdin.length === 15);
    expect(harness.remote.find(ID).stdin).toBe("a\u0003\u001b[Along line\r");
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test.each([
    ["ctrl-\\", CTRL_BACKSLASH],
    ["ctrl-\\", "\u001b[92;5u"],
    ["ctrl-\\", "\u001b[27;5;92~"],
    ["ctrl-g", "x\u0007y"],
    ["f12", "\u001b[24~"],
  ])("[ATT-4] %s leaves as %j", async (name, typed) => {
    const { outcome, type } = await attached(seated(), "--detach-key", name);
    type(typed);
    expect((await outcome).code).toBe(0);
  });

  test.each([
    ["its own", { exit_code: 3 }, 3, "exited 3"],
    ["that of a signal", { exit_code: -9, signal: "SIGKILL" }, 137, "died of SIGKILL (exit code 137)"],
  ])("[ATT-6, ATT-15] ends with the process; the code is %s", async (_, ending, code, sentence) => {
    const harness = seated();
    const { outcome } = await attached(harness);
    harness.remote.end(ID, ending);
    expect(await outcome).toMatchObject({ code, err: `bellhop: ${ID} ${sentence} after 3m.\n` });
    const consuming = ["wait", "kill", "drain", "poll"];
    expect(harness.remote.calls.map(([operation]) => operation).filter((one) => consuming.includes(one))).toEqual([]);
  });

  test("[ATT-6] one that has ended already is told", async () => {
    const harness = seated();
    harness.remote.end(ID, { exit_code: 4 });
    expect(await harness.run("attach", "editor")).toMatchObject({
      code: 4,
      out: "",
      err: expect.stringContaining("exited 4") as string,
    });
  });

  test.each([
    ["process", {}, { pty: undefined }, "has no terminal"],
    ["caller", { isTTY: false }, {}, "attach needs a terminal"],
    ["standard input", { inIsTTY: false }, {}, "attach needs a terminal"],
  ])("[ATT-7] the %s without a terminal is told", async (_, options, fields, sentence) => {
    const { code, out, err } = await seated(options, fields).run("attach", "editor");
    expect([code, out, err]).toEqual([2, "", expect.stringContaining(sentence)]);
    expect(err).toContain("bellhop logs");
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("[ATT-5] %s leaves", async (signal, code) => {
    const harness = seated();
    const { outcome } = await attached(harness);
    harness.held?.onSignal(signal);
    expect((await outcome).code).toBe(code);
    expect(harness.out.endsWith("\u001b[999;1H\r\n\u001b[23;0t")).toBe(true);
  });

  test("[ATT-5] what fails leaves", async () => {
    const harness = seated();
    harness.remote.answers.set("screen", () => {
      throw new BellhopError("internal", "It broke.");
    });
    expect(await harness.run("attach", "editor")).toMatchObject({ code: 1, err: "bellhop: It broke.\n" });
    expect(harness.out.endsWith("\r\n\u001b[23;0t")).toBe(true);
    expect(harness.listens).toBe(false);
  });

  test("[ATT-1] goes without a picture where there is no emulator", async () => {
    const harness = seated();
    harness.remote.print(ID, "before");
    harness.remote.answers.set("screen", () => {
      throw new BellhopError("package_missing", "There is no emulator.");
    });
    const { outcome, type } = await attached(harness);
    harness.remote.print(ID, "after");
    await until(() => harness.out.endsWith("after"));
    type(CTRL_BACKSLASH);
    expect((await outcome).code).toBe(0);
  });

  test("[ATT-8] a write whose daemon died is not repeated, and rings", async () => {
    const harness = seated();
    const { outcome, type } = await attached(harness);
    harness.remote.answers.set("write", () => {
      throw new BellhopError("connection_lost", "The connection ended.");
    });
    type("a");
    await until(() => harness.out.endsWith("\u0007"));
    harness.remote.answers.delete("write");
    type("b");
    await until(() => harness.remote.find(ID).stdin === "b");
    type(CTRL_BACKSLASH);
    await outcome;
  });

  test("[CLI-7] a key that is none, and --json, are usage errors", async () => {
    expect((await seated().run("attach", "editor", "--detach-key", "hyper-x")).code).toBe(2);
    expect((await seated().run("attach", "editor", "--json")).code).toBe(2);
  });
});

describe("resize", () => {
  test("[ATT-3] sets the size", async () => {
    const harness = seated();
    expect(await harness.run("resize", "editor", "40", "100")).toEqual({ code: 0, out: "", err: "" });
    expect(harness.remote.find(ID).view["pty"]).toEqual({ rows: 40, cols: 100 });
    expect((await harness.run("resize", "editor", "40", "100", "--json")).out).toBe(
      '{"status":"ok","rows":40,"cols":100}\n',
    );
  });

  test.each([
    [["editor", "x", "100"], 2],
    [["nope", "40", "100"], 3],
  ])("[CLI-7] %j fails", async (words, code) => {
    expect((await seated().run("resize", ...words)).code).toBe(code);
  });

  test("[CLI-7] without a terminal it fails", async () => {
    expect(await seated({}, { pty: undefined }).run("resize", "editor", "4", "4")).toMatchObject({
      code: 1,
      err: "bellhop: It has no terminal.\n",
    });
  });
});
