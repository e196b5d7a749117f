import { McpServer, ResourceNotFoundError } from "@modelcontextprotocol/server";
import type { McpRequestContext, ServerContext, Tool as ToolOfMcp } from "@modelcontextprotocol/server";

import { toSnakeCase } from "../../base/case.ts";
import { packageVersion } from "../../base/version.ts";
import { callTool } from "./call.ts";
import type { Conversation } from "./conversation.ts";
import type { Deliveries } from "./deliveries.ts";
import { listResources, listTemplates, readResource } from "./resources.ts";
import { eachEvent, Watching } from "./watching.ts";

const INSTRUCTIONS =
  "Runs commands that take long or wait for input. What is started in the background survives you and this connection. " +
  "What happens meanwhile (a command has ended, a line was printed) is told with the next answer of any of these tools.";

export interface ServerParts {
  readonly conversation: Conversation;
  /** Of this connection, or of this request. */
  readonly deliveries: Deliveries;
  readonly era: McpRequestContext["era"];
}

/** One server of the protocol, for one connection (or one request, over HTTP), in the version that its client speaks. */
export function createServer({ conversation, deliveries, era }: ServerParts): McpServer {
  const mcp = new McpServer(
    { name: "bellhop", title: "Bellhop", version: packageVersion() },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        ...(era === "legacy" && { logging: {} }),
      },
      instructions: INSTRUCTIONS,
    },
  );
  serveTools(mcp, conversation, deliveries);
  serveResources(mcp, conversation);
  if (era === "legacy") serveOldClients(mcp, conversation);
  return mcp;
}

function serveTools({ server }: McpServer, conversation: Conversation, deliveries: Deliveries): void {
  server.setRequestHandler("tools/list", () => ({
    tools: conversation.tools.map(({ name, description, inputSchema, facts }) => ({
      name,
      description,
      title: facts.annotations.title,
      inputSchema: inputSchema as ToolOfMcp["inputSchema"],
      outputSchema: facts.outputSchema as NonNullable<ToolOfMcp["outputSchema"]>,
      annotations: facts.annotations,
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context: ServerContext) =>
    callTool(conversation, deliveries, { name: params.name, args: params.arguments ?? {}, context }),
  );
}

function serveResources({ server }: McpServer, conversation: Conversation): void {
  server.setRequestHandler("resources/list", () => listResources(conversation));
  server.setRequestHandler("resources/templates/list", () => listTemplates());
  server.setRequestHandler("resources/read", ({ params }) => readResource(conversation, params.uri));
}

/**
 * What clients of the versions before 2026-07-28 have: subscriptions one by one, and messages, which tell them of events
 * as they happen. Telling takes no event: many clients show such messages to nobody.
 */
function serveOldClients(mcp: McpServer, { bellhop }: Conversation): void {
  const { server } = mcp;
  const over = new AbortController();
  const watching = new Watching(bellhop, (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined));
  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    if (!watching.watch(uri)) throw new ResourceNotFoundError(uri);
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    watching.unwatch(uri);
    return {};
  });
  server.oninitialized = () => {
    const telling = eachEvent(bellhop, ({ eventId, event, text }) => void tell({ eventId, event, text }), over.signal);
    telling.catch(() => undefined);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- The SDK has no other way.
  server.onclose = () => {
    over.abort();
    watching.close();
  };
  const tell = async (told: object): Promise<void> => {
    const message = { level: "notice" as const, logger: "bellhop", data: toSnakeCase(told) };
    // oxlint-disable-next-line typescript/no-deprecated -- Deprecated in the version that these clients do not speak.
    await server.sendLoggingMessage(message).catch(() => undefined);
  };
}
