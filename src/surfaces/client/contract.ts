import type { Bellhop } from "../../core/contract.ts";

export interface ConnectOptions {
  /** Default: `$BELLHOP_HOME`, and so on, as everywhere. */
  readonly home?: string;
  /** Start a daemon when none answers. @default true */
  readonly start?: boolean;
  /** What is taken for this program's environment: it finds the home, and jobs get it. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Which daemon answers. */
export interface DaemonIdentity {
  readonly pid: number;
  readonly version: string;
  readonly home: string;
}

/**
 * A home through its daemon. The connection keeps the program alive only while a call is in progress. When it breaks, calls
 * in progress reject with `connection_lost`, except looks (`poll`, `log`, `list`, `get`), `wait`, `events`, `follow`, `drain` and
 * `acknowledge`, which go on with the next daemon.
 */
export interface RemoteBellhop extends Bellhop {
  /** The daemon of the latest connection. */
  readonly daemon: DaemonIdentity;
  /** One operation. Input and answer as on the wire: `snake_case`. A `start` or a `tool` without a `caller` context gets that of this program. */
  call(operation: string, input: object, signal?: AbortSignal): Promise<unknown>;
  /** The items of a streaming operation, as on the wire. A slow reader slows only this stream down. */
  stream(operation: string, input: object, signal?: AbortSignal): AsyncIterable<unknown>;
}
