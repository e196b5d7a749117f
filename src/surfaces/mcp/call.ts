import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";

import { toSnakeCase } from "../../base/case.ts";
import { isObject, parseJson } from "../../base/json.ts";
import type { ToldEvent } from "../../core/contract.ts";
import { MCP_WAIT_SECONDS } from "../../core/limits.ts";
import { truth } from "../tools/lenient.ts";
import type { ForegroundLimits } from "../tools/terminal-limits.ts";
import type { Conversation, McpTool } from "./conversation.ts";
import type { Deliveries } from "./deliveries.ts";
import { reportProgress } from "./progress.ts";

interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ServerContext;
}

/** Runs a tool, and adds what the caller must be told besides. Those events are taken once the answer has left. */
export async function callTool(talk: Conversation, deliveries: Deliveries, call: Call): Promise<CallToolResult> {
  const { id, signal } = call.context.mcpReq;
  if (!talk.tools.some(({ name }) => name === call.name)) throw unknownTool(call.name, talk.tools);
  deliveries.begin(id);
  const text = await runTool(talk, call);
  const told = signal.aborted ? [] : await talk.mailbox.take().catch(() => []); // The answer of the tool is worth more.
  deliveries.attach(
    id,
    told.map(({ eventId }) => eventId),
  );
  if (signal.aborted) deliveries.cancelled(id);
  else signal.addEventListener("abort", () => deliveries.cancelled(id), { once: true });
  return resultOf(text, told);
}

/** A tool tells what it starts, so that there is something to report while it waits for it. */
async function runTool(talk: Conversation, { name, args, context }: Call): Promise<string> {
  let watched = namedIn(args);
  const tool = talk.toolsOfCall((id) => (watched = id)).find((one) => one.name === name);
  if (!tool) throw unknownTool(name, talk.tools);
  const hasProgress = context.mcpReq._meta?.progressToken !== undefined;
  const stop = reportProgress(talk.bellhop, () => watched, context);
  const asked = hasProgress ? args : patient(name, args, talk.foreground);
  const running = tool.run(asked, { signal: context.mcpReq.signal });
  talk.calls.add(running);
  return running.finally(() => {
    talk.calls.delete(running);
    stop();
  });
}

/** The process that a call is about, or the first of several; empty when it names none. */
function namedIn({ session_id: one, session_ids: several }: Call["args"]): string {
  const first: unknown = Array.isArray(several) ? several[0] : one;
  return typeof first === "string" ? first : "";
}

function unknownTool(name: string, tools: readonly McpTool[]): ProtocolError {
  const known = tools.map((one) => one.name).join(", ");
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool ${JSON.stringify(name.slice(0, 80))}; there are ${known}.`,
  );
}

/**
 * A client that gets no progress may give the answer up after a minute. A wait that returns early costs nothing; a command in
 * the foreground that takes longer goes on in the background, where giving it up would have killed it.
 */
function patient(name: string, args: Call["args"], limits: ForegroundLimits): Call["args"] {
  const asked = args["timeout"] ?? null;
  const isWait = name === "process_manage" && args["action"] === "wait" && asked === null;
  const isForeground = name === "terminal" && truth(args["background"]) !== true && isLong(asked, limits);
  return isWait || isForeground ? { ...args, timeout: MCP_WAIT_SECONDS } : args;
}

/** What is above the cap is started in the background at once, and what is no number is for the tool to refuse. */
function isLong(asked: unknown, { defaultSeconds, maxSeconds }: ForegroundLimits): boolean {
  const seconds = asked === null ? defaultSeconds : Number(asked);
  return seconds > MCP_WAIT_SECONDS && seconds <= maxSeconds;
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
