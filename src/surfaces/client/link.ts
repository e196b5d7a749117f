import { BellhopError } from "../../core/errors.ts";
import { CALLS_PER_CONNECTION_MAX, DAEMON_START_DEADLINE_MS, RECONNECTS_MAX } from "../../core/limits.ts";
import type { Connection } from "./connection.ts";
import type { DaemonIdentity } from "./contract.ts";
import type { Address } from "./dial.ts";
import { ConnectionLost } from "./lost.ts";
import { reach } from "./reach.ts";

export interface LinkOptions extends Address {
  /** Whether a daemon may be started. */
  readonly mayStart: boolean;
  /** What is run as the daemon. Default: this package's own. */
  readonly program?: readonly string[];
}

/** How a lost connection is replaced. */
export interface Renewal {
  /** Start no daemon: the last one left on purpose. Another client may start one meanwhile. */
  readonly startNone?: boolean;
  /** Look for a while for a daemon that somebody else starts. */
  readonly patient?: boolean;
}

/** The connections of one client: opened when they are needed, and again after they were lost. */
export class Link {
  readonly #options: LinkOptions;
  readonly #shared: Connection[] = [];
  readonly #streams = new Set<Connection>();
  /** By whether a daemon may be started: who may does not wait for one who may not. */
  readonly #opening = new Map<boolean, Promise<void>>();
  #daemon: DaemonIdentity | undefined;
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  /** The daemon of the latest connection. */
  get daemon(): DaemonIdentity {
    if (!this.#daemon) throw new BellhopError("connection_lost", "There was no connection to a daemon yet.");
    return this.#daemon;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Opens a connection unless there is one with room for a call. */
  async open(renewal: Renewal = {}): Promise<void> {
    const start = this.#options.mayStart && !renewal.startNone;
    const opening = this.#opening.get(start) ?? this.#openShared(renewal).finally(() => this.#opening.delete(start));
    this.#opening.set(start, opening);
    await opening;
  }

  async call(
    operation: string,
    input: object,
    options: Renewal & { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const connection = this.#withRoom();
      if (!connection) {
        await this.open(options);
        continue;
      }
      try {
        return await connection.call(operation, input, options.signal);
      } catch (error) {
        // What was not begun is asked again elsewhere: a daemon that leaves, and one that came in its place.
        if (!(error instanceof ConnectionLost) || error.loss.begun || attempt >= RECONNECTS_MAX) throw error;
      }
    }
  }

  /** The items of a stream, on a connection of its own. */
  async *stream(
    operation: string,
    input: object,
    options: Renewal & { readonly signal?: AbortSignal } = {},
  ): AsyncGenerator {
    const connection = await this.#reach(options);
    this.#streams.add(connection);
    try {
      yield* connection.stream(operation, input, options.signal);
    } finally {
      this.#streams.delete(connection);
    }
  }

  /** Closes everything. Calls in progress reject. */
  close(): void {
    this.#closed = true;
    for (const connection of [...this.#shared, ...this.#streams]) connection.close();
  }

  #withRoom(): Connection | undefined {
    return this.#shared.find((connection) => connection.usable && connection.inProgress < CALLS_PER_CONNECTION_MAX);
  }

  async #openShared(renewal: Renewal): Promise<void> {
    const connection = await this.#reach(renewal);
    this.#shared.push(connection);
    void connection.closed.then(() => this.#shared.splice(this.#shared.indexOf(connection), 1));
  }

  async #reach({ startNone = false, patient = false }: Renewal): Promise<Connection> {
    if (this.#closed) throw new BellhopError("connection_lost", "This client was closed.");
    const start = this.#options.mayStart && !startNone;
    const { connection, hello } = await reach({
      ...this.#options,
      address: this.#options,
      start,
      patienceMs: patient ? DAEMON_START_DEADLINE_MS : 0,
    });
    if (this.#closed) connection.close();
    this.#daemon = { pid: hello.pid, version: hello.version, home: hello.home };
    return connection;
  }
}
