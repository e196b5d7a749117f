import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { BellhopError } from "../../../core/errors.ts";
import type { McpOptions } from "../../mcp/options.ts";
import type { Context, Invocation } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop mcp`: serves one client on stdin and stdout; with `--http` it says how to reach the daemon instead. */
export async function mcp(context: Context, invocation: Invocation): Promise<number> {
  const options = optionsOf(invocation);
  if (invocation.options.flag("http")) return tellAddress(context, invocation, options);
  await context.serveMcp(invocation.home, options);
  return EXIT.ok;
}

function optionsOf({ options }: Invocation): McpOptions {
  const ownerTaskId = options.text("owner");
  const environment = options.text("backend");
  return {
    sessionKey: options.text("session") || `mcp-${randomBytes(6).toString("hex")}`,
    ...(ownerTaskId !== undefined && { ownerTaskId }),
    ...(environment !== undefined && { environment }),
    allProcesses: options.text("scope") === "all",
    readOnly: options.flag("read-only"),
    allow: options.list("allow"),
    deny: options.list("deny"),
  };
}

interface Status {
  readonly home: string;
  readonly httpPort?: number;
}

async function tellAddress(context: Context, invocation: Invocation, options: McpOptions): Promise<number> {
  return withRemote(context, invocation, async (remote) => {
    const { home, httpPort } = (await ask<Status>(remote, "daemon_status", {})).value;
    if (httpPort === undefined)
      throw new BellhopError(
        "daemon_unreachable",
        'The daemon does not serve HTTP. Set {"http": {"port": 7711}} in config.json and run bellhop daemon stop, or run bellhop daemon run --http 7711.',
      );
    const url = `http://127.0.0.1:${httpPort}/mcp?${queryOf(options)}`;
    const tokenFile = join(home, "token");
    await context.terminal.out(
      invocation.json
        ? jsonLine({ url, token_file: tokenFile, header: "Authorization: Bearer TOKEN" })
        : `${url}\n\nSend with each request the header: Authorization: Bearer TOKEN\nTOKEN is what this prints:             cat ${tokenFile}\nFor example:\n  claude mcp add --transport http bellhop '${url}' --header "Authorization: Bearer $(cat ${tokenFile})"\n`,
    );
    return EXIT.ok;
  });
}

/** What the server over HTTP reads from its address. */
function queryOf({ sessionKey, ownerTaskId, environment, allProcesses, readOnly, allow, deny }: McpOptions): string {
  const query = new URLSearchParams({ session: sessionKey });
  if (ownerTaskId) query.set("owner", ownerTaskId);
  if (environment) query.set("backend", environment);
  if (allProcesses) query.set("scope", "all");
  if (readOnly) query.set("read_only", "1");
  for (const rule of allow) query.append("allow", rule);
  for (const rule of deny) query.append("deny", rule);
  return query.toString();
}
