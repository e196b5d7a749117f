import { mkdirSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { brokenPipe, Harness } from "../cli/harness.ts";
import { temporaryDirectory } from "../support/temp.ts";

function agent(said: object | string): Harness {
  const harness = new Harness({ input: [typeof said === "string" ? said : JSON.stringify(said)] });
  const home = join(temporaryDirectory(), "home");
  mkdirSync(home);
  Object.assign(harness.remote, { daemon: { ...harness.remote.daemon, home } });
  harness.remote.queue("e1", "One ended.", { session_key: "s1" });
  harness.remote.queue("e2", "Two ended.", { session_key: "s1" });
  harness.remote.queue("e3", "Nobody's.", { session_key: "" });
  return harness;
}

const waiting = (harness: Harness): readonly string[] => harness.remote.events.map((event) => event.event_id);
const TEXT = "One ended.\n\nTwo ended.";
const adds = (hookEventName: string): object => ({ hookSpecificOutput: { hookEventName, additionalContext: TEXT } });

describe("bellhop hook", () => {
  test.each([
    ["claude-code", "UserPromptSubmit", adds("UserPromptSubmit")],
    ["claude-code", "PostToolUse", adds("PostToolUse")],
    ["claude-code", "SessionStart", adds("SessionStart")],
    ["claude-code", "Stop", { decision: "block", reason: TEXT }],
    ["codex", "UserPromptSubmit", adds("UserPromptSubmit")],
    ["codex", "Stop", { decision: "block", reason: TEXT }],
    ["gemini-cli", "BeforeAgent", adds("BeforeAgent")],
    ["gemini-cli", "AfterTool", adds("AfterTool")],
    ["gemini-cli", "AfterAgent", { decision: "deny", reason: TEXT }],
    ["cursor", "postToolUse", { additional_context: TEXT }],
    ["cursor", "stop", { followup_message: TEXT }],
  ])("[HOOK-1] %s %s", async (name, hook_event_name, expected) => {
    const harness = agent({ hook_event_name });
    const { code, out, err } = await harness.run("hook", name, "--session", "s1");
    expect({ code, out: JSON.parse(out) as unknown, err }).toEqual({ code: 0, out: expected, err: "" });
    expect(waiting(harness)).toEqual(["e3"]);
    expect(await harness.run("hook", name, "--session", "s1")).toEqual({ code: 0, out: "", err: "" });
  });

  test("[HOOK-1] any other program reads plain text", async () => {
    const harness = agent("");
    expect((await harness.run("hook", "text", "--session", "s1")).out).toBe(`${TEXT}\n`);
  });

  test.each([
    [{ hook_event_name: "PreCompact" }],
    [{ hook_event_name: "SubagentStop" }],
    [{ hook_event_name: "PostToolUse", agent_id: "sub" }],
    [{}],
    ["not json"],
    [""],
  ])("[HOOK-2] %j takes nothing", async (said) => {
    const harness = agent(said);
    expect(await harness.run("hook", "claude-code", "--session", "s1")).toEqual({ code: 0, out: "", err: "" });
    expect(waiting(harness)).toHaveLength(3);
  });

  test("[HOOK-1] what could not be printed stays, and what does not fit comes next", async () => {
    const harness = agent({ hook_event_name: "Stop" });
    harness.outError = brokenPipe();
    expect((await harness.run("hook", "claude-code")).code).toBe(1);
    expect(waiting(harness)).toHaveLength(3);
    harness.outError = undefined;
    harness.remote.events.length = 0;
    for (const id of ["a", "b"]) harness.remote.queue(id, "x".repeat(6_000), { session_key: "s1" });
    await harness.run("hook", "claude-code");
    expect(waiting(harness)).toEqual(["b"]);
  });

  test("[HOOK-3] what goes wrong never stops the agent, and no daemon is started", async () => {
    const harness = agent({ hook_event_name: "Stop" });
    harness.remote.answers.set("acknowledge", () => {
      throw new Error("broken");
    });
    expect(await harness.run("hook", "claude-code")).toMatchObject({ code: 1, err: "bellhop: broken\n" });
    harness.refuseToConnect();
    expect(await harness.run("hook", "claude-code")).toEqual({ code: 0, out: "", err: "" });
    expect(harness.connects.every(({ start }) => start === false)).toBe(true);
  });

  test("[HOOK-4] while another one tells, it is silent; one that died is no obstacle", async () => {
    const harness = agent({ hook_event_name: "Stop" });
    const lock = join(harness.remote.daemon.home, "hook.lock");
    writeFileSync(lock, String(process.pid));
    expect(await harness.run("hook", "claude-code")).toEqual({ code: 0, out: "", err: "" });
    expect(waiting(harness)).toHaveLength(3);
    writeFileSync(lock, "4194304");
    expect((await harness.run("hook", "claude-code")).out).not.toBe("");
    expect(existsSync(lock)).toBe(false);
  });
});

describe("bellhop mcp", () => {
  test("serves with what was asked for", async () => {
    const harness = new Harness();
    await harness.run(
      "mcp",
      "--session",
      "s",
      "--owner",
      "t",
      "--scope",
      "all",
      "--read-only",
      "--allow",
      "git *",
      "--deny",
      "rm",
    );
    await harness.run("mcp");
    expect(harness.served).toEqual([
      { sessionKey: "s", ownerTaskId: "t", allProcesses: true, readOnly: true, allow: ["git *"], deny: ["rm"] },
      {
        sessionKey: expect.stringMatching(/^mcp-[0-9a-f]{12}$/) as unknown,
        allProcesses: false,
        readOnly: false,
        allow: [],
        deny: [],
      },
    ]);
  });

  test("[MCP-17] --http says how to reach the daemon, or how to make it reachable", async () => {
    const harness = new Harness();
    harness.remote.answers.set("daemon_status", () => ({ home: "/h", http_port: 7711 }));
    const { out } = await harness.run("mcp", "--http", "--session", "s", "--read-only", "--allow", "git *");
    expect(out.split("\n")[0]).toBe("http://127.0.0.1:7711/mcp?session=s&read_only=1&allow=git+*");
    expect(out).toContain("cat /h/token");
    harness.remote.answers.set("daemon_status", () => ({ home: "/h" }));
    expect(await harness.run("mcp", "--http")).toMatchObject({
      code: 4,
      err: expect.stringContaining("http") as unknown,
    });
  });
});
