import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import type { Bellhop } from "../../src/core/contract.ts";
import { toolOperation } from "../../src/surfaces/tools/operation.ts";
import { testClient, testDaemon } from "../daemon/harness.ts";
import { FakeBellhop } from "../support/fake-bellhop.ts";
import { testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";

const CALLER = { env: {}, cwd: "/", umask: 0o22 };

function ask(input: unknown, bellhop: Bellhop = new FakeBellhop()): Promise<unknown> {
  return toolOperation.run({ bellhop, signal: new AbortController().signal }, input);
}

describe("[TOOL-9] through the daemon", () => {
  test("the answer is the text that the model reads", async () => {
    const args = { action: "poll", session_id: "nothing" };
    const text = JSON.stringify({ status: "not_found", error: "No process with ID nothing" });
    expect(await ask({ name: "process_manage", arguments: args, caller: { task_id: "t", caller: CALLER } })).toBe(text);
  });

  test("a tool that is not there, and a caller without an environment, are refused", async () => {
    await expect(ask({ name: "terminal_", arguments: {}, caller: { caller: CALLER } })).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/^name must be one of (\w+, \w+); got "terminal_"\.$/) as string,
    });
    for (const caller of [undefined, {}, { caller: { env: {} } }])
      await expect(ask({ name: "terminal", arguments: {}, caller })).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  test("the caller is what the host says, in the words of the wire", async () => {
    const bellhop = new FakeBellhop();
    const { id } = await bellhop.start({ command: "serve", taskId: "sa-1" });
    const child = {
      task_id: "sa-1",
      is_subagent: true,
      parent_task_id: "boss",
      parent_session_key: "chat",
      caller: CALLER,
    };
    const give = { name: "process_manage", arguments: { action: "handoff", session_id: id, data: "Serves." } };
    const mine = { name: "process_manage", arguments: { action: "list" } };
    expect(await ask({ ...mine, caller: { task_id: "boss", caller: CALLER } }, bellhop)).toBe('{"processes":[]}');
    expect(await ask({ ...give, caller: child }, bellhop)).toContain('"status":"handed_off"');
    for (const caller of [{ task_id: "boss" }, { task_id: "nobody", scope: "all" }])
      expect(await ask({ ...mine, caller: { ...caller, caller: CALLER } }, bellhop)).toContain(id);
  });
});

describe("[MANAGE-11] a command of a tool", () => {
  test("takes over the environment, directory and umask of the one who asks", async () => {
    const registry = await testRegistry();
    const cwd = join(realpathSync(temporaryDirectory()), "there");
    mkdirSync(cwd);
    const env = { PATH: process.env["PATH"] ?? "", HOME: cwd, MARKER: "its own" };
    await ask(
      {
        name: "terminal",
        arguments: { command: "echo $MARKER; pwd; umask", background: true, name: "job" },
        caller: { task_id: "t", caller: { env, cwd, umask: 0o27 } },
      },
      registry,
    );
    expect((await registry.wait("job")).output).toBe(`its own\n${cwd}\n0027\n`);
  });

  test("comes with them from every client of the daemon", async () => {
    const { bellhop, home } = await testDaemon();
    const client = await testClient(home, { env: { MARKER: "of the client" } });
    const input = {
      name: "terminal",
      arguments: { command: "make", background: true },
      caller: { session_key: "chat" },
    };
    await client.call("tool", input);
    await client.call("tool", { ...input, caller: { caller: CALLER } });
    await until(() => bellhop.processes.size === 2);
    expect([...bellhop.processes.values()].map(({ options }) => [options.sessionKey, options.caller?.env])).toEqual([
      ["chat", { MARKER: "of the client" }],
      [undefined, {}],
    ]);
  });
});
