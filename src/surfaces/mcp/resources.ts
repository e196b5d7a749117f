import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from "@modelcontextprotocol/server";

import { toSnakeCase } from "../../base/case.ts";
import { LIST_COMMAND_CHARS } from "../../core/limits.ts";
import type { LogResult } from "../../core/results.ts";
import type { Conversation } from "./conversation.ts";

/** The waiting events of the caller. Reading it takes none of them: they come with the next answer of a tool. */
export const EVENTS_URI = "bellhop://events";

function logUri(id: string): string {
  return `bellhop://process/${encodeURIComponent(id)}/log`;
}

/** The id in the address of a log; undefined when it is none. */
export function logIdOf(uri: string): string | undefined {
  const encoded = /^bellhop:\/\/process\/([^/?#]+)\/log$/.exec(uri)?.[1];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The events, and the log of each process that runs. */
export async function listResources({ bellhop }: Conversation): Promise<ListResourcesResult> {
  const running = await bellhop.list({ includeRetained: false });
  const logs = running.map((entry) => ({
    uri: logUri(entry.sessionId),
    name: entry.name || entry.sessionId,
    description: `Output of: ${entry.command.slice(0, LIST_COMMAND_CHARS)}`,
    mimeType: "text/plain",
  }));
  const events = {
    uri: EVENTS_URI,
    name: "events",
    description: "What happened and was not told yet.",
    mimeType: "application/json",
  };
  return { resources: [events, ...logs] };
}

export function listTemplates(): ListResourceTemplatesResult {
  const log = {
    uriTemplate: "bellhop://process/{id}/log",
    name: "log",
    description: "The last lines of the output of a process that runs or has ended.",
    mimeType: "text/plain",
  };
  return { resourceTemplates: [log] };
}

export async function readResource(conversation: Conversation, uri: string): Promise<ReadResourceResult> {
  if (uri === EVENTS_URI) return readEvents(conversation);
  const id = logIdOf(uri);
  const log = id === undefined ? undefined : await conversation.bellhop.log(id, { consumeOutput: false });
  if (log === undefined || !("output" in log)) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType: "text/plain", text: log.output, _meta: aboutLog(log) }] };
}

async function readEvents({ mailbox }: Conversation): Promise<ReadResourceResult> {
  const events = (await mailbox.waiting()).map(({ eventId, event, text }) => ({ eventId, event, text }));
  return {
    contents: [
      { uri: EVENTS_URI, mimeType: "application/json", text: JSON.stringify({ events: toSnakeCase(events) }) },
    ],
  };
}

/** What the text does not say: which part of the output it is, and how the process is. */
function aboutLog(log: LogResult): Record<string, unknown> {
  return { bellhop: toSnakeCase({ ...log, output: undefined, command: undefined, sessionId: undefined }) };
}
