import type { Operation } from "../../operations/operation.ts";
import { BellhopError, isBellhopError } from "../../core/errors.ts";
import { wireError } from "./messages.ts";
import type { Outlet } from "./outlet.ts";
import type { Service } from "./settings.ts";

interface Call {
  readonly id: number;
  readonly call: string;
  readonly input: unknown;
}

/** What one client has asked for and is not answered yet. */
export class Calls {
  readonly #service: Service;
  readonly #outlet: Outlet;
  readonly #running = new Map<number, AbortController>();
  /** The highest id that was taken up. */
  #seen = -1;

  constructor(service: Service, outlet: Outlet) {
    this.#service = service;
    this.#outlet = outlet;
  }

  /** The highest id of a call that was begun; -1 when there was none. */
  get seen(): number {
    return this.#seen;
  }

  /** Begins a call. A text says what the client did wrong. */
  begin(call: Call): string | undefined {
    const { callsMax } = this.#service.limits;
    if (this.#running.has(call.id))
      return `The call ${call.id} is still in progress; a new one needs an id of its own.`;
    if (this.#running.size >= callsMax) {
      return `A connection may have ${callsMax} calls in progress; wait for answers, or open another connection.`;
    }
    this.#seen = Math.max(this.#seen, call.id);
    const controller = new AbortController();
    this.#running.set(call.id, controller);
    void this.#run(call, controller.signal).finally(() => this.#running.delete(call.id));
    return undefined;
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort();
  }

  abort(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #run({ id, call, input }: Call, signal: AbortSignal): Promise<void> {
    try {
      const operation = this.#find(call);
      const context = { bellhop: this.#service.bellhop, signal };
      if (operation.kind === "stream") await this.#stream(id, operation.run(context, input), signal);
      else this.#outlet.send({ id, result: (await operation.run(context, input)) ?? null });
    } catch (error) {
      this.#fail(id, call, error);
    }
  }

  async #stream(id: number, items: AsyncIterable<unknown>, signal: AbortSignal): Promise<void> {
    for await (const item of items) {
      if (signal.aborted) break;
      this.#outlet.send({ id, item });
      await this.#outlet.room();
    }
    this.#outlet.send({ id, end: true });
  }

  #find(name: string): Operation {
    const operation = this.#service.operations.get(name);
    if (operation) return operation;
    const known = [...this.#service.operations.keys()].join(", ");
    throw new BellhopError(
      "invalid_argument",
      `There is no operation ${JSON.stringify(name.slice(0, 80))}; there are ${known}.`,
    );
  }

  #fail(id: number, call: string, error: unknown): void {
    if (!isBellhopError(error)) {
      this.#service.logger.warn(
        `The operation ${call} failed: ${error instanceof Error ? error.stack : String(error)}`,
      );
    }
    this.#outlet.send({ id, error: wireError(error) });
  }
}
