import type { JSONRPCMessage, McpServer, Transport } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

import { deferred } from "../../base/deferred.ts";
import type { Bellhop } from "../../core/contract.ts";
import { conversation } from "./conversation.ts";
import { Deliveries } from "./deliveries.ts";
import { cancelledBy, listeningOf } from "./listening.ts";
import type { McpOptions } from "./options.ts";
import { createServer } from "./server.ts";
import { Watching } from "./watching.ts";

/** Serves one client on standard input and output, until it closes our input. What it started in the background runs on. */
export async function serveOverStdio(bellhop: Bellhop, options: McpOptions): Promise<void> {
  const talk = conversation(bellhop, options);
  const deliveries = new Deliveries(talk.mailbox, { cancelledIsLost: true });
  const closed = deferred<void>();
  let modern: McpServer | undefined;
  // Clients that speak 2026-07-28 subscribe with a request that the SDK answers by itself.
  const watching = new Watching(
    talk.bellhop,
    (uri) => void modern?.server.sendResourceUpdated({ uri }).catch(() => undefined),
  );
  const wire = new Wire({ deliveries, watching, onClose: closed.resolve });
  const handle = serveStdio(
    ({ era }) => {
      const server = createServer({ conversation: talk, deliveries, era });
      modern = era === "modern" ? server : undefined;
      return server;
    },
    { transport: wire },
  );
  await closed.promise;
  deliveries.close();
  watching.close();
  await handle.close();
  await Promise.allSettled(talk.calls); // A command in the foreground ends with its call.
}

interface WireOptions {
  readonly deliveries: Deliveries;
  readonly watching: Watching;
  readonly onClose: () => void;
}

/** The two streams. It sees which answers have left, and what is listened for. */
class Wire implements Transport {
  readonly #inner = new StdioServerTransport();
  readonly #options: WireOptions;
  readonly #listening = new Map<string | number, readonly string[]>();
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;

  constructor(options: WireOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    /* oxlint-disable unicorn/prefer-add-event-listener -- The SDK has no other way. */
    this.#inner.onmessage = (message) => {
      this.#look(message);
      this.onmessage?.(message);
    };
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => {
      this.#options.onClose();
      this.onclose?.();
    };
    /* oxlint-enable unicorn/prefer-add-event-listener */
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if ("result" in message) await this.#options.deliveries.sent(message.id).catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #look(message: JSONRPCMessage): void {
    const listening = listeningOf(message);
    if (listening) {
      const { id, uris } = listening;
      this.#listening.set(
        id,
        uris.filter((uri) => this.#options.watching.watch(uri)),
      );
    }
    const cancelled = cancelledBy(message);
    if (cancelled === undefined) return;
    for (const uri of this.#listening.get(cancelled) ?? []) this.#options.watching.unwatch(uri);
    this.#listening.delete(cancelled);
  }
}
