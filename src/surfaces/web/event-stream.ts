import type { ServerResponse } from "node:http";

import { WEB_ALIVE_MS, WEB_STALL_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import { begin } from "./answer.ts";

/** Server-sent events to one page (HTML Standard, 9.2). Whoever sends waits until the page has read; memory stays small. */
export class EventStream {
  readonly #response: ServerResponse;
  readonly #clock: Clock;
  readonly #gone = new AbortController();

  constructor(response: ServerResponse, clock: Clock) {
    this.#response = response;
    this.#clock = clock;
    const stop = clock.every(WEB_ALIVE_MS, () => response.write(": alive\n\n"));
    response.once("close", () => {
      stop();
      this.#gone.abort();
    });
    begin(response, 200, { "Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no" });
    response.write("retry: 1000\n\n");
  }

  /** Aborts when the page has gone. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** Resolves when the page can take more, or has gone. One that reads nothing for {@link WEB_STALL_MS} is let go. */
  async send(event: string, data: unknown): Promise<void> {
    if (this.#gone.signal.aborted) return;
    // JSON has no line ends of its own, so one line of data is enough.
    if (this.#response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) return;
    const read = new AbortController();
    this.#response.once("drain", () => read.abort());
    await this.#clock.sleep(WEB_STALL_MS, AbortSignal.any([read.signal, this.#gone.signal]));
    if (!read.signal.aborted) this.#response.destroy();
  }

  end(): void {
    this.#response.end();
  }
}
