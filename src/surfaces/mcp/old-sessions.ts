import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

import { isObject } from "../../base/json.ts";
import type { Bellhop } from "../../core/contract.ts";
import { MCP_HTTP_KEPT_MAX } from "../../core/limits.ts";
import { conversation } from "./conversation.ts";
import { Deliveries } from "./deliveries.ts";
import { writeFlaw, writeResponse, type Exchange } from "./exchange.ts";
import { KeptOnes } from "./kept.ts";
import type { McpOptions } from "./options.ts";
import { createServer } from "./server.ts";

/** Sessions of clients that speak a version before 2026-07-28. */
export class OldSessions {
  readonly #bellhop: Bellhop;
  readonly #sessions = new KeptOnes<Session>(MCP_HTTP_KEPT_MAX);

  constructor(bellhop: Bellhop) {
    this.#bellhop = bellhop;
  }

  async answer(exchange: Exchange, response: ServerResponse, who: McpOptions): Promise<void> {
    const id = exchange.request.headers.get("mcp-session-id");
    if (id === null && isBeginning(exchange.body)) return this.#begin(exchange, response, who);
    if (id === null || !this.#sessions.has(id))
      return writeFlaw(
        id === null
          ? { status: 400, code: -32_000, message: "The header Mcp-Session-Id is missing; begin with initialize." }
          : { status: 404, code: -32_001, message: "There is no such session any more; begin again with initialize." },
        response,
      );
    await this.#sessions.use(id, (session) => session.answer(exchange, response));
    if (exchange.request.method === "DELETE") await this.#sessions.remove(id);
  }

  close(): Promise<void> {
    return this.#sessions.close();
  }

  async #begin(exchange: Exchange, response: ServerResponse, who: McpOptions): Promise<void> {
    const id = randomUUID();
    const session = new Session(this.#bellhop, who, id);
    await session.open();
    if (await this.#sessions.put(id, session)) {
      await this.#sessions.use(id, (one) => one.answer(exchange, response));
      return;
    }
    await session.close();
    writeFlaw({ status: 503, code: -32_000, message: `${MCP_HTTP_KEPT_MAX} sessions are busy; try again.` }, response);
  }
}

class Session {
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  readonly #deliveries: Deliveries;
  readonly #server: ReturnType<typeof createServer>;

  constructor(bellhop: Bellhop, who: McpOptions, id: string) {
    const talk = conversation(bellhop, who);
    this.#deliveries = new Deliveries(talk.mailbox);
    this.#server = createServer({ conversation: talk, deliveries: this.#deliveries, era: "legacy" });
    this.#transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
  }

  open(): Promise<void> {
    return this.#server.connect(this.#transport);
  }

  async answer({ request, body }: Exchange, response: ServerResponse): Promise<void> {
    const answer = await this.#transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    const left = await writeResponse(answer, response);
    for (const id of callsIn(body)) {
      if (left) await this.#deliveries.sent(id).catch(() => undefined);
      else this.#deliveries.lost(id);
    }
  }

  async close(): Promise<void> {
    this.#deliveries.close();
    await this.#server.close();
  }
}

function isBeginning(body: unknown): boolean {
  return (Array.isArray(body) ? body : [body]).some((message) => isInitializeRequest(message));
}

/** Ids of the tools that a body calls. */
function callsIn(body: unknown): readonly (string | number)[] {
  return (Array.isArray(body) ? (body as readonly unknown[]) : [body]).flatMap((message) => {
    if (!isObject(message) || message["method"] !== "tools/call") return [];
    const { id } = message;
    return typeof id === "string" || typeof id === "number" ? [id] : [];
  });
}
