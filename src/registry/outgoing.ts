import type { Delivery } from "../ports/callbacks.ts";

/** What waits to be run or posted. The runner takes from it; see `callback-runner.ts`. */
export interface Outgoing {
  readonly waiting: Map<string, Delivery>;
  /** Keys that are being delivered now. */
  readonly active: Set<string>;
  /** Called when something was added. */
  wake: () => void;
}

export function createOutgoing(): Outgoing {
  return { waiting: new Map(), active: new Set(), wake: () => undefined };
}
