import type { FSWatcher, WatchListener, WatchOptions } from "node:fs";

/** `fs.watch`, as far as it is used here. */
export type Watch = (path: string, options: WatchOptions, listener: WatchListener<string>) => FSWatcher;

export interface ActivityOptions {
  readonly watch: Watch;
  readonly signal: AbortSignal;
  /** Asked once the watch stands, for what happened before. */
  readonly isOver: () => boolean;
}

/**
 * Resolves at the first change of the log in `directory`, or when `signal` aborts, with whether it could be watched:
 * at once and false where the kernel has no watch left for us. The watch is on the whole directory, since bytes may come
 * in a new segment or be told by a renamed marker; so it is gone after the first change, and a flowing log has none.
 */
export function nextActivity(directory: string, { watch, signal, isOver }: ActivityOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let watcher: FSWatcher;
    try {
      watcher = watch(directory, { persistent: false }, (type, name) => {
        if (isOfLog(type, name)) changed();
      });
    } catch {
      return resolve(false);
    }
    const finish = (isWatched: boolean): void => {
      watcher.close();
      signal.removeEventListener("abort", changed);
      resolve(isWatched);
    };
    const changed = (): void => finish(true);
    watcher.on("error", () => finish(false));
    signal.addEventListener("abort", changed, { once: true });
    if (signal.aborted || isOver()) changed();
  });
}

/** Writes into the pipe are changes of the directory as well, before the copier has stored them: only its renaming counts. */
function isOfLog(type: string, name: string | null): boolean {
  if (name === null || name.startsWith("log.")) return true;
  return type === "rename" && (name === "pipe" || name === "drained" || name.startsWith("lost."));
}
