import { type IncomingHttpHeaders, request } from "node:http";
import { onTestFinished } from "vitest";

import { readToken } from "../../src/base/token-file.ts";
import { systemClock } from "../../src/adapters/clock/system.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { operations } from "../../src/operations/index.ts";
import type { Registry } from "../../src/registry/registry.ts";
import { serveHttp } from "../../src/surfaces/daemon/http.ts";
import { webRoute } from "../../src/surfaces/web/route.ts";

export interface Site {
  readonly port: number;
  readonly token: string;
  connections(): number;
}

/** The page and its API over a registry in this program, until the test has finished. */
export async function webOver(registry: Registry, clock: Clock = systemClock): Promise<Site> {
  const logger = { info: () => undefined, warn: () => undefined };
  const routes = [webRoute({ bellhop: registry, operations, version: "1.2.3", clock, logger })];
  const face = await serveHttp({ home: registry.home, port: 0, routes, logger });
  onTestFinished(() => face.close());
  return { ...face, token: readToken(registry.home) ?? "" };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parts that tests ask for; what was not answered is undefined all the same. */
  readonly json: Said;
}

export interface Said {
  readonly session_id: string;
  readonly status: string;
  readonly error: string;
  readonly output: string;
  readonly rows: readonly string[];
  readonly processes: readonly unknown[];
  readonly points: readonly unknown[];
  readonly events: readonly SaidEvent[];
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, SaidOperation>>>>;
}

export interface SaidEvent {
  readonly queued_at: string;
  readonly taken_at?: string;
}

interface SaidOperation {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly required: readonly string[] } }>>;
  };
}

export interface Wish {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
}

/** One request as it is said, on a connection of its own. */
export function send(port: number, path: string, { method, headers = {}, body }: Wish = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const verb = method ?? (body === undefined ? "GET" : "POST");
    const type = body === undefined ? {} : { "Content-Type": "application/json" };
    const sent = request(
      { host: "127.0.0.1", port, path, method: verb, headers: { ...type, ...headers }, agent: false },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parsed(text) as Said }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function bearer({ token }: Site): Readonly<Record<string, string>> {
  return { Authorization: `Bearer ${token}` };
}

/** What a browser keeps after it has opened the link. */
export async function cookieOf({ port, token }: Site): Promise<string> {
  const { headers } = await send(port, `/?token=${token}`);
  return headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
}
