import type { IncomingMessage, ServerResponse } from "node:http";

import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";

import { isObject } from "../../base/json.ts";
import type { Bellhop, CallerContext } from "../../core/contract.ts";
import { messageOf } from "../../core/errors.ts";
import { MCP_HTTP_KEPT_MAX } from "../../core/limits.ts";
import type { Logger } from "../../ports/logger.ts";
import { optionsOf } from "./address.ts";
import { conversation } from "./conversation.ts";
import { Deliveries } from "./deliveries.ts";
import { readExchange, writeFlaw, writeResponse, type Exchange } from "./exchange.ts";
import { KeptOnes } from "./kept.ts";
import { listeningOf } from "./listening.ts";
import type { McpOptions } from "./options.ts";
import { createServer } from "./server.ts";
import { OldSessions } from "./old-sessions.ts";
import { Watching } from "./watching.ts";

export interface McpHttpOptions {
  readonly bellhop: Bellhop;
  readonly logger: Logger;
  /** What jobs take over: a client over HTTP sends no environment of its own. */
  readonly caller: CallerContext;
}

export interface McpHttp {
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  close(): Promise<void>;
}

/**
 * MCP over HTTP, for many clients at once. Clients that speak 2026-07-28 have no session: what their address says is who they
 * are. Older ones get a session, without which nothing could be told to them.
 */
export function mcpOverHttp(options: McpHttpOptions): McpHttp {
  const talks = new KeptOnes<Talk>(MCP_HTTP_KEPT_MAX);
  const sessions = new OldSessions(options.bellhop);
  return {
    async handle(incoming, response, url) {
      const exchange = await readExchange(incoming, response, url);
      if (!("request" in exchange)) return writeFlaw(exchange, response);
      try {
        const who = { ...optionsOf(url), caller: options.caller };
        if (await isLegacyRequest(exchange.request, exchange.body))
          return await sessions.answer(exchange, response, who);
        await answerModern({ ...options, talks, who }, exchange, response);
      } catch (error) {
        if (response.headersSent) throw error;
        writeFlaw({ status: 400, code: -32_600, message: messageOf(error) }, response);
      }
    },
    async close() {
      await Promise.all([talks.close(), sessions.close()]);
    },
  };
}

interface Modern {
  readonly bellhop: Bellhop;
  readonly logger: Logger;
  readonly talks: KeptOnes<Talk>;
  readonly who: McpOptions;
}

async function answerModern(
  { talks, who, bellhop, logger }: Modern,
  exchange: Exchange,
  response: ServerResponse,
): Promise<void> {
  const key = JSON.stringify(who);
  if (!talks.has(key) && !(await talks.put(key, new Talk(bellhop, who, logger))))
    return writeFlaw(
      { status: 503, code: -32_000, message: `${MCP_HTTP_KEPT_MAX} conversations are busy; try again.` },
      response,
    );
  await talks.use(key, (talk) => talk.answer(exchange, response));
}

/** One conversation with clients that speak 2026-07-28. */
class Talk {
  readonly #deliveries = new WeakMap<Request, Deliveries>();
  readonly #handler: ReturnType<typeof createMcpHandler>;
  readonly #watching: Watching;
  readonly #mailbox: ReturnType<typeof conversation>["mailbox"];

  constructor(bellhop: Bellhop, who: McpOptions, logger: Logger) {
    const talk = conversation(bellhop, who);
    this.#mailbox = talk.mailbox;
    this.#handler = createMcpHandler(
      ({ era, requestInfo }) => {
        const deliveries = (requestInfo && this.#deliveries.get(requestInfo)) ?? new Deliveries(talk.mailbox);
        return createServer({ conversation: talk, deliveries, era });
      },
      { legacy: "reject", onerror: (error) => logger.info(`MCP over HTTP: ${error.message}`) },
    );
    this.#watching = new Watching(talk.bellhop, (uri) => this.#handler.notify.resourceUpdated(uri));
  }

  async answer({ request, body }: Exchange, response: ServerResponse): Promise<void> {
    const deliveries = new Deliveries(this.#mailbox);
    this.#deliveries.set(request, deliveries);
    const uris = (listeningOf(body)?.uris ?? []).filter((uri) => this.#watching.watch(uri));
    try {
      const answer = await this.#handler.fetch(request, { parsedBody: body });
      const left = await writeResponse(answer, response);
      if (left) await deliveries.sent(idOf(body)).catch(() => undefined);
    } finally {
      deliveries.close();
      for (const uri of uris) this.#watching.unwatch(uri);
    }
  }

  async close(): Promise<void> {
    this.#watching.close();
    await this.#handler.close();
  }
}

function idOf(body: unknown): string | number {
  const id = isObject(body) ? body["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? id : "";
}
