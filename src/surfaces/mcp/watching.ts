import { setTimeout as sleep } from "node:timers/promises";

import { deferred } from "../../base/deferred.ts";
import type { Bellhop, ToldEvent } from "../../core/contract.ts";
import { MCP_KNOWN_IDS_MAX, MCP_UPDATE_MS, MCP_WATCHED_MAX } from "../../core/limits.ts";
import { EVENTS_URI, logIdOf } from "./resources.ts";

interface Watch {
  /** How many subscriptions want it. */
  wanted: number;
  readonly stop: AbortController;
}

/** Resources that somebody subscribed to: says when one has changed, never more often than a client can read it again. */
export class Watching {
  readonly #bellhop: Bellhop;
  readonly #onChange: (uri: string) => void;
  readonly #watches = new Map<string, Watch>();

  /** `onChange` is called with the address of what has changed. */
  constructor(bellhop: Bellhop, onChange: (uri: string) => void) {
    this.#bellhop = bellhop;
    this.#onChange = onChange;
  }

  /** False when it cannot be watched: it is no resource, or there are too many. */
  watch(uri: string): boolean {
    const watch = this.#watches.get(uri);
    if (watch) {
      watch.wanted++;
      return true;
    }
    const id = logIdOf(uri);
    if (this.#watches.size >= MCP_WATCHED_MAX || (id === undefined && uri !== EVENTS_URI)) return false;
    const stop = new AbortController();
    this.#watches.set(uri, { wanted: 1, stop });
    const changed = (): void => this.#onChange(uri);
    const watching =
      id === undefined
        ? eachEvent(this.#bellhop, changed, stop.signal)
        : growth(this.#bellhop, id, { changed, signal: stop.signal });
    watching.catch(() => undefined).finally(() => this.#watches.get(uri)?.stop === stop && this.#watches.delete(uri));
    return true;
  }

  unwatch(uri: string): void {
    const watch = this.#watches.get(uri);
    if (!watch || --watch.wanted > 0) return;
    this.#watches.delete(uri);
    watch.stop.abort();
  }

  close(): void {
    for (const { stop } of this.#watches.values()) stop.abort();
    this.#watches.clear();
  }
}

/** Each new event of the caller once, and those that wait already. Ends when `signal` aborts, or Bellhop cannot be asked. */
export async function eachEvent(bellhop: Bellhop, tell: (told: ToldEvent) => void, signal: AbortSignal): Promise<void> {
  const told = new Set<string>(); // After a break in the connection those that wait come again.
  for await (const event of bellhop.events({ signal })) {
    if (told.size > MCP_KNOWN_IDS_MAX) told.clear();
    if (!told.has(event.eventId)) tell(event);
    told.add(event.eventId);
  }
}

interface Growing {
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

/**
 * Calls `changed` when the log has grown, and once more at its end. A follower is opened at the end of the log, tells of the
 * first new byte, and is closed: what a torrent prints meanwhile is not read by anybody.
 */
async function growth(bellhop: Bellhop, id: string, { changed, signal }: Growing): Promise<void> {
  let cursor = await endOf(bellhop, id);
  while (cursor !== null && !signal.aborted) {
    const isOver = await untilMore(bellhop, id, { from: cursor, signal });
    if (signal.aborted) return;
    changed();
    if (isOver) return;
    await sleep(MCP_UPDATE_MS, undefined, { signal });
    const next = await endOf(bellhop, id);
    if (next !== null && next > cursor) cursor = next;
    else if (next === null) return;
  }
}

/** Bytes ever written. Null for one that is not there. */
async function endOf(bellhop: Bellhop, id: string): Promise<number | null> {
  return (await bellhop.get(id))?.cursor ?? null;
}

/** Waits for one more byte; true when there will be none. */
async function untilMore(
  bellhop: Bellhop,
  id: string,
  { from, signal }: { readonly from: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const stop = new AbortController();
  const came = deferred<boolean>();
  const end = (): void => stop.abort();
  signal.addEventListener("abort", end, { once: true });
  const reading = (async () => {
    for await (const _ of bellhop.follow(id, { from, signal: stop.signal })) return came.resolve(false);
    came.resolve(true);
  })();
  reading.catch(came.reject);
  try {
    return await came.promise;
  } finally {
    signal.removeEventListener("abort", end);
    stop.abort();
  }
}
