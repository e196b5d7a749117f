/**
 * What the daemon and its clients say to each other: one line of JSON a message, over a Unix socket.
 *
 * The client begins with `hello` and gets one back. Then it calls operations under numbers of its own choice; each number
 * gets one `result` or `error`, or, for a stream, `item`s and then `end` (or `error`). `cancel` aborts a call, which is
 * still answered. An `error` without a number is about the connection, which ends then. `bye` says that the daemon leaves;
 * calls with a number above `seen` were not begun, and may be asked for again elsewhere.
 */

/** Raised when a message changes its meaning. `hello` and a call of `daemon_stop` stay as they are for ever. */
export const PROTOCOL = 1;

export interface Hello {
  readonly version: string;
  readonly protocol: number;
}

export interface DaemonHello extends Hello {
  readonly pid: number;
  readonly home: string;
}

export interface WireError {
  readonly code: string;
  readonly message: string;
}

export type ClientMessage =
  | { readonly hello: Hello }
  | { readonly id: number; readonly call: string; readonly input: unknown }
  | { readonly cancel: number };

export type DaemonMessage =
  | { readonly hello: DaemonHello }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly item: unknown }
  | { readonly id: number; readonly end: true }
  | { readonly id: number; readonly error: WireError }
  | { readonly error: WireError }
  | { readonly bye: { readonly reason: string; readonly seen: number } };

/** Exit code of a daemon that found its home in use (sysexits.h: EX_TEMPFAIL). */
export const EXIT_HOME_IN_USE = 75;

/**
 * File in the home with the path of the socket, when that does not lie in the home:
 * a client may have other variables, and would look elsewhere.
 */
export const SOCKET_NOTE = "daemon.path";
