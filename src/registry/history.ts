import type { WallMs } from "../base/time.ts";
import { EVENT_HISTORY_MAX } from "../core/limits.ts";
import type { Clock } from "../ports/clock.ts";
import type { QueuedEvent, Store } from "../ports/store.ts";

/** An event that was queued since the home was opened, or was found in the queue then. */
export interface Past {
  readonly queued: QueuedEvent;
  readonly queuedAtMs: WallMs;
  /** Null while it waits. */
  takenAtMs: WallMs | null;
}

/** The last events of a home, taken ones, too. In memory: what waits is on the disk anyhow. */
export interface History {
  list(): readonly Readonly<Past>[];
}

/** The same store, which remembers what went through its queue. */
export function withHistory(store: Store, clock: Clock): { readonly store: Store; readonly history: History } {
  const past = new Map<string, Past>();
  const note = (queued: QueuedEvent): void => {
    if (past.has(queued.eventId)) return;
    past.set(queued.eventId, { queued, queuedAtMs: clock.wall(), takenAtMs: null });
    const [oldest] = past.keys();
    if (past.size > EVENT_HISTORY_MAX && oldest !== undefined) past.delete(oldest);
  };
  const remembering: Store = {
    ...store,
    enqueue: (queued) => {
      store.enqueue(queued);
      note(queued);
    },
    dequeue: (eventId) => {
      const isTaken = store.dequeue(eventId);
      const known = past.get(eventId);
      if (isTaken && known !== undefined) known.takenAtMs = clock.wall();
      return isTaken;
    },
  };
  return {
    store: remembering,
    history: {
      list: () => {
        for (const queued of store.queued()) note(queued); // What an earlier run has left.
        return [...past.values()];
      },
    },
  };
}
