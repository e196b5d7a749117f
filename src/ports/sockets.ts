import type { Ms } from "../base/time.ts";

/** A TCP socket that listens. */
export interface ListeningSocket {
  readonly port: number;
  /** `127.0.0.1`, `::1`, …; `0.0.0.0` and `::` mean every address. */
  readonly address: string;
  /** The user whose process opened it. */
  readonly uid: number;
  /** What the kernel calls it; a descriptor of a process names the same number. */
  readonly inode: number;
}

/** The process that holds a socket. */
export interface Holder {
  readonly pid: number;
  /** The file name of its program, without its arguments: these may hold secrets. */
  readonly program: string;
  /** The mark in its environment, else that of the nearest ancestor, or of its session; empty when it is nobody's job. */
  readonly mark: string;
}

/** What a tree listens on. */
export interface HeldSockets {
  readonly sockets: readonly ListeningSocket[];
  /** False: it has a process of another user, whose descriptors may not be looked at. */
  readonly isComplete: boolean;
}

export interface PageRequest {
  readonly url: string;
  /** Only these are asked: what another program answers does not count. */
  readonly of: readonly ListeningSocket[];
  readonly deadlineMs: Ms;
  readonly signal: AbortSignal;
}

/** The TCP sockets of this host that listen, and who holds them. */
export interface Sockets {
  /**
   * All that listen in the network namespace of this program, as they were at most `maxAgeMs` ago, or longer where looking
   * is slow (the kernel walks a table that grows with the memory of the host). Who asks meanwhile shares a look.
   */
  listening(maxAgeMs: Ms): Promise<readonly ListeningSocket[]>;
  /** Those of these processes; also those in a network namespace of their own. */
  heldBy(pids: readonly number[]): Promise<HeldSockets>;
  /** Whether `pid` or a descendant is in another network namespace. Cheap. */
  isElsewhere(pid: number): boolean;
  /**
   * Who holds each of `sockets`, by inode. One that may not be looked at is left out. Finding who holds a new one means to
   * look at every process; unless it is urgent, that is put off while it was done just now.
   */
  holders(sockets: readonly ListeningSocket[], isUrgent: boolean): ReadonlyMap<number, Holder>;
  /** Whether the host of a URL is this host, without asking anybody. */
  isThisHost(hostname: string): boolean;
  /** The status of a page of this host. Null when none of the sockets would answer it, or did not in time. Follows no redirect. */
  fetchStatus(request: PageRequest): Promise<number | null>;
}
