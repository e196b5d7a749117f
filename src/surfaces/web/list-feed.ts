import { toSnakeCase } from "../../base/case.ts";
import { isObject } from "../../base/json.ts";
import { USAGE_LOOK_PACE, WEB_LIST_PACE_MS } from "../../core/limits.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Clock } from "../../ports/clock.ts";

/** What has changed in a list. */
export interface ListChange {
  /** As `list` answers them, without what follows from the time of day. */
  readonly changed: readonly unknown[];
  /** Ids of those that were forgotten. */
  readonly gone: readonly string[];
}

type Entries = ReadonlyMap<string, string>;
type Listener = (entries: Entries) => void;

/** The list of processes and the events that wait, looked at once for all pages that show it, and only while one does. */
export class Feed {
  readonly #clock: Clock;
  readonly #look: () => Promise<Entries>;
  readonly #listeners = new Set<Listener>();
  /** What the last look has found, while looks go on: who comes between two of them sees it at once. */
  #entries: Entries | undefined;
  #running = false;

  constructor(clock: Clock, look: () => Promise<Entries>) {
    this.#clock = clock;
    this.#look = look;
  }

  /** What has changed since the last item, the whole at first, until `signal` aborts. A slow reader gets several changes as one. */
  async *changes(signal: AbortSignal): AsyncGenerator<ListChange> {
    let latest = this.#entries;
    let wake = new AbortController();
    const listener: Listener = (entries) => {
      latest = entries;
      wake.abort();
    };
    this.#listeners.add(listener);
    if (!this.#running) void this.#run();
    try {
      for (let told: Entries = new Map(), isFirst = true; !signal.aborted;) {
        if (latest !== undefined) {
          const change = difference(told, latest);
          told = latest;
          latest = undefined;
          if (isFirst || change.changed.length + change.gone.length > 0) yield change;
          isFirst = false;
          continue;
        }
        wake = new AbortController();
        await this.#clock.sleep(WEB_LIST_PACE_MS * USAGE_LOOK_PACE, AbortSignal.any([signal, wake.signal]));
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#listeners.size > 0) {
      const beganMs = this.#clock.now();
      const entries = await this.#look().catch(() => null); // The registry is being closed, and so are the streams.
      if (entries === null) break;
      this.#entries = entries;
      for (const listener of this.#listeners) listener(entries);
      const tookMs = this.#clock.now() - beganMs;
      await this.#clock.sleep(Math.max(WEB_LIST_PACE_MS, tookMs * USAGE_LOOK_PACE));
    }
    this.#entries = undefined;
    this.#running = false;
  }
}

function difference(before: Entries, now: Entries): ListChange {
  const changed = [...now]
    .filter(([id, text]) => before.get(id) !== text)
    .map(([, text]) => JSON.parse(text) as unknown);
  return { changed, gone: [...before.keys()].filter((id) => !now.has(id)) };
}

/** Each process as JSON by its id. Its age is left to the page: it would change with every look. */
export async function listed(bellhop: Bellhop, usage: boolean): Promise<Entries> {
  const entries = await bellhop.list({ usage });
  return new Map(
    entries.map((entry) => {
      const { uptimeSeconds: _, ...lasting } = entry;
      return [entry.sessionId, JSON.stringify(toSnakeCase(lasting))] as const;
    }),
  );
}

/** Each event of the time line as JSON by its id. */
export async function lined(bellhop: Bellhop): Promise<Entries> {
  const past = await bellhop.eventHistory();
  return new Map(past.map((one) => [one.eventId, JSON.stringify(withoutOutput(toSnakeCase(one)))] as const));
}

/** What an event quotes of the output stands in its text. */
function withoutOutput(told: unknown): unknown {
  if (!isObject(told) || !isObject(told["event"])) return told;
  const { output: _, ...event } = told["event"];
  return { ...told, event };
}
