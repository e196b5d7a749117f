import type { Socket } from "node:net";

import { deferred } from "../../base/deferred.ts";
import { isObject, parseJson } from "../../base/json.ts";
import { encodeLine, LineDecoder } from "../../base/lines.ts";
import { PROTOCOL, type ClientMessage, type DaemonHello, type DaemonMessage, type WireError } from "../../base/wire.ts";
import { BellhopError, ERROR_CODES, messageOf, type ErrorCode } from "../../core/errors.ts";
import { MESSAGE_MAX_BYTES } from "../../core/limits.ts";
import { Inbox } from "./inbox.ts";
import { ConnectionLost } from "./lost.ts";

/** Items of a stream that may wait here before the daemon is asked to hold. */
const INBOX_ITEMS = 64;

type Answer = Extract<DaemonMessage, { id: number }>;

interface Receiver {
  readonly operation: string;
  readonly receive: (answer: Answer) => void;
  readonly lose: (error: BellhopError) => void;
}

/** One connection to a daemon. It keeps the program alive only while something is asked. */
export class Connection {
  readonly #socket: Socket;
  readonly #decoder = new LineDecoder(MESSAGE_MAX_BYTES);
  readonly #receivers = new Map<number, Receiver>();
  readonly #hello = deferred<DaemonHello>();
  readonly #closed = deferred<void>();
  #nextId = 0;
  #bye: { readonly reason: string; readonly seen: number } | undefined;
  /** Why it ended, when it was not the daemon that just went away. */
  #fault: BellhopError | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => this.#onClose());
    socket.on("error", () => undefined); // `close` follows.
    this.#hello.promise.catch(() => undefined);
  }

  /** Says hello and gives what the daemon says. Rejects when it refuses or goes away. */
  async greet(version: string): Promise<DaemonHello> {
    this.#write({ hello: { version, protocol: PROTOCOL } });
    const hello = await this.#hello.promise;
    this.#keepAlive();
    return hello;
  }

  /** Resolves when it has ended. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Whether it takes calls. */
  get usable(): boolean {
    return this.#socket.writable && this.#bye === undefined;
  }

  get inProgress(): number {
    return this.#receivers.size;
  }

  /** Asks for one answer. An abort asks the daemon to give up; its answer is still the answer. */
  async call(operation: string, input: object, signal?: AbortSignal): Promise<unknown> {
    const answer = deferred<unknown>();
    const receive = (message: Answer): void => {
      if ("result" in message) answer.resolve(message.result);
      else if ("error" in message) answer.reject(errorOf(message.error));
      else answer.reject(new BellhopError("invalid_argument", `${operation} answers with a stream.`));
    };
    const id = this.#begin({ operation, receive, lose: answer.reject }, input);
    const cancel = (): void => this.#write({ cancel: id });
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener("abort", cancel);
      this.#forget(id);
    }
  }

  /** The items of a stream. The connection is for this stream alone: a slow reader stops it, and its end closes it. */
  async *stream(operation: string, input: object, signal?: AbortSignal): AsyncGenerator {
    const inbox = new Inbox<Answer | BellhopError>(INBOX_ITEMS, (held) => this.#hold(held));
    const id = this.#begin(
      { operation, receive: (answer) => inbox.put(answer), lose: (error) => inbox.put(error) },
      input,
    );
    const stop = (): void => inbox.put({ id, end: true });
    signal?.addEventListener("abort", stop, { once: true });
    try {
      while (!signal?.aborted) {
        const answer = await inbox.take();
        if (answer instanceof BellhopError) throw answer;
        if ("error" in answer) throw errorOf(answer.error);
        if (!("item" in answer) || signal?.aborted) return;
        yield answer.item;
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      this.#receivers.delete(id);
      this.close();
    }
  }

  close(): void {
    this.#socket.destroy();
  }

  #begin(receiver: Receiver, input: object): number {
    const id = this.#nextId++;
    const line = encodeLine({ id, call: receiver.operation, input } satisfies ClientMessage);
    if (Buffer.byteLength(line) > MESSAGE_MAX_BYTES) {
      throw new BellhopError(
        "invalid_argument",
        `The input of ${receiver.operation} is longer than ${MESSAGE_MAX_BYTES} bytes.`,
      );
    }
    if (!this.usable) throw this.#lossOf(receiver.operation, false);
    this.#receivers.set(id, receiver);
    this.#keepAlive();
    this.#socket.write(line);
    return id;
  }

  #write(message: ClientMessage): void {
    if (this.#socket.writable) this.#socket.write(encodeLine(message));
  }

  #forget(id: number): void {
    this.#receivers.delete(id);
    this.#keepAlive();
  }

  #keepAlive(): void {
    if (this.#socket.destroyed) return; // It would wait for a connection to come, and each time once more.
    if (this.#receivers.size > 0) this.#socket.ref();
    else this.#socket.unref();
  }

  #hold(held: boolean): void {
    if (held) this.#socket.pause();
    else this.#socket.resume();
  }

  #read(chunk: Buffer): void {
    try {
      for (const line of this.#decoder.push(chunk)) this.#receive(parseJson(line));
    } catch (error) {
      this.#fault = new BellhopError("protocol", `The daemon sent what is not a message: ${messageOf(error)}`);
      this.close();
    }
  }

  #receive(message: unknown): void {
    if (!isObject(message)) throw new Error("no JSON object");
    const answer = message as DaemonMessage; // It is our own daemon; a field that is missing reads as undefined.
    if ("id" in answer) this.#receivers.get(answer.id)?.receive(answer);
    else if ("hello" in answer) this.#hello.resolve(answer.hello);
    else if ("bye" in answer) this.#bye = answer.bye;
    else this.#fault = errorOf(answer.error);
  }

  #onClose(): void {
    this.#hello.reject(
      this.#fault ??
        new ConnectionLost("The daemon closed the connection at once.", { begun: false, onPurpose: false }),
    );
    for (const [id, receiver] of this.#receivers)
      receiver.lose(this.#lossOf(receiver.operation, id <= (this.#bye?.seen ?? id)));
    this.#receivers.clear();
    this.#closed.resolve();
  }

  #lossOf(operation: string, begun: boolean): BellhopError {
    if (this.#fault) return this.#fault;
    const why = this.#bye ? ` (${this.#bye.reason})` : "";
    const done = begun ? "it may have been done; look before you repeat it" : "it was not begun";
    const message = `The connection to the daemon ended${why} before ${operation} was answered: ${done}.`;
    return new ConnectionLost(message, { begun, onPurpose: this.#bye !== undefined });
  }
}

function errorOf({ code, message }: WireError): BellhopError {
  return new BellhopError(Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : "internal", message);
}
