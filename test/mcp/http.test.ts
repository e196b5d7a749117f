import { request } from "node:http";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, describe, expect, test, vi } from "vitest";

import { ensureToken, readToken } from "../../src/base/token-file.ts";
import { admit } from "../../src/surfaces/daemon/http-guard.ts";
import { optionsOf } from "../../src/surfaces/mcp/address.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { begin, call, ERAS, httpOver, listen, logOfId, overHttp } from "./clients.ts";

beforeEach(() => {
  vi.stubEnv("HOME", temporaryDirectory()); // Nobody's login files.
  return () => vi.unstubAllEnvs();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Sends what no client would send. */
function send(
  port: number,
  options: {
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly path?: string;
    readonly method?: string;
  },
): Promise<Answer> {
  const { headers = {}, body, path = "/mcp", method = "POST" } = options;
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const HELLO = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
});

describe("who is answered", () => {
  test("[MCP-15] a wrong token, Host or Origin is refused, and so is every other path", async () => {
    const registry = await testRegistry();
    const { port, token } = await httpOver(registry);
    const good = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    };
    const status = async (headers: Record<string, string>, path = "/mcp"): Promise<number> =>
      (await send(port, { headers, path, body: HELLO })).status;
    expect(statSync(join(registry.home, "token")).mode & 0o777).toBe(0o600);
    expect(await status(good)).toBe(200);
    expect(await status({ ...good, Host: `localhost:${port}`, Origin: `http://localhost:${port}` })).toBe(200);
    expect(await status({ ...good, Authorization: `Bearer ${token}x` })).toBe(401);
    expect(await status({ ...good, Authorization: "" })).toBe(401);
    expect(await status({ ...good, Host: `evil.example:${port}` })).toBe(403);
    expect(await status({ ...good, Host: "127.0.0.1:1" })).toBe(403);
    expect(await status({ ...good, Origin: "https://evil.example" })).toBe(403);
    expect(await status({ ...good, Origin: "null" })).toBe(403);
    expect(await status(good, "/")).toBe(404);
    expect(await status(good, "//evil")).toBe(404);
  });

  test("[MCP-15] headers in odd forms do not get through", () => {
    const door = { token: "secret", port: 80 };
    const ok = { host: "127.0.0.1:80", authorization: "Bearer secret" };
    const statuses = [
      ok,
      { ...ok, authorization: "bearer  secret" },
      { ...ok, authorization: "Basic secret" },
      { ...ok, authorization: "Bearer secret secret" },
      { ...ok, host: undefined },
      { ...ok, host: "127.0.0.1:80.evil.example" },
      { ...ok, host: "LOCALHOST:80" },
      { ...ok, origin: "http://127.0.0.1:80.evil.example" },
      { ...ok, origin: "" },
    ].map((headers) => {
      const visitor = admit({ method: "POST", headers }, door);
      return typeof visitor === "object" ? visitor.status : visitor;
    });
    expect(statuses).toEqual(["program", "program", 401, 401, 403, 403, "program", 403, 403]);
  });

  test("[MCP-15] the token stays, and is no file that others can read", () => {
    const home = temporaryDirectory();
    expect(ensureToken(home, () => "first")).toBe("first");
    expect(ensureToken(home, () => "second")).toBe("first");
    expect(readFileSync(join(home, "token"), "utf8")).toBe("first\n");
    const other = temporaryDirectory();
    writeFileSync(join(other, "token"), "open", { mode: 0o644 });
    expect(() => readToken(other)).toThrow(/is not a private file of yours/);
  });
});

describe.each(ERAS)("a %s client over HTTP", (era) => {
  test("[MCP-1, MCP-3, MCP-4] has the tools and gets its events; another one has its own", async () => {
    const registry = await testRegistry();
    const face = await httpOver(registry);
    const [one, two] = await Promise.all([overHttp(face, era, "?session=one"), overHttp(face, era, "?session=two")]);
    const id = await begin(one, "read line; exit 3", { notify: true, stdin: true });
    await registry.closeStdin(id);
    await until(async () => (await registry.pending({ sessionKey: "one" })).length === 1);
    expect(await call(two, "process_manage", { action: "poll", session_id: id })).toMatchObject({
      status: "not_found",
    });
    expect(await call(two, "process_manage", { action: "list" })).not.toHaveProperty("pending_events");
    const answers = await Promise.all([1, 2, 3].map(() => call(one, "process_manage", { action: "list" })));
    expect(answers.flatMap((answer) => answer["pending_events"] ?? [])).toMatchObject([{ session_id: id }]);
    await until(async () => (await registry.pending({ sessionKey: "one" })).length === 0);
  });

  test("[MCP-5, MCP-9] is told of output, of events, and of progress; a cancelled wait touches nothing", async () => {
    const registry = await testRegistry();
    const told = await overHttp(await httpOver(registry), era, "?session=one");
    const id = await begin(told, "echo working; read line; echo more; read end", { stdin: true, notify: true });
    await listen(told, era, logOfId(id), "bellhop://events");
    await until(async () => {
      const poll = await registry.poll(id);
      return "outputPreview" in poll && poll.outputPreview.includes("working");
    });
    const progress: unknown[] = [];
    const controller = new AbortController();
    const waiting = call(
      told,
      "process_manage",
      { action: "wait", session_id: id },
      { onprogress: (one) => void progress.push(one), signal: controller.signal },
    );
    waiting.catch(() => undefined);
    await until(() => progress.length > 0, { what: "progress" });
    controller.abort();
    await expect(waiting).rejects.toThrow(/abort/i);
    await call(told, "process_manage", { action: "submit", session_id: id, data: "x" });
    await until(() => told.changed().includes(logOfId(id)), { what: "news of the log" });
    expect(await call(told, "process_manage", { action: "poll", session_id: id })).toMatchObject({ status: "running" });
    await registry.closeStdin(id);
    await until(() => told.changed().includes("bellhop://events"), { what: "news of the event" });
  });
});

test("[MCP-22] what a job has, and where it begins", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-not-for-jobs");
  vi.stubEnv("OF_THE_DAEMON", "kept");
  vi.stubEnv("BELLHOP_SESSION_PLATFORM", "chat");
  const registry = await testRegistry();
  const face = await httpOver(registry);
  vi.stubEnv("OF_THE_DAEMON", "changed later");
  const told = await overHttp(face, "modern", "?session=one");
  const command = `echo "$PWD|$(umask)|$OF_THE_DAEMON|$OPENAI_API_KEY|$BELLHOP_SESSION_PLATFORM|"`;
  const run = async (more: object): Promise<unknown> => (await call(told, "terminal", { command, ...more }))["output"];
  const home = process.env["HOME"] ?? "";
  expect(await run({})).toBe(`${home}|0022|kept|||\n`);
  expect(await run({ workdir: "/" })).toBe("/|0022|kept|||\n");
});

test("[MCP-4, MCP-5] of two clients of one conversation one subscribes: it hears at once, and one answer tells", async () => {
  const registry = await testRegistry();
  const face = await httpOver(registry);
  const [one, two] = [await overHttp(face, "legacy", "?session=one"), await overHttp(face, "modern", "?session=one")];
  await listen(two, "modern", "bellhop://events");
  const id = await begin(one, "read line; exit 3", { notify: true, stdin: true });
  await registry.closeStdin(id);
  await until(() => two.changed().includes("bellhop://events"), { what: "news of the event" });
  expect(one.changed()).toEqual([]);
  const told = [
    await call(one, "process_manage", { action: "list" }),
    await call(two, "process_manage", { action: "list" }),
  ];
  expect(told.map((answer) => answer["pending_events"])).toMatchObject([
    [{ type: "completion", session_id: id }],
    undefined,
  ]);
});

test("[MCP-12] malformed requests over HTTP are answered with an error, and the next one is served", async () => {
  const { port, token } = await httpOver(await testRegistry());
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const statuses: number[] = [];
  for (const body of [
    "",
    "{",
    "null",
    "[]",
    "5",
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    "x".repeat(5_000_000),
  ])
    statuses.push((await send(port, { headers, body }).catch(() => ({ status: 413 }))).status);
  statuses.push((await send(port, { headers: { ...headers, "Mcp-Session-Id": "gone" }, body: "{}" })).status);
  statuses.push(
    (await send(port, { headers, method: "GET" })).status,
    (await send(port, { headers, method: "PUT" })).status,
  );
  statuses.push((await send(port, { headers, path: "/mcp?scope=everything", body: HELLO })).status);
  expect(statuses.every((status) => status >= 400 && status < 500)).toBe(true);
  expect((await send(port, { headers, body: HELLO })).status).toBe(200);
});

test("[MCP-16] old sessions are bounded: the one unused for longest ends", async () => {
  const { port, token } = await httpOver(await testRegistry());
  const headers = {
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const statuses = new Set<number>();
  for (let index = 0; index < 150; index++) statuses.add((await send(port, { headers, body: HELLO })).status);
  expect([...statuses]).toEqual([200]);
});

test("[MCP-8, MCP-10, MCP-11] the address says who a client is and what it may do", () => {
  const of = (query: string): unknown => optionsOf(new URL(`http://127.0.0.1/mcp${query}`));
  const nobody = { sessionKey: "mcp-http", allProcesses: false, readOnly: false, allow: [], deny: [] };
  expect(of("")).toEqual(nobody);
  expect(of("?session=a&owner=b&scope=all&read_only=1&allow=git%20*&allow=ls&deny=rm")).toEqual({
    sessionKey: "a",
    ownerTaskId: "b",
    allProcesses: true,
    readOnly: true,
    allow: ["git *", "ls"],
    deny: ["rm"],
  });
  expect(() => of("?scope=x")).toThrow(/scope must be own or all/);
  expect(() => of(`?session=${"x".repeat(10_000)}`)).toThrow(/session must be a text/);
});
