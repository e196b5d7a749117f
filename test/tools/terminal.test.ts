import { describe, expect, test } from "vitest";

import { createTools } from "../../src/surfaces/tools/create-tools.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";

const CALLER = { taskId: "sandbox", ownerTaskId: "task", sessionKey: "talk" };

async function run(args: unknown): Promise<{ readonly answer: unknown; readonly started: unknown }> {
  const bellhop = new FakeBellhop();
  const tool = createTools(bellhop, CALLER).find(({ name }) => name === "terminal");
  const answer: unknown = JSON.parse((await tool?.run(args)) ?? "null");
  return { answer, started: [...bellhop.processes.values()][0]?.options };
}

const owned = { ...CALLER, command: "make" };

describe("terminal", () => {
  test.each([
    [{ notify: true }, { notifyOnComplete: true }],
    [{ notify: "true" }, { notifyOnComplete: true }],
    [{ notify: false }, {}],
    [{ notify: null, stdin: null, workdir: null }, {}],
    [{ notify: ["ERROR"] }, { watchPatterns: ["ERROR"] }],
    [{ notify: "ERROR" }, { watchPatterns: ["ERROR"] }],
    [{ notify_on_complete: true }, { notifyOnComplete: true }],
    [{ notify: false, notify_on_complete: true, watch_patterns: ["x"] }, {}],
    [{ watch_patterns: ["x"] }, { watchPatterns: ["x"] }],
    [{ heartbeat: "120" }, { heartbeatSeconds: 120, notifyOnComplete: true }],
    [
      { workdir: "/tmp", name: "web", stdin: true, persist_on_release: true },
      { cwd: "/tmp", name: "web", stdin: "pipe", persistOnRelease: true },
    ],
  ])("[TOOL-10] %j", async (args, options) => {
    const { started } = await run({ command: "make", background: true, ...args });
    expect(started).toEqual({ ...owned, ...options });
  });

  test("[TOOL-10] the answer has the original's keys, and a silent job is pointed out", async () => {
    const base = {
      output: "Background process started",
      session_id: "proc_000000000001",
      pid: 1,
      exit_code: 0,
      error: null,
    };
    expect((await run({ command: "make", background: "true", notify: true })).answer).toEqual({
      ...base,
      notify_on_complete: true,
    });
    expect((await run({ command: "make", background: true })).answer).toEqual({
      ...base,
      hint: expect.stringContaining("Nobody is told") as unknown,
    });
  });

  test.each([
    [null, "The arguments of terminal must be an object with a command."],
    [{ background: true }, "command must be a shell command; got undefined."],
    [{ command: 5, background: true }, "command must be a shell command; got 5."],
    [
      { command: "make" },
      "background must be true, since this terminal runs commands in the background only; got undefined.",
    ],
    [{ command: "make", background: "maybe" }, 'background must be true or false; got "maybe".'],
    [{ command: "make", background: true, notify: 5 }, "notify must be true, false or a list of texts; got 5."],
    [{ command: "make", background: true, notify: [5] }, "notify must be a list of texts; got an array."],
    [
      { command: "make", background: true, heartbeat: true },
      "heartbeat must be a whole number of seconds, 0 or more; got true.",
    ],
    [
      { command: "make", background: true, heartbeat: 1.5 },
      "heartbeat must be a whole number of seconds, 0 or more; got 1.5.",
    ],
    [{ command: "fail", background: true }, "The command could not be started."],
  ])("[TOOL-10] %j is a mistake that is said", async (args, error) => {
    const { answer, started } = await run(args);
    expect(answer).toMatchObject({ error });
    expect(started).toBeUndefined();
  });
});
