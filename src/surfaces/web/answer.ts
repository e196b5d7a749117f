import type { IncomingMessage, ServerResponse } from "node:http";

import { isBellhopError, messageOf } from "../../core/errors.ts";
import { HTTP_BODY_MAX_BYTES } from "../../core/limits.ts";

/** What every answer says: it is for our own page alone, may run only what we serve, and is what it says it is. */
const SAFE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** A refusal with its status; its message is for whoever asked. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function begin(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | number>>,
): void {
  response.writeHead(status, { "Cache-Control": "no-store", ...SAFE_HEADERS, ...headers });
}

export function sendText(response: ServerResponse, contentType: string, text: string): void {
  begin(response, 200, { "Content-Type": contentType, "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = `${JSON.stringify(value)}\n`;
  begin(response, status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.end(text);
}

/** What went wrong, as an answer: `invalid_argument` is the sender's fault, everything that is not known is ours. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  sendJson(response, statusOf(error), { error: messageOf(error), ...(isBellhopError(error) && { code: error.code }) });
}

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  invalid_argument: 400,
  not_found: 404,
  ambiguous_id: 409,
  start_failed: 422,
  too_many_processes: 429,
};

function statusOf(error: unknown): number {
  if (error instanceof HttpError) return error.status;
  return (isBellhopError(error) ? STATUS_BY_CODE[error.code] : undefined) ?? 500;
}

/** The JSON object of a body; empty when there is none. Only JSON is read: a form of another site cannot send that unasked. */
export async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await collect(request);
  if (bytes.length === 0) return {};
  if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
    throw new HttpError(415, "The body must be application/json.");
  const value = parse(bytes.toString("utf8"));
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new HttpError(400, "The body must be a JSON object.");
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, "The body is not JSON.");
  }
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > HTTP_BODY_MAX_BYTES) throw new HttpError(413, `The body is longer than ${HTTP_BODY_MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
