import { invalidArgument } from "../../core/errors.ts";
import { SHORT_TEXT_MAX_CHARS } from "../../core/limits.ts";
import type { McpOptions } from "./options.ts";

/** The conversation of clients that name none. */
const SHARED_SESSION = "mcp-http";

/** What the address of the server over HTTP says of its client: `?session=KEY&owner=TASK&backend=B&scope=all&read_only=1&allow=…&deny=…`. */
export function optionsOf({ searchParams }: URL): McpOptions {
  const sessionKey = short("session", searchParams) ?? SHARED_SESSION;
  const ownerTaskId = short("owner", searchParams);
  const environment = short("backend", searchParams);
  const scope = searchParams.get("scope") ?? "own";
  if (scope !== "own" && scope !== "all") throw invalidArgument("scope", "own or all", scope);
  return {
    sessionKey,
    ...(ownerTaskId !== undefined && { ownerTaskId }),
    ...(environment !== undefined && { environment }),
    allProcesses: scope === "all",
    readOnly: searchParams.get("read_only") === "1",
    allow: searchParams.getAll("allow"),
    deny: searchParams.getAll("deny"),
  };
}

function short(name: string, searchParams: URLSearchParams): string | undefined {
  const value = searchParams.get(name) || undefined;
  if (value !== undefined && (value.length > SHORT_TEXT_MAX_CHARS || value.includes("\0")))
    throw invalidArgument(name, `a text of at most ${SHORT_TEXT_MAX_CHARS} characters`, value);
  return value;
}
