import type { Socket } from "node:net";

import { LineDecoder } from "../../base/lines.ts";
import type { ClientMessage } from "../../base/wire.ts";
import { messageOf, type ErrorCode } from "../../core/errors.ts";
import { Calls } from "./calls.ts";
import { readMessage } from "./messages.ts";
import { Outlet } from "./outlet.ts";
import type { Service } from "./settings.ts";

/** One client. Its end, however it comes, aborts what it asked for. */
export class ClientConnection {
  readonly #socket: Socket;
  readonly #service: Service;
  readonly #outlet: Outlet;
  readonly #calls: Calls;
  readonly #ended = new AbortController();
  readonly #decoder: LineDecoder;
  #greeted = false;

  constructor(socket: Socket, service: Service) {
    this.#socket = socket;
    this.#service = service;
    this.#outlet = new Outlet(socket, service.limits);
    this.#calls = new Calls(service, this.#outlet);
    this.#decoder = new LineDecoder(service.limits.messageMaxBytes);
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => this.#end());
    socket.on("close", () => this.#end());
    socket.on("error", () => socket.destroy()); // The client is gone; that is all there is to know.
    void this.#awaitHello();
  }

  /** Tells why the connection ends, and ends it when the client has read that, or will not. */
  refuse(code: ErrorCode, message: string): void {
    this.#close({ error: { code, message } });
  }

  goodbye(reason: string): void {
    this.#close({ bye: { reason, seen: this.#calls.seen } });
  }

  async #awaitHello(): Promise<void> {
    const { clock, limits } = this.#service;
    await clock.sleep(limits.helloDeadlineMs, this.#ended.signal);
    if (!this.#greeted) this.refuse("protocol", `No hello came within ${limits.helloDeadlineMs / 1000} s.`);
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#decoder.push(chunk)) {
        if (this.#ended.signal.aborted) return;
        this.#receive(readMessage(line));
      }
    } catch (error) {
      this.refuse("protocol", messageOf(error));
    }
  }

  #receive(message: ClientMessage | string): void {
    if (typeof message === "string") return this.refuse("protocol", message);
    if ("hello" in message) return this.#greet();
    if (!this.#greeted) return this.refuse("protocol", "The first message must be hello.");
    if ("cancel" in message) return this.#calls.cancel(message.cancel);
    const flaw = this.#calls.begin(message);
    if (flaw) this.refuse("protocol", flaw);
  }

  #greet(): void {
    this.#greeted = true;
    this.#outlet.send({ hello: this.#service.hello });
  }

  #close(last: Parameters<Outlet["send"]>[0]): void {
    if (this.#ended.signal.aborted) return;
    this.#outlet.send(last);
    this.#end();
    this.#socket.end();
    void this.#destroyLater();
  }

  /** What still comes is read and dropped: closing at once would take the last message away from a client that is writing. */
  async #destroyLater(): Promise<void> {
    const closed = new AbortController();
    this.#socket.once("close", () => closed.abort());
    await this.#service.clock.sleep(this.#service.limits.goodbyeMs, closed.signal);
    this.#socket.destroy();
  }

  #end(): void {
    this.#ended.abort();
    this.#calls.abort();
  }
}
