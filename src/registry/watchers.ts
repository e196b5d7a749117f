import type { WatcherRequest } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";

/** A gateway is to look after the process, if it was started with an interval: at its start, and when it is found again. */
export function armWatcher(context: Context, { record }: Tracked): void {
  if (record.watcherInterval > 0) context.watchers.add(record.id);
}

/** Hands the waiting watchers over, each once. One of a process that has ended meanwhile as well: its ending is to be shown. */
export function takeWatchers(context: Context): readonly WatcherRequest[] {
  const requests = [...context.watchers].flatMap((id) => {
    const tracked = context.tracked.get(id);
    return tracked === undefined ? [] : [requestOf(tracked)];
  });
  context.watchers.clear();
  return requests;
}

function requestOf({ record }: Tracked): WatcherRequest {
  return {
    sessionId: record.id,
    checkInterval: record.watcherInterval,
    sessionKey: record.sessionKey,
    ...record.route,
    notifyOnComplete: record.notifyOnComplete,
    parentSessionId: record.parentSessionId,
  };
}
