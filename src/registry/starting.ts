import { deferred } from "../base/deferred.ts";
import type { Tracked } from "./context.ts";

/** Lets others wait until a start is over. `work` begins in this turn. */
export async function whileStarting<T>(tracked: Tracked, work: () => Promise<T>): Promise<T> {
  const over = deferred<void>();
  tracked.starting = over.promise;
  try {
    return await work();
  } finally {
    tracked.starting = null;
    over.resolve();
  }
}
