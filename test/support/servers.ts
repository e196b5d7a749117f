import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** A port that nothing listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = await listenOn(0, "127.0.0.1");
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Listens in this program, until the test has finished. Whoever connects is cut off. */
export async function listenOn(port: number, host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, ipv6Only: host === "::" }, resolve);
  });
  onTestFinished(() => void server.close());
  return server;
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A shell command that serves pages with `status` on the port. */
export function serving(port: number, { host = "127.0.0.1", status = 200 } = {}): string {
  const script = `require("http").createServer((_, answer) => { console.log("asked"); answer.statusCode = ${status}; answer.end("here"); }).listen(${port}, "${host}", () => console.log("listening on ${port}"))`;
  return `node -e '${script}'`;
}
