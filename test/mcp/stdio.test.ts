import { spawn } from "node:child_process";
import { once } from "node:events";

import { describe, expect, onTestFinished, test } from "vitest";

import { ACTIONS } from "../../src/surfaces/tools/process-manage-schema.ts";
import { MAIN } from "../cli/real-cli.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { until } from "../support/until.ts";
import { begin, call, ERAS, listen, logOfId, overStdio } from "./clients.ts";

describe.each(ERAS)("a %s client", (era) => {
  test("[MCP-1, MCP-2, MCP-3] has the tools, and what it starts survives it", async () => {
    const home = realHome();
    const told = await overStdio(home, era, "--session", "talk");
    const { tools } = await told.client.listTools();
    expect(
      tools.map(({ name, annotations, outputSchema }) => [name, annotations?.destructiveHint, outputSchema?.["type"]]),
    ).toEqual(
      expect.arrayContaining([
        ["terminal", true, "object"],
        ["process_manage", true, "object"],
      ]) as unknown,
    );
    const id = await begin(told, "sleep 60", { name: "sleeper" });
    const { whole, ...listed } = await call(told, "process_manage", { action: "list" });
    expect(listed).toMatchObject({ processes: [{ session_id: id, session_key: "talk", status: "running" }] });
    expect(whole.content[0]).toMatchObject({ type: "text", text: JSON.stringify(listed) });
    expect((await call(told, "process_manage", { action: "poll", session_id: "stranger" })).whole.isError).toBe(true);
    await told.client.close();
    const registry = await realClient(home);
    expect(await registry.poll(id)).toMatchObject({ status: "running", name: "sleeper" });
  });

  test("[MCP-4] who does not subscribe gets its events with the next answer, once", async () => {
    const home = realHome();
    const told = await overStdio(home, era, "--session", "talk");
    const registry = await realClient(home);
    const id = await begin(told, "read line; exit 3", { notify: true, stdin: true });
    await registry.closeStdin(id);
    await until(async () => (await registry.pending({ sessionKey: "talk" })).length === 1);
    const answer = await call(told, "process_manage", { action: "list" });
    expect(answer["pending_events"]).toMatchObject([{ type: "completion", session_id: id }]);
    expect(answer.whole.content.at(-1)).toMatchObject({ text: expect.stringContaining("exit code 3") as unknown });
    expect(await call(told, "process_manage", { action: "list" })).not.toHaveProperty("pending_events");
    await until(async () => (await registry.pending({ sessionKey: "talk" })).length === 0);
  });

  test("[MCP-5, MCP-13] who subscribes is told of events and of output as they come", async () => {
    const home = realHome();
    const told = await overStdio(home, era, "--session", "talk");
    const id = await begin(told, "read line; echo got $line; read end", { stdin: true, notify: true });
    const { resources } = await told.client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["bellhop://events", logOfId(id)]);
    await listen(told, era, logOfId(id), "bellhop://events");
    await call(told, "process_manage", { action: "submit", session_id: id, data: "it" });
    await until(() => told.changed().includes(logOfId(id)), { what: "news of the log" });
    const { contents } = await told.client.readResource({ uri: logOfId(id) });
    expect(contents).toMatchObject([{ uri: logOfId(id), text: expect.stringContaining("got it") as unknown }]);
    await (await realClient(home)).closeStdin(id);
    await until(() => told.changed().includes("bellhop://events"), { what: "news of the event" });
    const events = await told.client.readResource({ uri: "bellhop://events" });
    expect(JSON.parse((events.contents[0] as { text: string }).text)).toMatchObject({
      events: [{ event: { session_id: id } }],
    });
    if (era === "legacy") await until(() => told.notes.some(({ method }) => method === "notifications/message"));
    expect(await call(told, "process_manage", { action: "list" })).toHaveProperty("pending_events");
  });

  test("[MCP-9] a wait reports progress, and a cancelled one leaves the process alone", async () => {
    const home = realHome();
    const told = await overStdio(home, era);
    const id = await begin(told, "echo working; sleep 60", { notify: true });
    const progress: { readonly message?: string | undefined }[] = [];
    const controller = new AbortController();
    const waiting = call(
      told,
      "process_manage",
      { action: "wait", session_id: id },
      {
        onprogress: (one) => void progress.push(one),
        signal: controller.signal,
      },
    );
    waiting.catch(() => undefined);
    await until(() => progress.some((one) => one.message === "working"), { what: "progress", seen: () => progress });
    controller.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    const registry = await realClient(home);
    expect(await registry.poll(id)).toMatchObject({ status: "running" });
    expect(await call(told, "process_manage", { action: "kill", session_id: id })).toMatchObject({ status: "killed" });
  });
});

test("[MCP-7, MCP-1] two clients at once: each has its own, whatever it names", async () => {
  const home = realHome();
  const [one, two] = await Promise.all([overStdio(home, "legacy"), overStdio(home, "modern")]);
  const id = await begin(one, "sleep 60", { name: "web" });
  const mine = await begin(two, "sleep 60");
  const other = await begin(two, "echo secret; sleep 60", { notify: true });
  expect(await call(one, "process_manage", { action: "list" })).toMatchObject({ processes: [{ session_id: id }] });
  for (const named of [other, mine, other.slice(5, 11)]) {
    for (const action of ["poll", "log", "wait", "kill", "submit"]) {
      const answer = await call(one, "process_manage", { action, session_id: named, data: "x" });
      expect(answer).toMatchObject({ status: "not_found", error: `No process with ID ${named}` });
    }
    await expect(one.client.readResource({ uri: logOfId(named) })).rejects.toThrow(/not found/i);
  }
  // That a name is taken is said, and not by whom.
  const taken = await call(two, "terminal", { command: "sleep 1", background: true, name: "web" });
  expect(taken).toMatchObject({ exit_code: -1, error: expect.not.stringContaining(id) as unknown });
  await call(two, "process_manage", { action: "kill", session_id: other.slice(0, 12) });
  expect(await call(one, "process_manage", { action: "poll", session_id: "web" })).not.toHaveProperty("pending_events");
});

test("[MCP-8, MCP-7] one conversation can have several clients, and an operator sees all", async () => {
  const home = realHome();
  const one = await overStdio(home, "legacy", "--session", "talk", "--owner", "task-1");
  const two = await overStdio(home, "modern", "--session", "talk");
  const three = await overStdio(home, "modern", "--session", "other", "--owner", "task-1");
  const operator = await overStdio(home, "modern", "--scope", "all");
  const id = await begin(one, "sleep 60", { notify: true });
  for (const told of [two, three, operator])
    expect(await call(told, "process_manage", { action: "poll", session_id: id })).toMatchObject({ status: "running" });
  expect(await call(operator, "process_manage", { action: "kill", session_id: id })).toMatchObject({
    status: "killed",
  });
  expect(await call(operator, "process_manage", { action: "list" })).not.toHaveProperty("pending_events");
  const registry = await realClient(home);
  await until(async () => (await registry.pending({ sessionKey: "talk" })).length > 0);
  expect(await call(two, "process_manage", { action: "list" })).toMatchObject({ pending_events: [{ session_id: id }] });
});

test("[MCP-10, MCP-2] a read-only server only looks", async () => {
  const home = realHome();
  const full = await overStdio(home, "modern", "--session", "talk");
  const id = await begin(full, "echo out; sleep 60");
  const told = await overStdio(home, "legacy", "--session", "talk", "--read-only");
  const { tools } = await told.client.listTools();
  expect(tools.map(({ name, annotations }) => ({ name, ...annotations }))).toEqual([
    {
      name: "process_manage",
      title: "Look at commands in the background",
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  ]);
  const looks = ["list", "poll", "log", "wait", "screen"];
  expect(tools[0]?.inputSchema.properties).toMatchObject({ action: { enum: looks } });
  expect(Object.keys(tools[0]?.inputSchema.properties ?? {})).not.toContain("keys");
  expect(tools[0]?.description).not.toMatch(/kill|submit|paste|handoff/);
  const refused = ACTIONS.filter((action) => !looks.includes(action));
  expect(refused).toEqual(expect.arrayContaining(["kill", "submit", "keys", "paste", "handoff"]) as unknown);
  for (const action of [...refused, undefined]) {
    const answer = await call(told, "process_manage", { action, session_id: id, data: "x", keys: ["x"] });
    expect(answer).toEqual({
      error: expect.stringContaining("only looks") as unknown,
      whole: expect.anything() as unknown,
    });
  }
  await expect(call(told, "terminal", { command: "true", background: true })).rejects.toThrow(/There is no tool/);
  for (const action of looks) {
    const answer = await call(told, "process_manage", { action, session_id: id, timeout: 1 });
    expect(answer.whole.isError, JSON.stringify(answer)).not.toBe(true);
  }
  expect(await call(told, "process_manage", { action: "poll", session_id: id })).toMatchObject({ status: "running" });
});

test("[MCP-11] commands are allowed and denied by what they run", async () => {
  const told = await overStdio(
    realHome(),
    "modern",
    "--allow",
    "echo *",
    "--allow",
    "sleep *",
    "--deny",
    "echo secret",
  );
  const outcome = async (command: string): Promise<unknown> =>
    (await call(told, "terminal", { command, background: true }))["exit_code"];
  expect(await outcome("echo hello && sleep 0")).toBe(0);
  expect(await outcome("echo hello; rm -rf x")).toBe(-1);
  expect(await outcome('echo "$(cat /etc/passwd)"')).toBe(-1);
  expect(await outcome("echo secret")).toBe(-1);
});

test("[MCP-12] a thousand malformed lines never end it", async () => {
  const home = realHome();
  const child = spawn(process.execPath, [MAIN, "mcp"], {
    env: { ...process.env, BELLHOP_HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const send = (line: string): boolean => child.stdin.write(`${line}\n`);
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  const flaws = [
    "",
    "{",
    "null",
    "[]",
    "[1]",
    '"x"',
    "\u0000\u0001",
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"jsonrpc":"2.0","id":2,"method":"tools/call"}',
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":[]}',
    '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":5}}',
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"process_manage","arguments":"x"}}',
    '{"jsonrpc":"2.0","id":6,"method":"resources/read","params":{"uri":"bellhop://process/%ff/log"}}',
    '{"jsonrpc":"2.0","id":7,"method":"resources/subscribe","params":{"uri":7}}',
    '{"jsonrpc":"2.0","id":8,"result":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}',
    `{"jsonrpc":"2.0","id":9,"method":"${"x".repeat(10_000)}"}`,
  ];
  send(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params: hello }));
  for (let index = 0; index < 1_000; index++) send(flaws[index % flaws.length] ?? "");
  send(JSON.stringify({ jsonrpc: "2.0", id: "last", method: "tools/list" }));
  await until(() => out.includes('"id":"last"'), { what: "the answer behind them" });
  expect(child.exitCode).toBeNull();
  child.stdin.end();
  expect((await once(child, "close"))[0]).toBe(0);
});
