import { watch } from "node:fs";
import { join } from "node:path";

import { readPid } from "./pids.ts";

export interface JobWatch {
  readonly signal: AbortSignal;
  /** Nothing more is to be expected. */
  readonly ended: () => void;
  readonly stop: () => void;
}

/** Aborts `signal` as soon as the pid of the command is in the directory. */
export function watchForJob(directory: string): JobWatch {
  const seen = new AbortController();
  const look = (): void => {
    if (readPid(join(directory, "job")) !== null) seen.abort();
  };
  const poll = setInterval(look, 20); // Where the kernel has no watch left, or an event is missed.
  let watcher: { close(): void } | null = null;
  try {
    watcher = watch(directory, look).on("error", () => undefined);
  } catch {
    // The poll alone.
  }
  const stop = (): void => {
    clearInterval(poll);
    watcher?.close();
  };
  return { signal: seen.signal, ended: () => seen.abort(), stop };
}
