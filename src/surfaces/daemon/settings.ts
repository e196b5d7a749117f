import type { DaemonHello } from "../../base/wire.ts";
import type { Bellhop } from "../../core/contract.ts";
import {
  CALLS_PER_CONNECTION_MAX,
  CONNECTIONS_MAX,
  GOODBYE_MS,
  HELLO_DEADLINE_MS,
  MESSAGE_MAX_BYTES,
  SOCKET_HIGH_WATER_BYTES,
  UNREAD_MAX_BYTES,
} from "../../core/limits.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";

/** What bounds a client. */
export interface ServerLimits {
  readonly connectionsMax: number;
  readonly callsMax: number;
  readonly helloDeadlineMs: number;
  readonly goodbyeMs: number;
  readonly messageMaxBytes: number;
  readonly highWaterBytes: number;
  readonly unreadMaxBytes: number;
}

export const SERVER_LIMITS: ServerLimits = {
  connectionsMax: CONNECTIONS_MAX,
  callsMax: CALLS_PER_CONNECTION_MAX,
  helloDeadlineMs: HELLO_DEADLINE_MS,
  goodbyeMs: GOODBYE_MS,
  messageMaxBytes: MESSAGE_MAX_BYTES,
  highWaterBytes: SOCKET_HIGH_WATER_BYTES,
  unreadMaxBytes: UNREAD_MAX_BYTES,
};

/** What every connection works with. */
export interface Service {
  readonly bellhop: Bellhop;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly hello: DaemonHello;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: ServerLimits;
}
