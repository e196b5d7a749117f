import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { bellhop } from "../cli/real-cli.ts";
import { RawClient } from "../daemon/raw-client.ts";
import { realClient, realHome } from "../daemon/real-home.ts";
import { begin, call, logOfId, overStdio } from "../mcp/clients.ts";
import { temporaryDirectory } from "../support/temp.ts";
import { until } from "../support/until.ts";
import { GIVEN, KEY, leaksIn, SECRETS } from "./secrets.ts";

/** All that comes over the socket, as it comes. */
class Ear {
  readonly client: RawClient;
  heard = "";
  #id = 1;

  constructor(client: RawClient) {
    this.client = client;
    client.socket.on("data", (chunk: Buffer) => (this.heard += chunk.toString()));
  }

  async ask(operation: string, input: unknown = {}): Promise<Record<string, unknown>> {
    const id = this.#id++;
    this.client.say({ id, call: operation, input });
    const items: unknown[] = [];
    for (;;) {
      const message = await this.client.next();
      if ("item" in message) {
        items.push(message["item"]);
        continue;
      }
      if ("end" in message) return { items };
      if ("error" in message) throw new Error(`${operation}: ${JSON.stringify(message["error"])}`);
      return (message["result"] ?? message) as Record<string, unknown>;
    }
  }

  async idOf(input: object): Promise<string> {
    return String((await this.ask("start", { shell: "plain", ...input }))["session_id"]);
  }
}

async function earOf(home: string): Promise<Ear> {
  await realClient(home);
  return new Ear(await RawClient.greeted(join(home, "daemon.sock")));
}

/** A program that prints the secrets in all ways, then reads lines. */
function talker(): string {
  const directory = temporaryDirectory();
  const all = [...SECRETS.map((secret) => `using ${secret} now`), KEY, `given ${GIVEN}`];
  const coloured = SECRETS.map((secret) => `\u001b[31m${secret.slice(0, 9)}\u001b[32m${secret.slice(9)}\u001b[0m`);
  const narrow = SECRETS.flatMap((secret) => [secret.slice(0, 14).padStart(40, "- "), secret.slice(14)]);
  const title = `\u001b]0;${SECRETS[0]}\u0007`;
  const path = join(directory, "said");
  writeFileSync(path, [title, ...all, ...coloured, ...narrow, ""].join("\n"));
  return path;
}

const [A = "", B = "", C = "", D = "", E = "", F = "", G = ""] = SECRETS;

test("[REDACT-24] a secret in an output, a command, a variable, a name or a pattern leaves by no door", async () => {
  const home = realHome();
  const ear = await earOf(home);
  const posted = await postBox();
  const said = talker();
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, APP_PASSWORD: GIVEN, KEY_FILE: said };
  const caller = { env, cwd: home, umask: 0o77 };
  const talk = `cat "$KEY_FILE"; printf '%s' 'half ${A.slice(0, 12)}'; sleep 0.2; printf '%s\\n' '${A.slice(12)}'`;
  const about = { caller, session_key: "talk", task_id: "t1" };
  const plain = await ear.idOf({
    ...about,
    command: `${talk}; echo ${B} "$APP_PASSWORD" ${GIVEN}; while read line; do echo "$line"; done`,
    stdin: "pipe",
    name: C,
    watch_patterns: [D, GIVEN, "/^3MIIEv/"],
    ready: { pattern: `using ${E}` },
    on_exit: `cat; echo ${F}`,
    notify_url: posted.url,
    notify_secret: G,
  });
  const drawn = await ear.idOf({
    ...about,
    command: `${talk}; stty -echo; printf 'Password for ${B}: '; read x; sleep 60`,
    pty: { rows: 24, cols: 40 },
    ready: { http: `http://127.0.0.1:9/${F}` },
    notify_on_complete: true,
  });
  const same = await ear.ask("start", { ...about, shell: "plain", command: `sleep 60; : ${A}`, cwd: "/" });
  const again = await ear.ask("start", { ...about, shell: "plain", command: `sleep 60; : ${A}`, cwd: "/" });
  expect([same["already_running"], again["already_running"]]).toEqual([undefined, [same["session_id"]]]);
  const events = async (): Promise<string> => JSON.stringify(await ear.ask("pending", { all_owners: true }));
  await until(async () => (await events()).includes("awaiting_input"), { what: "a question" });
  await until(async () => (await events()).includes('"ready"'), { what: "ready" });
  for (const session_id of [plain, drawn, C]) {
    await ear.ask("poll", { session_id });
    await ear.ask("show", { session_id });
    for (let offset = 0; offset < 30; offset += 1) await ear.ask("log", { session_id, offset, limit: 1 });
    for (const more of [{}, { raw: true }, { since: 0 }, { since: 300, raw: true }, { grep: "M" }])
      await ear.ask("log", { session_id, ...more });
    const patterns = [`pattern:${D}`, "pattern:/^4MIIEv/", `pattern:${GIVEN}`];
    for (const one of patterns) await ear.ask("wait", { session_id, for: [one], timeout: 1, since: 0 });
    await ear.ask("wait", { session_id, for: [`pattern:nothing ${D} ${GIVEN}`], timeout: 0.1 });
    await ear.ask("wait_many", { session_ids: [session_id], for: [`pattern:no ${D} ${GIVEN}`], timeout: 0.1 });
  }
  await ear.ask("screen", { session_id: drawn, colors: true, scrollback: 200 });
  await ear.ask("submit", { session_id: plain, data: `typed ${A}` });
  await ear.ask("write", { session_id: plain, data: `written ${A}\n` });
  await ear.ask("paste", { session_id: drawn, text: `pasted ${A}` });
  await ear.ask("send_keys", { session_id: drawn, keys: ["Enter"] });
  await ear.ask("resize", { session_id: drawn, rows: 30, cols: 50 });
  const handed = { session_id: plain, from_owner: "t1", to_owner: "t2", note: `see ${A} ${GIVEN}` };
  await ear.ask("transfer_ownership", handed);
  await ear.ask("post", {
    event: { type: "async_delegation", delegation_id: "d1", session_key: "talk", results: [{ summary: A }] },
  });
  await ear.ask("list");
  for (const mode of [{}, { raw: true }, { live: true, raw: true }]) {
    const follower = await earOf(home);
    follower.client.say({ id: 1, call: "follow", input: { session_id: plain, ...mode } });
    await until(() => follower.heard.includes("typed"), { what: "the followed output" });
    follower.client.socket.destroy();
    expect([mode, leaksIn(follower.heard)]).toEqual([mode, []]);
  }
  for (const words of [["ps"], ["show", plain], ["logs", plain], ["events", "--json"], ["kill", drawn]]) {
    const { out, err } = await bellhop(home, ...words);
    expect([words, leaksIn(out + err)]).toEqual([words, []]);
  }
  await ear.ask("restart", { session_id: plain });
  await ear.ask("kill", { session_id: plain });
  await until(async () => (await bellhop(home, "ps", "--all", "--json")).out.includes(F.slice(-4)), {
    what: "the hook",
  });
  await until(() => posted.bodies.some((body) => body.includes('"completion"')), { what: "a post" });
  expect(leaksIn(posted.bodies.join("\n"))).toEqual([]);
  await ear.ask("kill_all");
  await ear.ask("unread_completions", { owner_task_id: "t1" });
  await ear.ask("pending", { all_owners: true });
  const left = new Map(
    filesOf(home)
      .filter((path) => leaksIn(textIn(path)).length > 0)
      .map((path) => [path, (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o77]),
  );
  await ear.ask("drain");
  ear.client.socket.destroy();
  expect(leaksIn(ear.heard)).toEqual([]);
  const kinds = [...left.keys()].map((path) => path.slice(home.length).replaceAll(/proc_\w+/g, "ID"));
  expect(kinds.filter((path) => !/^\/procs\/ID\/(?:spec\.json|log\.\w+)$|^\/callbacks\//.test(path))).toEqual([]);
  expect([...left].filter(([, open]) => open !== 0)).toEqual([]);
  expect(statSync(home).mode & 0o77).toBe(0);
  expect(readFileSync(join(home, "daemon.log"), "utf8")).toContain("begins");
}, 90_000);

test("[REDACT-24] nor through the tools of a model", async () => {
  const home = realHome();
  const told = await overStdio(home, "modern", "--session", "talk");
  const said = talker();
  const answers: unknown[] = [];
  const act = async (args: Record<string, unknown>): Promise<void> => {
    answers.push(await call(told, "process_manage", args));
  };
  const id = await begin(told, `cat '${said}'; echo ${A}; sleep 60`, { notify: true });
  answers.push(await call(told, "terminal", { command: `cat '${said}'; echo ${B}` }));
  for (const action of ["poll", "log", "list", "wait", "kill"]) await act({ action, session_id: id, timeout: 1 });
  const { contents } = await told.client.readResource({ uri: logOfId(id) });
  answers.push(contents, told.notes, await told.client.listResources());
  // Secrets of an environment that nobody has named as such are known from the process only: the file has one in plain text.
  expect(leaksIn(JSON.stringify(answers)).filter((secret) => secret !== GIVEN)).toEqual([]);
  expect(JSON.stringify(answers)).toContain("[REDACTED PRIVATE KEY]");
}, 60_000);

interface PostBox {
  readonly url: string;
  readonly bodies: string[];
}

async function postBox(): Promise<PostBox> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      bodies.push(body);
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
}

/** What a file says; nothing when it has gone meanwhile, as a callback that was carried out. */
function textIn(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function filesOf(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
  });
}
