import { homedir } from "node:os";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { EVENT_HISTORY_MAX } from "../../src/core/limits.ts";
import { metrics } from "../../src/surfaces/web/metrics.ts";
import { containing, matching } from "../support/matchers.ts";
import { runPlain, startPlain, testRegistry } from "../support/registry.ts";
import { until } from "../support/until.ts";
import { bearer, send, webOver } from "./serving.ts";

test("[WEB-5, WEB-6] a whole life over HTTP, and the owner still hears of its end", async () => {
  const registry = await testRegistry();
  const site = await webOver(registry);
  const headers = bearer(site);
  const ask = (path: string, body?: unknown, method?: string) =>
    send(site.port, path, { headers, ...(body === undefined ? {} : { body }), ...(method ? { method } : {}) });
  const command = 'read line; echo "got $line"; read again; exit 3';
  const started = await ask("/api/processes", {
    command,
    shell: "plain",
    stdin: "pipe",
    name: "asker",
    notify_on_complete: true,
    env: { PAGE_TEST: "a value of it" },
  });
  expect(started).toMatchObject({ status: 200, json: { status: "running", name: "asker" } });
  const at = "/api/processes/asker";
  expect((await ask(`${at}/submit`, { data: "hello" })).json).toEqual({ status: "ok", bytes_written: 6 });
  await until(async () => (await ask(`${at}/log?limit=5&grep=got`)).json.output === "got hello\n");
  expect((await ask("/api/processes?usage=true&include_retained=false")).json.processes).toHaveLength(1);
  expect((await ask(`${at}/tree`)).json.processes.length).toBeGreaterThan(0);
  expect((await ask(`${at}/screen?scrollback=10`)).json.rows[0]).toBe("got hello");
  expect((await ask(at)).json).toMatchObject({
    status: "running",
    stdin: "pipe",
    environment_names: containing("PATH", "PAGE_TEST"),
  });
  expect((await ask(at)).text).not.toContain("a value of it");
  await ask(`${at}/write`, { data: "x\n" });
  await until(async () => (await ask(at)).json.status === "exited");
  expect((await ask(`${at}/usage`)).json.points.length).toBeGreaterThan(0);
  const download = await ask(`${at}/download`);
  expect([download.text, download.headers["content-disposition"]]).toEqual([
    "got hello\n",
    `attachment; filename="${started.json.session_id}.log"`,
  ]);
  await ask(`${at}/log`);
  expect((await registry.pending()).map(({ event }) => event.type)).toEqual(["completion"]);
  const again = await ask(`${at}/restart`, {});
  expect(again.json.session_id).not.toBe(started.json.session_id);
  expect((await ask(`/api/processes/${again.json.session_id}/kill`, {})).json).toMatchObject({ status: "killed" });
  expect((await ask(`/api/processes/${started.json.session_id}`, undefined, "DELETE")).json.status).toBe("removed");
});

test.each<[string, string, unknown, number, RegExp]>([
  ["GET", "/api/processes/nobody", undefined, 404, /No process with ID nobody/],
  ["GET", "/api/processes/nobody/download", undefined, 404, /No process with ID nobody/],
  ["POST", "/api/processes/nobody/kill", {}, 404, /No process/],
  ["GET", "/api/nothing", undefined, 404, /openapi/],
  ["PUT", "/api/processes", undefined, 405, /GET or POST/],
  ["POST", "/api/processes", { command: 7 }, 400, /command must be/],
  ["POST", "/api/processes", { command: "x", nonsense: 1 }, 400, /does not take an argument "nonsense"/],
  ["POST", "/api/processes", { command: "x", caller: { env: {}, cwd: "/", umask: 0 }, name: "?" }, 400, /name must be/],
  ["POST", "/api/processes", "{", 400, /not JSON/],
  ["POST", "/api/processes", "[]", 400, /JSON object/],
  ["GET", "/api/processes/ended/log?limit=x", undefined, 400, /limit must be/],
  ["POST", "/api/processes/ended/write", { data: "x" }, 409, /already ended/],
  ["GET", "/api/stream?output=ended", undefined, 400, /ID:CURSOR/],
  ["GET", `/api/stream?${"output=ended:0&".repeat(9)}`, undefined, 400, /at most 8/],
  ["GET", "/api/processes/%ff", undefined, 404, /nothing at this address/],
])("[WEB-5] %s %s: a sentence and its status", async (method, path, body, status, sentence) => {
  const registry = await testRegistry();
  await runPlain(registry, "true", { name: "ended" });
  const site = await webOver(registry);
  const reply = await send(site.port, path, { method, headers: bearer(site), ...(body === undefined ? {} : { body }) });
  expect([reply.status, reply.json.error]).toEqual([status, expect.stringMatching(sentence)]);
});

test("[WEB-5] a start gets the daemon's environment without the conversation that it may have been started in", async () => {
  vi.stubEnv("BELLHOP_SESSION_KEY", "somebody else's");
  vi.stubEnv("WEB_TEST_KEPT", "kept");
  onTestFinished(() => void vi.unstubAllEnvs());
  const registry = await testRegistry();
  const site = await webOver(registry);
  const body = { command: 'echo "$WEB_TEST_KEPT [$BELLHOP_SESSION_KEY] $PWD"; umask', shell: "plain" };
  const { json } = await send(site.port, "/api/processes", { headers: bearer(site), body });
  expect((await registry.wait(json.session_id)).output).toBe(`kept [] ${homedir()}\n0022\n`);
});

test("[WEB-9] the description has every address, and an example of each kind", async () => {
  const site = await webOver(await testRegistry());
  const { json } = await send(site.port, "/api/openapi.json", { headers: bearer(site) });
  expect(json.openapi).toBe("3.1.0");
  expect(json.info.version).toBe("1.2.3");
  expect(Object.keys(json.paths).toSorted()).toEqual(
    [
      "/api/events",
      "/api/events/acknowledge",
      "/api/processes",
      "/api/processes/{id}",
      ...[
        "close-stdin",
        "keys",
        "kill",
        "log",
        "paste",
        "resize",
        "restart",
        "screen",
        "secret",
        "submit",
        "tree",
        "usage",
        "write",
      ].map((name) => `/api/processes/{id}/${name}`),
    ].toSorted(),
  );
  const post = json.paths["/api/processes"]?.["post"];
  expect(post?.requestBody.content["application/json"]?.schema.required).toContain("command");
  expect(json.paths["/api/processes/{id}/log"]?.["get"]?.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["id", "offset", "limit", "since", "grep"]),
  );
  expect(JSON.stringify(json)).not.toContain("consume_output");
});

describe("metrics", () => {
  test("[WEB-10] what runs, in the text format", async () => {
    const registry = await testRegistry();
    const site = await webOver(registry);
    const { id } = await startPlain(registry, "sleep 1000", { name: "quiet", ownerTaskId: 'a"b\\c\nd' });
    const lines = (await send(site.port, "/metrics", { headers: bearer(site) })).text.split("\n");
    expect(lines).toContain('bellhop_processes{state="running"} 1');
    expect(lines).toContain("bellhop_events_pending 0");
    const memory = lines.find((line) => line.startsWith("bellhop_process_memory_bytes{"));
    expect(memory).toMatch(
      new RegExp(`^bellhop_process_memory_bytes\\{id="${id}",name="quiet",owner="a\\\\"b\\\\\\\\c\\\\nd"\\} \\d+$`),
    );
    for (const line of lines) expect(line).toMatch(/^$|^# (?:HELP|TYPE) |^[a-z_]+(?:\{.*\})? [\d.e+-]+$/);
  });

  test("[WEB-10] nothing runs: no family is half there", async () => {
    const text = await metrics(await testRegistry(), "1");
    expect(text).not.toContain("bellhop_process_cpu_cores");
    expect(text).toContain('bellhop_info{version="1"} 1');
  });
});

test("[WEB-11] the time line: what waits, what was taken and when, without taking it, and never more than its bound", async () => {
  const registry = await testRegistry();
  const site = await webOver(registry);
  const lineOf = async (query = "") =>
    (await send(site.port, `/api/events${query}`, { headers: bearer(site) })).json.events;
  const one = await startPlain(registry, "exit 3", { notifyOnComplete: true, sessionKey: "s1", ownerTaskId: "t1" });
  await until(async () => (await lineOf()).length === 1);
  const [waiting] = await lineOf("?owner_task_id=t1");
  if (waiting === undefined) throw new Error("No event waits.");
  expect(waiting).toMatchObject({
    event: { type: "completion", session_id: one.id, exit_code: 3 },
    text: matching(/exit code 3/),
  });
  expect(waiting).not.toHaveProperty("taken_at");
  expect(await lineOf("?owner_task_id=other")).toEqual([]);
  await registry.drain({ sessionKey: "s1" });
  expect(Date.parse((await lineOf())[0]?.taken_at ?? "")).toBeGreaterThanOrEqual(Date.parse(waiting.queued_at));
  for (let number = 0; number < EVENT_HISTORY_MAX + 5; number += 1) {
    const eventId = await registry.post({
      type: "async_delegation",
      delegationId: `d${number}`,
      sessionKey: "s2",
    } as never);
    await registry.acknowledge([eventId]);
  }
  expect(await registry.eventHistory()).toHaveLength(EVENT_HISTORY_MAX);
});
