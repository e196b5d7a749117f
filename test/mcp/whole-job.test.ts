import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";

import { realHome } from "../daemon/real-home.ts";
import { allGone, testRegistry } from "../support/registry.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { call, ERAS, httpOver, overHttp, overStdio, type Told } from "./clients.ts";

const SERVER = `
import { createServer } from "node:http";
const server = createServer((_, response) => response.end("hello"));
server.listen(0, "127.0.0.1", () => console.log("listening on " + server.address().port));
`;

const TEST = `
import { strictEqual } from "node:assert";
import { test } from "node:test";
test("adds", () => strictEqual(1 + 1, 3));
`;

const INSTALLER = `printf 'Overwrite the settings? [y/N] '; read answer; echo "answer: $answer"`;

function project(): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "server.mjs"), SERVER);
  writeFileSync(join(directory, "adds.test.mjs"), TEST);
  return directory;
}

/** An agent at work: what a model would call, one after the other. Gives the ids of what it started. */
async function wholeJob(told: Told, workdir: string): Promise<readonly string[]> {
  const ids: string[] = [];
  const events: { readonly type: string }[] = [];
  const ask = async (name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const answer = await call(told, name, args);
    expect(answer.whole.isError, JSON.stringify(answer)).not.toBe(true);
    if (typeof answer["session_id"] === "string" && !ids.includes(answer["session_id"])) ids.push(answer["session_id"]);
    events.push(...((answer["pending_events"] ?? []) as typeof events));
    return answer;
  };
  const manage = (action: string, session_id: unknown, more = {}): Promise<Record<string, unknown>> =>
    ask("process_manage", { action, session_id, ...more });

  await told.client.listTools(); // From now on the client compares each answer with the schema of its tool.
  await ask("terminal", {
    command: "node server.mjs",
    workdir,
    background: true,
    name: "web",
    ready: { pattern: "listening on" },
  });
  expect(await manage("wait", "web", { for: ["ready"], timeout: 30 })).toMatchObject({ status: "ready" });
  const { output: address } = await manage("log", "web");
  const port = /listening on (\d+)/.exec(String(address))?.[1] ?? "";

  const check = `node --test adds.test.mjs && curl http://127.0.0.1:${port}`;
  expect(await ask("terminal", { command: check, workdir })).toMatchObject({
    exit_code: 1,
    error: null,
    output: expect.stringMatching(/Expected values to be strictly equal[^]*2 !== 3/) as unknown,
  });
  writeFileSync(join(workdir, "adds.test.mjs"), TEST.replace("3)", "2)"));
  expect(await ask("terminal", { command: "node --test adds.test.mjs", workdir })).toMatchObject({ exit_code: 0 });
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("hello");

  const { session_id: installer } = await ask("terminal", { command: INSTALLER, background: true, pty: true });
  expect(await manage("wait", installer, { for: ["input"], timeout: 30 })).toMatchObject({ status: "awaiting_input" });
  const { rows } = await manage("screen", installer);
  expect((rows as string[])[0]).toBe("Overwrite the settings? [y/N]");
  await manage("keys", installer, { keys: ["y", "enter"] });
  expect(await manage("wait", installer, { timeout: 30 })).toMatchObject({
    status: "exited",
    exit_code: 0,
    output: expect.stringContaining("answer: y") as unknown,
  });

  expect(await manage("kill", "web")).toMatchObject({ status: "killed" });
  const { processes } = await ask("process_manage", { action: "list" });
  expect((processes as { readonly status: string }[]).every(({ status }) => status === "exited")).toBe(true);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow("fetch failed");
  expect(events.map(({ type }) => type)).toEqual(["ready", "awaiting_input"]);
  return ids;
}

describe.each(ERAS)("a %s client does a whole job", (era) => {
  test("[MCP-20] over standard input and output", async () => {
    const told = await overStdio(realHome(), era, "--session", "talk");
    const ids = await wholeJob(told, project());
    await allGone(...ids);
  });

  test("[MCP-20] over HTTP", async () => {
    vi.stubEnv("HOME", temporaryDirectory()); // Nobody's login files.
    const registry = await testRegistry();
    const told = await overHttp(await httpOver(registry), era, "?session=talk");
    const ids = await wholeJob(told, project());
    await allGone(...ids);
    expect(await registry.pending({ sessionKey: "talk" })).toEqual([]);
    vi.unstubAllEnvs();
  });
});
