import { homeContext } from "../../base/caller.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Logger } from "../../ports/logger.ts";
import type { McpHttp } from "./http.ts";
import { orMissingSdk } from "./missing-sdk.ts";

/** MCP as a route of the daemon's HTTP server. The SDK is loaded here, since most daemons never need it. */
export async function mcpRoute(bellhop: Bellhop, logger: Logger): Promise<McpHttp & { readonly path: string }> {
  const { mcpOverHttp } = await import("./http.ts").catch(orMissingSdk);
  return { path: "/mcp", ...mcpOverHttp({ bellhop, logger, caller: homeContext() }) };
}
