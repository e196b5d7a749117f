import type { Bellhop, ToldEvent } from "../../core/contract.ts";
import { MCP_EVENTS_MAX_BYTES, MCP_KNOWN_IDS_MAX } from "../../core/limits.ts";

/**
 * The waiting events of one conversation. Whoever takes some holds them until it says that they were sent, or that they were
 * not: meanwhile nobody else gets them, and until they were sent they are in the queue.
 */
export class Mailbox {
  readonly #bellhop: Bellhop;
  readonly #held = new Set<string>();
  /** Sent lately: a look that began before it was acknowledged still shows it. */
  readonly #told = new Set<string>();

  /** `bellhop` gives the caller's own events. */
  constructor(bellhop: Bellhop) {
    this.#bellhop = bellhop;
  }

  /** What waits, held or not. */
  async waiting(): Promise<readonly ToldEvent[]> {
    const all = await this.#bellhop.pending({ skipPollObserved: false });
    if (all.length === 0) return [];
    const untold = await this.#bellhop.pending();
    const wanted = new Set(untold.map(({ eventId }) => eventId));
    // Whose ending an answer has shown already is taken and not told.
    const shown = all.filter(({ eventId, event }) => event.type === "completion" && !wanted.has(eventId));
    if (shown.length > 0) await this.#bellhop.acknowledge(shown.map(({ eventId }) => eventId));
    return untold;
  }

  /** The oldest that nobody holds, as many as one answer carries. */
  async take(): Promise<readonly ToldEvent[]> {
    const free = (await this.waiting()).filter(({ eventId }) => !this.#held.has(eventId) && !this.#told.has(eventId));
    const taken = free.slice(0, countFitting(free));
    for (const { eventId } of taken) this.#held.add(eventId);
    return taken;
  }

  /** They were sent. One whose acknowledgement fails is told again: twice is better than never. */
  async sent(eventIds: readonly string[]): Promise<void> {
    try {
      await this.#bellhop.acknowledge(eventIds);
      if (this.#told.size > MCP_KNOWN_IDS_MAX) this.#told.clear();
      for (const eventId of eventIds) this.#told.add(eventId);
    } finally {
      this.release(eventIds);
    }
  }

  /** They were not sent. */
  release(eventIds: readonly string[]): void {
    for (const eventId of eventIds) this.#held.delete(eventId);
  }
}

function countFitting(told: readonly ToldEvent[]): number {
  let bytes = 0;
  const tooMany = told.findIndex(({ text }, index) => {
    bytes += Buffer.byteLength(text);
    return index > 0 && bytes > MCP_EVENTS_MAX_BYTES;
  });
  return tooMany === -1 ? told.length : tooMany;
}
