import { join } from "node:path";
import type { IncomingMessage, ServerResponse } from "node:http";

import { homeContext } from "../../base/caller.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { HttpError, sendError, sendJson, sendText } from "./answer.ts";
import { type Api, callApi } from "./api.ts";
import { download } from "./download.ts";
import { endpointsOf, idIn } from "./endpoints.ts";
import { find } from "./find.ts";
import { Files } from "./files.ts";
import { metrics } from "./metrics.ts";
import { openApi } from "./openapi.ts";
import { Streams } from "./stream.ts";
import { Throttle } from "./throttle.ts";

export interface WebOptions {
  readonly bellhop: Bellhop;
  readonly operations: readonly Operation[];
  readonly version: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface WebRoute {
  readonly path: string;
  readonly visitors: ReadonlySet<"program" | "page">;
  matches(pathname: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  close(): Promise<void>;
}

/** Where the build puts the page. */
const PAGE_DIRECTORY = join(import.meta.dirname, "..", "..", "web");

/** The page and the API under it. A request comes here only after its sender was proved. */
export function webRoute(options: WebOptions): WebRoute {
  const web = new Web(options);
  return {
    path: "/, /api, /metrics",
    visitors: new Set(["program", "page"]),
    matches: (pathname) => pathname === "/" || /^\/(?:api|metrics)(?:\/|$)/.test(pathname) || web.files.has(pathname),
    handle: async (request, response, url) => {
      await web.answer(request, response, url).catch((error: unknown) => {
        if (!(error instanceof HttpError)) options.logger.info(`The page asked for ${url.pathname}: ${String(error)}`);
        sendError(response, error);
      });
    },
    close: async () => web.close(),
  };
}

class Web {
  readonly files = new Files(PAGE_DIRECTORY);
  readonly #options: WebOptions;
  readonly #api: Api;
  readonly #streams: Streams;
  readonly #throttle: Throttle;

  constructor(options: WebOptions) {
    this.#options = options;
    this.#api = { bellhop: options.bellhop, endpoints: endpointsOf(options.operations), caller: homeContext() };
    this.#streams = new Streams(options.bellhop, options.clock);
    this.#throttle = new Throttle(options.clock);
  }

  async answer(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const { bellhop, version } = this.#options;
    const { pathname, searchParams } = url;
    if (!this.#throttle.admits()) throw new HttpError(429, "Too many requests; wait a second.");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const downloaded = isRead ? idIn("/api/processes/{id}/download", pathname) : null;
    const searched = isRead ? idIn("/api/processes/{id}/find", pathname) : null;
    if (!/^\/(?:api|metrics)(?:\/|$)/.test(pathname)) this.files.serve(request, response, pathname);
    else if (isRead && pathname === "/api/stream") await this.#streams.serve(response, searchParams);
    else if (isRead && pathname === "/metrics")
      sendText(response, "text/plain; version=0.0.4; charset=utf-8", await metrics(bellhop, version));
    else if (isRead && pathname === "/api/openapi.json") sendJson(response, 200, openApi(this.#api.endpoints, version));
    else if (downloaded !== null) await download(bellhop, downloaded, response);
    else if (searched !== null) sendJson(response, 200, await find(bellhop, searched, searchParams));
    else await callApi(this.#api, { request, response, url });
  }

  close(): void {
    this.#streams.close();
  }
}
