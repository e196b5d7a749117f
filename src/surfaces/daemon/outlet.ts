import type { Socket } from "node:net";

import { deferred, type Deferred } from "../../base/deferred.ts";
import { encodeLine } from "../../base/lines.ts";
import type { DaemonMessage } from "../../base/wire.ts";
import { BellhopError } from "../../core/errors.ts";
import type { ServerLimits } from "./settings.ts";

/** The way out to one client. What it leaves unread is bounded: streams pause, and in the end it is disconnected. */
export class Outlet {
  readonly #socket: Socket;
  readonly #limits: ServerLimits;
  #room: Deferred<void> | undefined;

  constructor(socket: Socket, limits: ServerLimits) {
    this.#socket = socket;
    this.#limits = limits;
    socket.on("drain", () => this.#makeRoom());
    socket.on("close", () => this.#makeRoom());
  }

  /** Throws when the message is longer than a client takes. */
  send(message: DaemonMessage): void {
    const line = encodeLine(message);
    const { messageMaxBytes, unreadMaxBytes } = this.#limits;
    if (Buffer.byteLength(line) > messageMaxBytes) {
      throw new BellhopError(
        "invalid_argument",
        `The answer is longer than ${messageMaxBytes} bytes; ask for less at a time.`,
      );
    }
    if (!this.#socket.writable) return;
    this.#socket.write(line);
    if (this.#socket.writableLength > unreadMaxBytes) this.#socket.destroy();
  }

  /** Resolves when a stream may send on: at once, or when the client has read what waits, or is gone. */
  async room(): Promise<void> {
    if (this.#socket.writableLength <= this.#limits.highWaterBytes || this.#socket.destroyed) return;
    this.#room ??= deferred();
    await this.#room.promise;
  }

  #makeRoom(): void {
    this.#room?.resolve();
    this.#room = undefined;
  }
}
