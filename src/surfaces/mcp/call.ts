import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";

import { toSnakeCase } from "../../base/case.ts";
import { isObject, parseJson } from "../../base/json.ts";
import type { ToldEvent } from "../../core/contract.ts";
import { MCP_WAIT_SECONDS } from "../../core/limits.ts";
import type { Conversation, McpTool } from "./conversation.ts";
import type { Deliveries } from "./deliveries.ts";
import { reportProgress } from "./progress.ts";

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a tool, and adds what the caller must be told besides. Those events are taken once the answer has left. */
export async function callTool(
  { tools, bellhop, mailbox }: Conversation,
  deliveries: Deliveries,
  { name, args, context }: Call,
): Promise<CallToolResult> {
  const { id, signal } = context.mcpReq;
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw unknownTool(name, tools);
  deliveries.begin(id);
  const stop = reportProgress(bellhop, args, context);
  const text = await tool.run(patient(tool, args, context), { signal }).finally(stop);
  const told = signal.aborted ? [] : await mailbox.take().catch(() => []); // The answer of the tool is worth more.
  deliveries.attach(
    id,
    told.map(({ eventId }) => eventId),
  );
  if (signal.aborted) deliveries.cancelled(id);
  else signal.addEventListener("abort", () => deliveries.cancelled(id), { once: true });
  return resultOf(text, told);
}

function unknownTool(name: string, tools: readonly McpTool[]): ProtocolError {
  const known = tools.map((one) => one.name).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${known}.`,
  );
}

/** A client that gets no progress may give the answer up after a minute, and a wait that returns early costs nothing. */
function patient(tool: McpTool, args: Call["args"], { mcpReq }: ServerContext): Call["args"] {
  const isWait = tool.name === "process_manage" && args["action"] === "wait";
  if (!isWait || mcpReq._meta?.progressToken !== undefined || (args["timeout"] ?? null) !== null) return args;
  return { ...args, timeout: MCP_WAIT_SECONDS };
}

/**
 * The tool's JSON as it is, the events as a second text, since many clients show the model nothing else, and both as an object.
 */
function resultOf(text: string, told: readonly ToldEvent[]): CallToolResult {
  const parsed = parseJson(text);
  const answer = isObject(parsed) ? parsed : { result: parsed ?? null };
  const pending = told.map(({ eventId, event, text }) => ({
    eventId,
    type: event.type,
    ...("sessionId" in event && event.sessionId !== "" && { sessionId: event.sessionId }),
    text,
  }));
  return {
    content: [
      { type: "text", text },
      ...(told.length > 0 ? [{ type: "text" as const, text: told.map((one) => one.text).join("\n\n") }] : []),
    ],
    structuredContent: { ...answer, ...(told.length > 0 && { pending_events: toSnakeCase(pending) }) },
    ...(isFailure(answer) && { isError: true }),
  };
}

function isFailure({ error }: Readonly<Record<string, unknown>>): boolean {
  return typeof error === "string" && error !== "";
}
