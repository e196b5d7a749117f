import type { IncomingMessage, ServerResponse } from "node:http";

import { HTTP_BODY_MAX_BYTES, UNREAD_MAX_BYTES } from "../../core/limits.ts";

/** One request over HTTP, as the SDK takes it. */
export interface Exchange {
  readonly request: Request;
  /** The JSON of the body; undefined when there is none. */
  readonly body: unknown;
}

/** What is wrong with a request, to be answered with this status. */
export interface Flaw {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

/** Reads a request. Its signal aborts when the client has gone before it was answered. */
export async function readExchange(
  incoming: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<Exchange | Flaw> {
  const gone = new AbortController();
  response.once("close", () => response.writableFinished || gone.abort());
  const method = incoming.method ?? "GET";
  const init = { method, headers: headersOf(incoming), signal: gone.signal };
  if (method !== "POST") return { request: new Request(url, init), body: undefined };
  const bytes = await bodyOf(incoming);
  if (bytes === undefined)
    return { status: 413, code: -32_000, message: `The body is longer than ${HTTP_BODY_MAX_BYTES} bytes.` };
  try {
    const body = JSON.parse(bytes.toString("utf8")) as unknown;
    return { request: new Request(url, { ...init, body: new Uint8Array(bytes) }), body };
  } catch {
    return { status: 400, code: -32_700, message: "The body is not JSON." };
  }
}

/** Writes what the SDK answers. Resolves with whether all of it has left. A client that does not read is disconnected. */
export async function writeResponse(answer: Response, response: ServerResponse): Promise<boolean> {
  const left = new Promise<boolean>((resolve) => response.once("close", () => resolve(response.writableFinished)));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders(); // A stream may have nothing to say for a long time.
  const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader();
  response.once("close", () => void reader?.cancel().catch(() => undefined));
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    response.write(next.value);
    if (response.writableLength > UNREAD_MAX_BYTES) response.destroy();
  }
  if (!response.destroyed) response.end();
  return left;
}

export function writeFlaw({ status, code, message }: Flaw, response: ServerResponse): void {
  response.writeHead(status, { "Content-Type": "application/json", ...(status === 413 && { Connection: "close" }) });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message } }));
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}

/** Undefined when it is too long; the rest is not read. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > HTTP_BODY_MAX_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
