import { connect, type Socket } from "node:net";

import { LineDecoder } from "../../src/base/lines.ts";
import { until } from "../support/until.ts";

const HELLO = { version: "1.0.0", protocol: 1 };

/** A client that says exactly what the test tells it to. */
export class RawClient {
  readonly socket: Socket;
  /** What the daemon said and was not taken yet. */
  readonly messages: Record<string, unknown>[] = [];
  closed = false;
  readonly #decoder = new LineDecoder(64 * 1024 * 1024);

  constructor(path: string) {
    this.socket = connect(path);
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => (this.closed = true));
    this.socket.on("data", (chunk: Buffer) => {
      for (const line of this.#decoder.push(chunk)) this.messages.push(JSON.parse(line) as Record<string, unknown>);
    });
  }

  /** One that has said hello. */
  static async greeted(path: string): Promise<RawClient> {
    const client = new RawClient(path);
    client.say({ hello: HELLO });
    await client.next();
    return client;
  }

  say(message: unknown): void {
    this.socket.write(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
  }

  /** The next message; waits for it. */
  async next(): Promise<Record<string, unknown>> {
    await until(() => this.messages.length > 0 || this.closed, { what: "a message" });
    return this.messages.shift() ?? { closed: true };
  }

  /** Calls and takes the answer. Only while nothing else is in progress. */
  async ask(call: string, input: unknown = {}, id = 1): Promise<Record<string, unknown>> {
    this.say({ id, call, input });
    return this.next();
  }

  async end(): Promise<void> {
    await until(() => this.closed, { what: "the end of the connection" });
  }
}
