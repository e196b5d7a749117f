import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import { ensureToken } from "../../base/token-file.ts";
import { BellhopError, messageOf } from "../../core/errors.ts";
import { HTTP_CONNECTIONS_MAX, TOKEN_BYTES } from "../../core/limits.ts";
import type { Logger } from "../../ports/logger.ts";
import { admit, cookieFor, type Guarded, isSame, strangerRefusal, type Visitor } from "./http-guard.ts";

/** What answers the requests below some paths. It has the request only after its sender was proved. */
export interface HttpRoute {
  /** What there is, for whoever asks for something else. */
  readonly path: string;
  /** Whether the path is one of its. Default: it is `path`. */
  matches?(pathname: string): boolean;
  /** Whom it answers. Default: programs only. */
  readonly visitors?: ReadonlySet<Visitor>;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
  /** Ends what is in progress. */
  close(): Promise<void>;
}

export interface HttpOptions {
  readonly home: string;
  /** 0: any free one. */
  readonly port: number;
  readonly routes: readonly HttpRoute[];
  readonly logger: Logger;
}

export interface HttpFace {
  readonly port: number;
  /** How many are connected now. */
  connections(): number;
  close(): Promise<void>;
}

/** Only programs on this machine reach it. */
const LOOPBACK = "127.0.0.1";

/** Serves a home over HTTP, on the loopback address alone, to whoever has its token. Throws `home_unusable` when the port is taken. */
export async function serveHttp({ home, port, routes, logger }: HttpOptions): Promise<HttpFace> {
  const token = ensureToken(home, () => randomBytes(TOKEN_BYTES).toString("base64url"));
  const server = createServer();
  server.maxConnections = HTTP_CONNECTIONS_MAX;
  await listenOn(server, port);
  const address = server.address();
  const actual = typeof address === "object" && address !== null ? address.port : port;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    answer({ token, port: actual, routes }, request, response).catch((error: unknown) => {
      logger.warn(`A request over HTTP failed: ${error instanceof Error ? error.stack : String(error)}`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, "Bellhop failed; its log says why.");
    });
  });
  server.on("error", (error) => logger.warn(`The HTTP server failed: ${error.message}`));
  let connections = 0;
  server.on("connection", (socket) => {
    connections += 1;
    socket.once("close", () => (connections -= 1));
  });
  return { port: actual, connections: () => connections, close: () => close(server, routes) };
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void =>
      reject(
        new BellhopError(
          "home_unusable",
          `HTTP cannot be served on ${LOOPBACK}:${port}: ${messageOf(error)}. Choose another port (http.port).`,
        ),
      );
    server.once("error", onError);
    server.listen({ host: LOOPBACK, port }, () => {
      server.off("error", onError);
      resolve();
    });
  });
}

interface Door {
  readonly token: string;
  readonly port: number;
  readonly routes: readonly HttpRoute[];
}

async function answer(
  { token, port, routes }: Door,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const address = `http://${LOOPBACK}:${port}${request.url ?? "/"}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && signIn({ token, port }, { request, response, url })) return;
  const visitor = admit({ method: request.method ?? "GET", headers: request.headers }, { token, port });
  if (typeof visitor === "object") {
    if (visitor.status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="bellhop"');
    return refuse(response, visitor.status, visitor.message);
  }
  const route = routes.find((one) => url !== undefined && isRouteOf(one, url.pathname, visitor));
  if (!url || !route) return refuse(response, 404, `There is ${routes.map(({ path }) => path).join(", ")} here.`);
  await route.handle(request, response, url);
}

function isRouteOf({ path, matches, visitors = PROGRAMS }: HttpRoute, pathname: string, visitor: Visitor): boolean {
  return visitors.has(visitor) && (matches?.(pathname) ?? pathname === path);
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

const PROGRAMS: ReadonlySet<Visitor> = new Set(["program"]);

/**
 * The link of `bellhop web`: the one place where the token may stand in an address. The browser gets a cookie for it, and is
 * sent on, so that the token is in no history and no `Referer`. True: it was answered.
 */
function signIn({ token, port }: Guarded, { request: { method, headers }, response, url }: Exchange): boolean {
  const given = url.searchParams.get("token");
  if (method !== "GET" || url.pathname !== "/" || given === null || strangerRefusal(headers, port)) return false;
  if (!isSame(given, token)) return false;
  const common = {
    "Set-Cookie": cookieFor({ token, port }),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  };
  // A browser that comes from a link on another page sends no strict cookie on the way that a redirect is part of.
  if ((headers["sec-fetch-site"] ?? "none") === "none") response.writeHead(303, { ...common, Location: "/" }).end();
  else
    response.writeHead(200, { ...common, "Content-Type": "text/html; charset=utf-8", ...NOTHING_BESIDE }).end(ONWARD);
  return true;
}

const ONWARD = '<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Bellhop</title>';
const NOTHING_BESIDE = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(`${JSON.stringify({ error: message })}\n`);
}

async function close(server: Server, routes: readonly HttpRoute[]): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await Promise.all(routes.map((route) => route.close()));
  server.closeAllConnections();
  await closed;
}
