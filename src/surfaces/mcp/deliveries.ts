import type { Mailbox } from "./mailbox.ts";

type RequestId = string | number;

/** Which events go out with the answer to which request of one client. Only an answer that has left takes its events. */
export class Deliveries {
  readonly #mailbox: Mailbox;
  readonly #attached = new Map<RequestId, readonly string[]>();
  /** Requests that are being worked on. */
  readonly #open = new Set<RequestId>();
  /** Those of them whose client went away. */
  readonly #gone = new Set<RequestId>();
  readonly #cancelledIsLost: boolean;
  #closed = false;

  constructor(mailbox: Mailbox, { cancelledIsLost = false }: { readonly cancelledIsLost?: boolean } = {}) {
    this.#mailbox = mailbox;
    this.#cancelledIsLost = cancelledIsLost;
  }

  /** The work is done, and these go out with its answer. */
  attach(request: RequestId, eventIds: readonly string[]): void {
    this.#open.delete(request);
    if (this.#closed || this.#gone.delete(request)) return this.#mailbox.release(eventIds);
    if (eventIds.length > 0) this.#attached.set(request, eventIds);
  }

  /** The answer has left. */
  async sent(request: RequestId): Promise<void> {
    const eventIds = this.#attached.get(request);
    if (!eventIds) return;
    this.#attached.delete(request);
    await this.#mailbox.sent(eventIds);
  }

  /** The request was taken back. Over HTTP that says nothing yet: there the end of the response tells what has left. */
  cancelled(request: RequestId): void {
    if (this.#cancelledIsLost) this.lost(request);
  }

  /** There will be no answer. */
  lost(request: RequestId): void {
    const eventIds = this.#attached.get(request);
    if (eventIds === undefined) return void (this.#open.has(request) && this.#gone.add(request));
    this.#attached.delete(request);
    this.#mailbox.release(eventIds);
  }

  /** The request begins: its number may have been used before. */
  begin(request: RequestId): void {
    this.#open.add(request);
    this.#gone.delete(request);
  }

  /** Nobody is there any more. */
  close(): void {
    this.#closed = true;
    for (const eventIds of this.#attached.values()) this.#mailbox.release(eventIds);
    this.#attached.clear();
    this.#gone.clear();
  }
}
