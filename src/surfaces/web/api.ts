import type { IncomingMessage, ServerResponse } from "node:http";

import { isObject } from "../../base/json.ts";
import type { Bellhop, CallerContext } from "../../core/contract.ts";
import { HttpError, readBody, sendJson } from "./answer.ts";
import { type Endpoint, idIn } from "./endpoints.ts";
import { inputFromQuery } from "./query.ts";

export interface Api {
  readonly bellhop: Bellhop;
  readonly endpoints: readonly Endpoint[];
  /** What jobs take over: a page sends no environment of its own. */
  readonly caller: CallerContext;
}

export interface Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
}

/** Answers one request of the API with what its operation answers. */
export async function callApi({ bellhop, endpoints, caller }: Api, { request, response, url }: Request): Promise<void> {
  const { endpoint, id } = find(endpoints, request.method ?? "GET", url.pathname);
  const { operation, fixed } = endpoint;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const given = endpoint.method === "POST" ? await readBody(request) : inputFromQuery(operation, url.searchParams);
  const started = operation.name === "start" ? { caller } : {};
  const input = { ...given, ...(id !== "" && { session_id: id }), ...fixed, ...started };
  const answer = await operation.run({ bellhop, signal: gone.signal }, input);
  if (!gone.signal.aborted) sendJson(response, statusOf(answer), answer);
}

function find(endpoints: readonly Endpoint[], method: string, pathname: string) {
  const fitting = endpoints.flatMap((endpoint) => {
    const id = idIn(endpoint.path, pathname);
    return id === null ? [] : [{ endpoint, id }];
  });
  const found = fitting.find(({ endpoint }) => endpoint.method === method);
  if (found) return found;
  if (fitting.length === 0)
    throw new HttpError(404, "There is nothing at this address; GET /api/openapi.json lists all.");
  throw new HttpError(405, `Here it is ${fitting.map(({ endpoint }) => endpoint.method).join(" or ")}.`);
}

/** An expected outcome is a value with a status; a program that speaks HTTP looks at the number. */
function statusOf(answer: unknown): number {
  const status = isObject(answer) ? answer["status"] : undefined;
  if (status === "not_found") return 404;
  return status === "error" || status === "already_exited" ? 409 : 200;
}
