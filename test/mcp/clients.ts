import { fileURLToPath } from "node:url";

import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";

import { temporaryDirectory } from "../support/temp.ts";
import { readToken } from "../../src/base/token-file.ts";
import type { Bellhop } from "../../src/core/contract.ts";
import { serveHttp, type HttpFace } from "../../src/surfaces/daemon/http.ts";
import { mcpRoute } from "../../src/surfaces/mcp/route.ts";

/** `legacy` begins with `initialize` (2025-11-25), `modern` is 2026-07-28. */
export type Era = "legacy" | "modern";
export const ERAS: readonly Era[] = ["legacy", "modern"];

const MAIN = fileURLToPath(new URL("../../dist/surfaces/cli/main.js", import.meta.url));

/** A client and what it was told without asking. */
export interface Told {
  readonly client: Client;
  /** Method and parameters of each notification. */
  readonly notes: { readonly method: string; readonly params: Record<string, unknown> }[];
  /** Addresses of resources that were said to have changed. */
  readonly changed: () => readonly string[];
}

function newClient(era: Era): Told {
  const mode = era === "legacy" ? "legacy" : { pin: "2026-07-28" };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const notes: Told["notes"] = [];
  client.fallbackNotificationHandler = async ({ method, params }) => void notes.push({ method, params: params ?? {} });
  for (const method of ["notifications/resources/updated", "notifications/message"] as const)
    client.setNotificationHandler(method, ({ params }) => void notes.push({ method, params: { ...params } }));
  onTestFinished(() => client.close());
  const changed = (): readonly string[] =>
    notes
      .filter(({ method }) => method === "notifications/resources/updated")
      .map(({ params }) => String(params["uri"]));
  return { client, notes, changed };
}

/** `bellhop mcp ARGS` with a client at the other end. */
export async function overStdio(home: string, era: Era, ...args: readonly string[]): Promise<Told> {
  const told = newClient(era);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "mcp", ...args],
    env: { ...environment(), BELLHOP_HOME: home },
    stderr: "inherit",
  });
  await told.client.connect(transport);
  return told;
}

/** Ours, but with nobody's login files: they may take their time, and are not what is tested. */
function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(set), HOME: temporaryDirectory() };
}

/** The HTTP server over a registry in this program, until the test has finished. */
export async function httpOver(
  bellhop: Bellhop & { readonly home: string },
): Promise<HttpFace & { readonly token: string }> {
  const logger = { info: () => undefined, warn: () => undefined };
  const face = await serveHttp({ home: bellhop.home, port: 0, routes: [await mcpRoute(bellhop, logger)], logger });
  onTestFinished(() => face.close());
  return { ...face, token: readToken(bellhop.home) ?? "" };
}

export async function overHttp(
  { port, token }: { readonly port: number; readonly token: string },
  era: Era,
  query = "",
): Promise<Told> {
  const told = newClient(era);
  const url = new URL(`http://127.0.0.1:${port}/mcp${query}`);
  await told.client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
  );
  return told;
}

/** Listens for changes of resources, as each version does it. */
export async function listen({ client }: Told, era: Era, ...uris: readonly string[]): Promise<void> {
  if (era === "modern") await client.listen({ resourceSubscriptions: [...uris] });
  else for (const uri of uris) await client.subscribeResource({ uri });
}

/** Calls a tool; gives the object that it answers with. */
export async function call(
  { client }: Told,
  name: string,
  args: Record<string, unknown>,
  options: Parameters<Client["callTool"]>[1] = {},
): Promise<Record<string, unknown> & { readonly whole: CallToolResult }> {
  const whole = await client.callTool({ name, arguments: args }, options);
  return { ...(whole.structuredContent as Record<string, unknown>), whole };
}

/** Starts a command in the background; gives its id. */
export async function begin(told: Told, command: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(told, "terminal", { command, background: true, ...more });
  return String(answer["session_id"]);
}

export const logOfId = (id: string): string => `bellhop://process/${id}/log`;
