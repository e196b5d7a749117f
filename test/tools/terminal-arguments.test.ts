import { describe, expect, test } from "vitest";

import { COMMAND_MAX_BYTES } from "../../src/core/limits.ts";
import type { ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { expectGolden, terminalOf } from "./terminal-support.ts";

const CALLER = { taskId: "sandbox", ownerTaskId: "task", sessionKey: "talk" };

async function run(
  args: unknown,
  caller: ToolCaller = CALLER,
): Promise<{ readonly answer: object; readonly started: unknown }> {
  const bellhop = new FakeBellhop();
  const answer = JSON.parse(await terminalOf(bellhop, caller).run(args)) as object;
  return { answer, started: [...bellhop.processes.values()][0]?.options };
}

describe("what models get slightly wrong is taken", () => {
  test.each([
    [{ notify: true }, { notifyOnComplete: true }],
    [{ notify: "true" }, { notifyOnComplete: true }],
    [{ notify: "True" }, { notifyOnComplete: true }],
    [{ notify: false }, {}],
    [{ notify: "" }, {}],
    [{ notify: [] }, {}],
    [{ notify: null, stdin: null, workdir: null, timeout: null, ready: null, name: null, heartbeat: null }, {}],
    [{ workdir: "", name: "", ready: "" }, {}],
    [{ notify: ["ERROR"] }, { watchPatterns: ["ERROR"] }],
    [{ notify: '["ERROR", "/fatal/i"]' }, { watchPatterns: ["ERROR", "/fatal/i"] }],
    [{ notify: "ERROR" }, { watchPatterns: ["ERROR"] }],
    [{ notify: "5" }, { watchPatterns: ["5"] }],
    [{ notify_on_complete: true }, { notifyOnComplete: true }],
    [{ notify: false, notify_on_complete: true, watch_patterns: ["x"] }, {}],
    [{ notify: true, notify_on_complete: false, watch_patterns: ["x"] }, { notifyOnComplete: true }],
    [{ watch_patterns: ["x"] }, { watchPatterns: ["x"] }],
    [
      { notify_on_complete: true, watch_patterns: ["x"] },
      { notifyOnComplete: true, watchPatterns: ["x"] },
    ],
    [{ heartbeat: "120" }, { heartbeatSeconds: 120, notifyOnComplete: true }],
    [{ heartbeat: 0 }, {}],
    [
      { heartbeat: 60, notify: ["x"] },
      { heartbeatSeconds: 60, notifyOnComplete: true, watchPatterns: ["x"] },
    ],
    [{ pty: "true" }, { pty: true }],
    [{ ready: 3000 }, { ready: { port: 3000 } }],
    [{ ready: "3000" }, { ready: { port: 3000 } }],
    [{ ready: { port: "3000", http: null } }, { ready: { port: 3000 } }],
    [{ ready: '{"pattern": "listening"}' }, { ready: { pattern: "listening" } }],
    [{ ready: "listening" }, { ready: { pattern: "listening" } }],
    [{ ready: "http://localhost:3000/" }, { ready: { http: "http://localhost:3000/" } }],
    [{ name: 12 }, { name: "12" }],
    [{ unknown: 1 }, {}],
    [
      { workdir: "/tmp/$(x); 'y'", name: "web", stdin: true, persist_on_release: "true" },
      { cwd: "/tmp/$(x); 'y'", name: "web", stdin: "pipe", persistOnRelease: true },
    ],
  ])("[TOOL-10] %j", async (args, options) => {
    const { started } = await run({ command: "make", background: true, ...args });
    expect(started).toEqual({ ...CALLER, command: "make", ...options });
  });

  test("[TOOL-10] arguments as JSON text", async () => {
    const { started } = await run('{"command": "make", "background": true}');
    expect(started).toEqual({ ...CALLER, command: "make" });
  });
});

const background = { command: "make", background: true };
const MISTAKES: readonly unknown[] = [
  null,
  "make",
  [],
  {},
  { code: "print(1)" },
  { command: 5 },
  { command: "  " },
  { command: "a\0b" },
  { command: "x".repeat(COMMAND_MAX_BYTES + 1) },
  { command: "make", background: "maybe" },
  { command: "make", timeout: 0 },
  { command: "make", timeout: -5 },
  { command: "make", timeout: "soon" },
  { command: "make", timeout: true },
  { command: "make", notify: true },
  { command: "make", notify: ["ERROR"] },
  { command: "make", watch_patterns: ["ERROR"] },
  { command: "make", notify_on_complete: true },
  { command: "make", heartbeat: 60 },
  { command: "make", ready: { port: 3000 } },
  { command: "make", pty: true },
  { command: "make", stdin: true },
  { command: "make", persist_on_release: true },
  { ...background, timeout: 0 },
  { ...background, heartbeat: true },
  { ...background, heartbeat: false },
  { ...background, heartbeat: 1.5 },
  { ...background, heartbeat: -1 },
  { ...background, heartbeat: "often" },
  { ...background, notify: 5 },
  { ...background, notify: { on: "end" } },
  { ...background, notify: [5] },
  { ...background, notify: [""] },
  { ...background, notify: ["/(/"] },
  { ...background, watch_patterns: 5 },
  { ...background, notify_on_complete: "perhaps" },
  { ...background, pty: 1 },
  { ...background, stdin: "keyboard" },
  { ...background, persist_on_release: 2 },
  { ...background, workdir: 5 },
  { ...background, workdir: "a\0b" },
  { ...background, name: "two words" },
  { ...background, name: "proc_4dae56ca81f6" },
  { ...background, ready: true },
  { ...background, ready: {} },
  { ...background, ready: { port: 0 } },
  { ...background, ready: { port: 3000, pattern: "x" } },
  { ...background, ready: { file: "x" } },
  { ...background, ready: { http: "localhost:3000" } },
];

test("[TOOLT-1] each mistake has its sentence, and nothing runs", async () => {
  const results = await Promise.all(MISTAKES.map(async (args) => ({ args: shortened(args), ...(await run(args)) })));
  expect(results.filter(({ started }) => started !== undefined)).toEqual([]);
  expectGolden(
    "argument-errors",
    results.map(({ args, answer }) => ({ args, answer })),
  );
});

function shortened(args: unknown): unknown {
  return JSON.parse(JSON.stringify(args).replace(/x{99,}/, "xxx…"));
}

describe("who is told", () => {
  const env = {
    BELLHOP_SESSION_PLATFORM: "chat",
    BELLHOP_SESSION_CHAT_ID: "42",
    BELLHOP_SESSION_USER_NAME: "Ann",
    BELLHOP_SESSION_ID: "session-1",
  };
  const context = { env, cwd: "/", umask: 0o22 };

  test.each<[string, ToolCaller, object, object]>([
    [
      "the chat that the host names, looked at every 5 s",
      { watcher: { platform: "chat", chatId: "42" }, parentSessionId: "session-1" },
      { notify: true },
      {
        watcher: { platform: "chat", chatId: "42", interval: 5 },
        parentSessionId: "session-1",
        notifyOnComplete: true,
      },
    ],
    [
      "the chat that the caller's environment names",
      { caller: context },
      { notify: true },
      {
        caller: context,
        watcher: { platform: "chat", chatId: "42", userName: "Ann", interval: 5 },
        parentSessionId: "session-1",
        notifyOnComplete: true,
      },
    ],
    [
      "without notify nobody looks",
      { watcher: { platform: "chat" } },
      { notify: ["x"] },
      { watcher: { platform: "chat" }, watchPatterns: ["x"] },
    ],
    [
      "without a platform there is no watcher",
      { watcher: { chatId: "42" } },
      { notify: true },
      { notifyOnComplete: true },
    ],
    ["a subagent's is told to its parent", { isSubagent: true }, { heartbeat: 60 }, { notifyOnComplete: true }],
    ["nobody, who cannot be told", { canReceiveEvents: false }, { notify: true, heartbeat: 60 }, {}],
    ["nor of lines", { canReceiveEvents: false }, { watch_patterns: ["x"] }, {}],
  ])("[TOOLT-2] %s", async (_, caller, args, options) => {
    const { started } = await run({ ...background, ...args }, { ...CALLER, ...caller });
    expect(started).toEqual({ ...CALLER, command: "make", ...options });
  });
});

test("[TOOLT-3] a start that fails is an error", async () => {
  for (const background of [true, false]) {
    const { answer, started } = await run({ command: "fail", background });
    expect({ answer, started }).toEqual({
      answer: {
        output: "",
        exit_code: -1,
        error: `Failed to start ${background ? "background process" : "the command"}: The command could not be started.`,
      },
      started: undefined,
    });
  }
});
