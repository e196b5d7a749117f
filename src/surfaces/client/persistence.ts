import { CONNECTION_STABLE_MS, RECONNECTS_MAX } from "../../core/limits.ts";
import type { Renewal } from "./link.ts";
import { ConnectionLost } from "./lost.ts";

/** Decides whether something that was interrupted goes on with the next daemon. */
export class Persistence {
  #since = performance.now();
  #breaks = 0;

  /** How to go on after `error`; throws it when this is not what a new connection would mend. */
  after(error: unknown): Renewal {
    if (!(error instanceof ConnectionLost)) throw error;
    const now = performance.now();
    this.#breaks = now - this.#since > CONNECTION_STABLE_MS ? 1 : this.#breaks + 1;
    this.#since = now;
    if (this.#breaks > RECONNECTS_MAX) throw error;
    return { startNone: error.loss.onPurpose, patient: true };
  }
}
