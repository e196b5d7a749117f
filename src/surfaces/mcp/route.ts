import { homedir } from "node:os";

import { callerContext } from "../../base/caller.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Logger } from "../../ports/logger.ts";
import type { McpHttp } from "./http.ts";
import { orMissingSdk } from "./missing-sdk.ts";

/** What a user's files usually begin with; the daemon's own files are stricter. */
const JOB_UMASK = 0o022;

/** MCP as a route of the daemon's HTTP server. The SDK is loaded here, since most daemons never need it. */
export async function mcpRoute(bellhop: Bellhop, logger: Logger): Promise<McpHttp & { readonly path: string }> {
  const { mcpOverHttp } = await import("./http.ts").catch(orMissingSdk);
  const { env } = callerContext();
  const caller = { env: withoutConversation(env), cwd: homedir(), umask: JOB_UMASK };
  return { path: "/mcp", ...mcpOverHttp({ bellhop, logger, caller }) };
}

/** The daemon may have been started by somebody's job; its clients are in no chat of that one. */
function withoutConversation(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("BELLHOP_SESSION_")));
}
