import { type ServerHttp2Stream, createServer } from "node:http2";
import type { AddressInfo } from "node:net";

export interface GrpcCall {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The first message. */
  readonly message: Buffer;
  /** Sends one message; false: wait for `drained`. */
  send(message: Buffer): boolean;
}

/** What ends a call with an error: a code of gRPC, and a text. */
export class GrpcStatus extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface GrpcServer {
  readonly port: number;
  close(): Promise<void>;
}

/** gRPC without encryption: each message has five bytes in front, the status comes last. */
export async function serveGrpc(answer: (call: GrpcCall) => Promise<void>): Promise<GrpcServer> {
  const server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => void serve(stream, headers, answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

async function serve(
  stream: ServerHttp2Stream,
  headers: GrpcCall["headers"],
  answer: (call: GrpcCall) => Promise<void>,
): Promise<void> {
  stream.on("error", () => {});
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  let status = { code: 0, message: "" };
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.once("wantTrailers", () =>
    stream.sendTrailers({ "grpc-status": String(status.code), "grpc-message": encodeURIComponent(status.message) }),
  );
  try {
    await answer({
      path: String(headers[":path"]),
      headers,
      message: Buffer.concat(chunks).subarray(5),
      send: (message) => stream.write(framed(message)),
    });
  } catch (error) {
    status = error instanceof GrpcStatus ? error : { code: 13, message: String(error) };
  }
  stream.end();
}

function framed(message: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
