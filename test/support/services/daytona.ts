import type { IncomingMessage, ServerResponse } from "node:http";

import { served } from "./children.ts";
import { type LocalService, bodyOf, serveHttp } from "./http.ts";

export interface DaytonaFacts {
  readonly sandbox: string;
  readonly key: string;
  /** How the sandbox runs a line: newer ones give it to a shell, older ones split it at blanks and quotes. */
  readonly runs: "shell" | "split";
  /** What the API says about the sandbox; nothing runs unless it is `started`. */
  state: string;
}

/** As much of Daytona as a sandbox that exists needs: its API, and the toolbox in the sandbox. */
export async function serveDaytona(facts: DaytonaFacts): Promise<LocalService> {
  const service: LocalService = await serveHttp((request, response) => {
    void answer({ facts, url: () => service.url }, request, response);
  });
  return service;
}

interface State {
  readonly facts: DaytonaFacts;
  readonly url: () => string;
}

async function answer({ facts, url }: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const path = request.url ?? "";
  const { sandbox, key, state } = facts;
  if (request.headers.authorization !== `Bearer ${key}`) return json(response, 401, { message: "Invalid credentials" });
  if (path === `/api/sandbox/${sandbox}`)
    return json(response, 200, { id: sandbox, name: "mine", state, labels: {}, toolboxProxyUrl: `${url()}/toolbox` });
  if (path.startsWith("/api/sandbox/")) return json(response, 404, { message: "Sandbox not found" });
  if (path !== `/toolbox/${sandbox}/process/execute`) return json(response, 404, { message: `no ${path}` });
  if (state !== "started") return json(response, 400, { message: "bad request: failed to reach the runner" });
  return execute(facts, (JSON.parse(body.toString()) as { command: string }).command, response);
}

async function execute({ runs }: DaytonaFacts, command: string, response: ServerResponse): Promise<void> {
  const [program = "sh", ...words] = runs === "shell" ? ["sh"] : split(command);
  const { child, closed } = served(program, words, runs === "shell");
  child.stdin?.end(command);
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const exitCode = await closed;
  json(response, 200, { exitCode, result: Buffer.concat(chunks).toString("utf8") });
}

/** Words between blanks; a quote of one kind keeps those of the other kind, and backslashes are nothing special. */
function split(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, one?: string, other?: string) => one ?? other ?? ""),
  );
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
