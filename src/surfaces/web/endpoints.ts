import type { CallOperation, Operation } from "../../operations/operation.ts";

export type Method = "GET" | "POST" | "DELETE";

/** One address, and the operation that answers it. */
export interface Endpoint {
  readonly method: Method;
  /** `{id}` is the `session_id` of the operation. */
  readonly path: string;
  readonly operation: CallOperation;
  /** What the input always has: a page only looks, so it consumes nothing. */
  readonly fixed: Readonly<Record<string, unknown>>;
}

type Row = readonly [method: Method, path: string, operation: string, fixed?: Readonly<Record<string, unknown>>];

const ROWS: readonly Row[] = [
  ["GET", "/api/processes", "list"],
  ["POST", "/api/processes", "start"],
  ["GET", "/api/processes/{id}", "show"],
  ["DELETE", "/api/processes/{id}", "remove"],
  ["GET", "/api/processes/{id}/log", "log", { consume_output: false }],
  ["GET", "/api/processes/{id}/screen", "screen"],
  ["GET", "/api/processes/{id}/usage", "usage"],
  ["GET", "/api/processes/{id}/tree", "tree"],
  ["POST", "/api/processes/{id}/kill", "kill", { source: "bellhop.web", consume_output: false }],
  ["POST", "/api/processes/{id}/restart", "restart"],
  ["POST", "/api/processes/{id}/write", "write"],
  ["POST", "/api/processes/{id}/submit", "submit"],
  ["POST", "/api/processes/{id}/keys", "send_keys"],
  ["POST", "/api/processes/{id}/paste", "paste"],
  ["POST", "/api/processes/{id}/secret", "send_secret"],
  ["POST", "/api/processes/{id}/resize", "resize"],
  ["POST", "/api/processes/{id}/close-stdin", "close_stdin"],
  ["GET", "/api/events", "event_history"],
  ["POST", "/api/events/acknowledge", "acknowledge"],
];

/** The table of the API over the table of operations. Throws when an operation is not there: a fault of ours. */
export function endpointsOf(operations: readonly Operation[]): readonly Endpoint[] {
  return ROWS.map(([method, path, name, fixed = {}]) => {
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined || operation.kind === "stream") throw new Error(`No operation ${name} for ${path}.`);
    return { method, path, operation, fixed };
  });
}

/** The id in a path that fits `pattern`; empty when the pattern has none, null when it does not fit. */
export function idIn(pattern: string, pathname: string): string | null {
  const [before = "", after] = pattern.split("{id}");
  if (after === undefined) return pattern === pathname ? "" : null;
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return null;
  const id = pathname.slice(before.length, pathname.length - after.length);
  return id === "" || id.includes("/") ? null : decoded(id);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
