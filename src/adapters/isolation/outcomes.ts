import { watch } from "node:fs";
import { join } from "node:path";

import type { Outcome } from "../../ports/isolation.ts";
import { outcomeOf } from "./cgroups.ts";

export interface Outcomes {
  observe(directory: string): () => void;
  last(directory: string): Outcome | null;
}

/** What cgroups have counted. One that is observed is remembered when it has gone: that of a scope goes with its last process. */
export function rememberedOutcomes(): Outcomes {
  const seen = new Map<string, Outcome | null>();
  const last = (directory: string): Outcome | null => {
    const now = outcomeOf(directory);
    if (now !== null && seen.has(directory)) seen.set(directory, now);
    return now ?? seen.get(directory) ?? null;
  };
  return {
    last,
    observe: (directory) => {
      seen.set(directory, null);
      const stop = watchEvents(directory, () => last(directory));
      last(directory);
      return () => {
        stop();
        seen.delete(directory);
      };
    },
  };
}

/** The kernel rings at each change of `memory.events`: an out-of-memory kill is one. */
function watchEvents(directory: string, ring: () => void): () => void {
  try {
    const watcher = watch(join(directory, "memory.events"), { persistent: false }, ring).on("error", () => undefined);
    return () => watcher.close();
  } catch {
    return () => undefined; // There is no memory controller, or no watch is left.
  }
}
