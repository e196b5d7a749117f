import type { ServerContext } from "@modelcontextprotocol/server";

import type { Bellhop } from "../../core/contract.ts";
import { MCP_PROGRESS_MS } from "../../core/limits.ts";

/** Characters of the last line of output in a notification of progress. */
const LINE_MAX_CHARS = 200;

/**
 * Tells a client that asked for it that its call goes on: seconds gone by, and the last line that the process of the id that
 * `watched` gives has printed. The returned function ends that.
 */
export function reportProgress(bellhop: Bellhop, watched: () => string, { mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  const began = performance.now();
  let over = false;
  const tell = async (): Promise<void> => {
    const line = await lastLine(bellhop, watched());
    if (over) return;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const message = line === "" ? `It still runs after ${seconds} s.` : line;
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: seconds, message } });
  };
  const timer = setInterval(() => void tell().catch(() => undefined), MCP_PROGRESS_MS);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

/** A courtesy: what goes wrong here is told by the call itself. It takes no event away. */
async function lastLine(bellhop: Bellhop, id: string): Promise<string> {
  if (id === "") return "";
  try {
    const answer = await bellhop.log(id, { limit: 1, consumeOutput: false });
    return "output" in answer ? answer.output.trim().slice(0, LINE_MAX_CHARS) : "";
  } catch {
    return "";
  }
}
