import type { IncomingMessage, ServerResponse } from "node:http";

import { type LocalService, bodyOf, serveHttp } from "./http.ts";
import { type ServedChild, served } from "./children.ts";

export interface E2bFacts {
  readonly sandbox: string;
  readonly key: string;
}

/** As much of E2B as a sandbox that exists needs: its API, and the process service in the sandbox (Connect, in JSON). */
export async function serveE2b(facts: E2bFacts): Promise<LocalService> {
  const children = new Map<number, ServedChild>();
  return serveHttp((request, response) => {
    void answer({ facts, children }, request, response);
  });
}

interface State {
  readonly facts: E2bFacts;
  readonly children: Map<number, ServedChild>;
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "";
  const body = await bodyOf(request);
  if (path.startsWith("/v2/sandboxes/")) return connect(state, { request, response, path });
  if (path === "/health") return json(response, 200, {});
  const method = path.replace("/process.Process/", "");
  if (method === "Start") return start(state, body, response);
  const { process, input } = JSON.parse(body.toString()) as { process: { pid: number }; input?: { stdin: string } };
  const child = state.children.get(process.pid)?.child;
  if (child === undefined) return json(response, 404, { code: "not_found", message: "no such process" });
  if (method === "SendInput") child.stdin?.write(Buffer.from(input?.stdin ?? "", "base64"));
  else if (method === "CloseStdin") child.stdin?.end();
  else return json(response, 404, { code: "unimplemented", message: method });
  return json(response, 200, {});
}

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

function connect({ facts }: State, { request, response, path }: Asked): void {
  const [, , , id] = path.split("/");
  if (request.headers["x-api-key"] !== facts.key) return json(response, 401, { code: 401, message: "Invalid API key" });
  if (id !== facts.sandbox) return json(response, 404, { code: 404, message: `sandbox ${id} not found` });
  return json(response, 200, { sandboxID: id, templateID: "base", clientID: "x", envdVersion: "0.5.3" });
}

function start({ children }: State, body: Buffer, response: ServerResponse): void {
  const { process, stdin } = JSON.parse(body.subarray(5).toString()) as {
    process: { cmd: string; args: string[] };
    stdin?: boolean;
  };
  const running = served(process.cmd, process.args, stdin === true);
  children.set(running.pid, running);
  response.writeHead(200, { "content-type": "application/connect+json" });
  const send = (event: object): unknown => response.write(envelope(0, { event }));
  send({ start: { pid: running.pid } });
  running.child.stdout?.on("data", (chunk: Buffer) => send({ data: { stdout: chunk.toString("base64") } }));
  running.child.stderr?.on("data", (chunk: Buffer) => send({ data: { stderr: chunk.toString("base64") } }));
  const end = (exitCode: number): void => {
    children.delete(running.pid);
    send({ end: { exitCode, exited: true, status: `exit status ${exitCode}` } });
    response.end(envelope(2, {}));
  };
  void running.closed.then(end);
}

/** One message of a stream: flags, length, JSON. */
function envelope(flags: number, message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(text.length, 1);
  return Buffer.concat([head, text]);
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
