import { deferred } from "../../base/deferred.ts";
import { PROTOCOL } from "../../base/wire.ts";
import type { Bellhop } from "../../core/contract.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { HttpDoor } from "./http-door.ts";
import { watchIdle } from "./idle.ts";
import { daemonOperations, type DaemonControl } from "./operations.ts";
import { serve, type DaemonServer } from "./server.ts";
import { SERVER_LIMITS, type ServerLimits } from "./settings.ts";

/** A registry that owns its home. */
export interface OwnedBellhop extends Bellhop {
  readonly home: string;
  /** Whether something runs or an event waits. */
  hasWork(): boolean;
}

export interface DaemonOptions {
  readonly registry: OwnedBellhop;
  readonly operations: readonly Operation[];
  readonly version: string;
  /** Milliseconds without work and clients after which it leaves; null: never. */
  readonly idleMs: number | null;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Its abort asks the daemon to leave; the reason is told to clients. */
  readonly signal: AbortSignal;
  readonly onListening?: (path: string) => void;
  /** Where it serves HTTP, too, or will. */
  readonly http?: HttpDoor;
  readonly limits?: ServerLimits;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Serves the home of `registry` until there is a reason to leave, and returns it. Lets go of everything; processes live on. */
export async function runDaemon(options: DaemonOptions): Promise<string> {
  const left = deferred<string>();
  const onAbort = (): void => left.resolve(String(options.signal.reason));
  options.signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await untilLeft(options, left);
  } finally {
    options.signal.removeEventListener("abort", onAbort);
    await options.http?.close();
    await options.registry.close();
  }
}

async function untilLeft(options: DaemonOptions, left: Leaving): Promise<string> {
  const watch = idleWatch(options, () => server?.connections() ?? 0, left);
  let server: DaemonServer | undefined;
  try {
    server = await listenFor(options, { connections: () => server?.connections() ?? 0, left, onTraffic: watch.touch });
    options.onListening?.(server.path);
    const reason = await left.promise;
    await server.close(reason);
    return reason;
  } finally {
    watch.stop();
  }
}

interface Leaving {
  readonly promise: Promise<string>;
  readonly resolve: (reason: string) => void;
}

function idleWatch(options: DaemonOptions, connections: () => number, left: Leaving): ReturnType<typeof watchIdle> {
  const { idleMs, clock, registry } = options;
  if (idleMs === null) return { touch: () => undefined, stop: () => undefined };
  return watchIdle({
    clock,
    idleMs,
    isBusy: () => connections() > 0 || (options.http?.connections() ?? 0) > 0 || registry.hasWork(),
    leave: () => left.resolve(`Nothing was to be done for ${idleMs / 1000} s.`),
  });
}

interface Wiring {
  readonly connections: () => number;
  readonly left: Leaving;
  readonly onTraffic: () => void;
}

function listenFor(options: DaemonOptions, { connections, left, onTraffic }: Wiring): Promise<DaemonServer> {
  const { registry, version, clock, logger, limits = SERVER_LIMITS, env } = options;
  const hello = { version, protocol: PROTOCOL, pid: process.pid, home: registry.home };
  const since = clock.now();
  const control: DaemonControl = {
    ...hello,
    connections,
    http: options.http,
    uptimeSeconds: () => Math.round(clock.now() - since) / 1000,
    leave: (reason) => setImmediate(() => left.resolve(reason)), // The answer goes out first.
  };
  const all = [...options.operations, ...daemonOperations(control)];
  const operations = new Map(all.map((operation) => [operation.name, operation]));
  return serve({ bellhop: registry, operations, hello, clock, logger, limits, onTraffic, ...(env && { env }) });
}
