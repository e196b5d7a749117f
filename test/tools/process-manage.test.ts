import { describe, expect, test } from "vitest";

import type { Tool, ToolCaller } from "../../src/surfaces/tools/tool.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { until } from "../support/until.ts";
import { call, manageTool } from "./process-manage-ground.ts";

const ACTIONS = "list, poll, log, wait, kill, write, submit, close, handoff, screen, keys, paste";

function toolOf(bellhop: FakeBellhop, caller: ToolCaller = {}): Tool {
  return manageTool(bellhop, caller);
}

async function manage(bellhop: FakeBellhop, args: unknown, caller: ToolCaller = {}): Promise<unknown> {
  return call(toolOf(bellhop, caller), args);
}

describe("what the model sees", () => {
  test("[TOOL-1] the name, the actions and the arguments of the original", () => {
    const { name, description, inputSchema } = toolOf(new FakeBellhop());
    const { action, ...others } = inputSchema["properties"] as Record<string, { enum?: string[] }>;
    expect({ name, actions: action?.enum, others: Object.keys(others), required: inputSchema["required"] }).toEqual({
      name: "process_manage",
      actions: ACTIONS.split(", "),
      others: [
        "session_id",
        "session_ids",
        "all",
        "data",
        "keys",
        "timeout",
        "for",
        "offset",
        "limit",
        "since",
        "grep",
        "scrollback",
      ],
      required: ["action"],
    });
    expect(description.length).toBeLessThan(1_300);
    for (const trap of ["presses Enter", "without Enter", "not an error", "since=<cursor>", "Never type a password"])
      expect(description).toContain(trap);
  });
});

describe("each action", () => {
  test("[TOOL-2] list shows the processes of the caller's task and conversation", async () => {
    const bellhop = new FakeBellhop();
    await bellhop.start({ command: "mine", taskId: "task-1" });
    await bellhop.start({ command: "ours", taskId: "task-2", sessionKey: "chat" });
    await bellhop.start({ command: "theirs", taskId: "task-3", sessionKey: "other" });
    const commands = async (caller: ToolCaller): Promise<string[]> => {
      const { processes } = (await manage(bellhop, { action: "list" }, caller)) as { processes: { command: string }[] };
      return processes.map(({ command }) => command);
    };
    expect(await commands({ taskId: "task-1" })).toEqual(["mine"]);
    expect(await commands({ taskId: "sandbox", ownerTaskId: "task-1", sessionKey: "chat" })).toEqual(["mine", "ours"]);
    expect(await commands({ taskId: "none" })).toEqual([]);
    expect(await commands({})).toEqual(["mine", "ours", "theirs"]);
  });

  test("[TOOL-3] poll, log, wait and kill answer with the original's fields", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "make" });
    bellhop.print(id, "one\ntwo\n");
    expect(await manage(bellhop, { action: "poll", session_id: id })).toMatchObject({
      session_id: id,
      status: "running",
      output_preview: "one\ntwo\n",
      cursor: 8,
      uptime_seconds: 0,
    });
    expect(await manage(bellhop, { action: "log", session_id: id, limit: 1 })).toMatchObject({
      output: "one",
      showing: "1 lines",
    });
    expect(await manage(bellhop, { action: "wait", session_id: id, timeout: 0.01 })).toMatchObject({
      status: "timeout",
      process_running: true,
      timeout_note: expect.any(String) as unknown,
    });
    expect(await manage(bellhop, { action: "kill", session_id: id })).toMatchObject({
      status: "killed",
      termination_source: "process.kill",
      exit_code: -15,
    });
  });

  test("[TOOL-4] write sends what it is given, submit adds Enter", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "cat" });
    await manage(bellhop, { action: "write", session_id: id, data: "a" });
    await manage(bellhop, { action: "submit", session_id: id, data: 12 });
    await manage(bellhop, { action: "submit", session_id: id });
    expect(await manage(bellhop, { action: "close", session_id: id })).toMatchObject({ status: "ok" });
    expect(bellhop.processes.get(id)?.input).toBe("a12\n\n");
  });

  test("[TOOL-5] a wait that asks for too much is shortened and told so", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "make" });
    const waiting = manage(bellhop, { action: "wait", session_id: id, timeout: 9_999 });
    await until(() => bellhop.asking === 1);
    bellhop.finish(id);
    expect(await waiting).toMatchObject({
      status: "exited",
      timeout_note: "The requested 9999 s were shortened to 180 s",
    });
  });

  test("[TOOL-6] a wait ends when the model's turn is interrupted", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "make", notifyOnComplete: true });
    const turn = new AbortController();
    const waiting = toolOf(bellhop).run({ action: "wait", session_id: id }, { signal: turn.signal });
    await until(() => bellhop.asking === 1);
    turn.abort();
    expect(JSON.parse(await waiting)).toMatchObject({ status: "interrupted", process_running: true });
    bellhop.finish(id);
    expect(bellhop.waiting).toHaveLength(1);
  });
});

const SECONDS = "a number of seconds above 0";

describe("what models get wrong", () => {
  test.each<[args: unknown, answer: unknown]>([
    [{ action: "dance" }, { error: `Unknown process action: dance. Use: ${ACTIONS}` }],
    [{ action: "secret", session_id: "p" }, { error: `Unknown process action: secret. Use: ${ACTIONS}` }],
    [{ action: "send_secret", session_id: "p" }, { error: `Unknown process action: send_secret. Use: ${ACTIONS}` }],
    [{ action: "constructor" }, { error: `Unknown process action: constructor. Use: ${ACTIONS}` }],
    [{ action: ["poll"] }, { error: `Unknown process action: ["poll"]. Use: ${ACTIONS}` }],
    [{}, { error: `Unknown process action: none. Use: ${ACTIONS}` }],
    [null, { error: "The arguments of process_manage must be an object with an action." }],
    ["poll", { error: "The arguments of process_manage must be an object with an action." }],
    [{ action: "poll" }, { error: "session_id is required for poll" }],
    [{ action: "kill", session_id: null }, { error: "session_id is required for kill" }],
    [{ action: "close", session_id: "" }, { error: "session_id is required for close" }],
    [
      { action: "poll", session_id: "nothing" },
      { status: "not_found", error: "No process with ID nothing" },
    ],
    [
      { action: "poll", session_id: 123_456 },
      { status: "not_found", error: "No process with ID 123456" },
    ],
    [
      { action: "wait", session_id: "nothing" },
      { status: "not_found", error: "No process with ID nothing" },
    ],
    [
      { action: "wait", session_id: "p", timeout: 0 },
      { status: "error", error: `timeout must be ${SECONDS}; got 0.` },
    ],
    [
      { action: "wait", session_id: "p", timeout: "-3" },
      { status: "error", error: `timeout must be ${SECONDS}; got -3.` },
    ],
    [
      { action: "wait", session_id: "p", timeout: "soon" },
      { status: "error", error: `timeout must be ${SECONDS}; got "soon".` },
    ],
    [{ action: "log", session_id: "p", limit: 0 }, { error: "limit must be a whole number, from 1 to 10000; got 0." }],
    [
      { action: "log", session_id: "nothing", limit: "20", offset: null, extra: 1 },
      { status: "not_found", error: "No process with ID nothing" },
    ],
    [{ action: "write", session_id: "p", data: {} }, { error: "data must be a text; got a value of type object." }],
  ])("[TOOL-7] %j", async (args, answer) => {
    expect(await manage(new FakeBellhop(), args)).toEqual(answer);
  });
});
