import { createServer, type Server, type Socket } from "node:net";

import { ClientConnection } from "./connection.ts";
import { listen } from "./listen.ts";
import type { Service } from "./settings.ts";

export interface DaemonServer {
  /** Where it listens. */
  readonly path: string;
  connections(): number;
  /** Stops listening, tells every client why, and resolves when all of them are gone. */
  close(reason: string): Promise<void>;
}

export interface ServeOptions extends Service {
  /** Called when a client comes or goes. */
  readonly onTraffic?: () => void;
  /** Where the runtime directory is looked for. @default the environment of this program */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Serves a home on its Unix socket. The caller owns the home. */
export async function serve(options: ServeOptions): Promise<DaemonServer> {
  const clients = new Map<Socket, ClientConnection>();
  const server = createServer((socket) => accept(socket, clients, options));
  const path = await listen(server, options.hello.home, options.env);
  server.on("error", (error) => options.logger.warn(`The socket ${path} failed: ${error.message}`));
  return { path, connections: () => clients.size, close: (reason) => close(server, clients, reason) };
}

function accept(socket: Socket, clients: Map<Socket, ClientConnection>, options: ServeOptions): void {
  const { connectionsMax } = options.limits;
  const client = new ClientConnection(socket, options);
  if (clients.size >= connectionsMax) {
    return client.refuse(
      "daemon_unreachable",
      `The daemon has ${connectionsMax} clients, which is its most; close some.`,
    );
  }
  clients.set(socket, client);
  options.onTraffic?.();
  socket.on("close", () => {
    clients.delete(socket);
    options.onTraffic?.();
  });
}

async function close(server: Server, clients: Map<Socket, ClientConnection>, reason: string): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const client of clients.values()) client.goodbye(reason);
  await closed;
}
