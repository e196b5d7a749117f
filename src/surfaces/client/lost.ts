import { BellhopError } from "../../core/errors.ts";

export interface Loss {
  /** Whether the daemon may have begun what was asked. */
  readonly begun: boolean;
  /** Whether the daemon left on purpose: then nobody starts another one for what only goes on. */
  readonly onPurpose: boolean;
}

/** The connection ended before the answer came. */
export class ConnectionLost extends BellhopError {
  readonly loss: Loss;

  constructor(message: string, loss: Loss) {
    super("connection_lost", message);
    this.loss = loss;
  }
}
