import { join } from "node:path";

import { deferred } from "../../base/deferred.ts";
import { homePath } from "../../base/home-paths.ts";
import { packageVersion } from "../../base/version.ts";
import { EXIT_HOME_IN_USE } from "../../base/wire.ts";
import { isBellhopError, messageOf } from "../../core/errors.ts";
import { DAEMON_LOG_MAX_BYTES } from "../../core/limits.ts";
import type { Operation } from "../../operations/operation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import { runDaemon, type OwnedBellhop } from "./daemon.ts";
import { closeInheritedDescriptors } from "./descriptors.ts";
import type { HttpRoute } from "./http.ts";
import { HttpDoor } from "./http-door.ts";
import { fileLogger } from "./log-file.ts";
import { backgroundChannel, foregroundChannel, type StartChannel } from "./start-channel.ts";

export interface DaemonProgram<Owned extends OwnedBellhop> {
  /** Default: as `homePath`. */
  readonly home?: string;
  /** Milliseconds without work and clients after which it leaves; null: never. */
  readonly idleMs: number | null;
  /** Once it serves, let go of the standard error that it was started with. */
  readonly background: boolean;
  readonly clock: Clock;
  readonly operations: readonly Operation[];
  /** Opens the home. Rejects with `home_in_use` when another program owns it. */
  readonly open: (options: { readonly home: string; readonly logger: Logger }) => Promise<Owned>;
  readonly http: HttpWish<Owned>;
}

/** What is to be served over HTTP. */
export interface HttpWish<Owned extends OwnedBellhop> {
  /** 0: any free one. Absent: none until a client asks for the page. */
  readonly port?: number;
  /** Leave when the port cannot be had. Otherwise that is a warning: jobs need the daemon more than HTTP. */
  readonly required: boolean;
  readonly routes: (registry: Owned, logger: Logger) => Promise<readonly HttpRoute[]>;
}

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Turns this program into the daemon of a home, until it leaves. Gives the exit code: 0, {@link EXIT_HOME_IN_USE}, or 1
 * after a fault, which is in `daemon.log` and, while it starts, on the standard error. The caller exits with it at once.
 */
export async function daemonProgram<Owned extends OwnedBellhop>(program: DaemonProgram<Owned>): Promise<number> {
  closeInheritedDescriptors();
  const home = homePath(program.home);
  process.chdir("/"); // No file system is kept from being unmounted.
  process.umask(0o077);
  const path = join(home, "daemon.log");
  const channel = program.background ? backgroundChannel(path) : foregroundChannel();
  const logger = fileLogger({ path, maxBytes: DAEMON_LOG_MAX_BYTES, clock: program.clock });
  const letGo = program.clock.hold(); // Between the last client and the end of the release nothing else may be left to wait for.
  return Promise.race([fault(logger), live(program, home, { logger, channel })]).finally(letGo);
}

/** Resolves when something failed that nobody caught: what the daemon remembers cannot be trusted any more, and its files can. */
function fault(logger: Logger): Promise<number> {
  const failed = deferred<number>();
  const onFault = (error: unknown): void => {
    logger.warn(`The daemon ends because of a fault: ${error instanceof Error ? error.stack : String(error)}`);
    failed.resolve(1);
  };
  process.on("uncaughtException", onFault);
  process.on("unhandledRejection", onFault);
  return failed.promise;
}

interface Voices {
  readonly logger: Logger;
  readonly channel: StartChannel;
}

async function live<Owned extends OwnedBellhop>(
  program: DaemonProgram<Owned>,
  home: string,
  voices: Voices,
): Promise<number> {
  const { logger, channel } = voices;
  try {
    const registry = await program.open({ home, logger });
    logger.info(`The daemon ${packageVersion()} begins.`);
    const http = await openHttp(program.http, registry, logger);
    const { http: _, ...options } = program;
    const reason = await runDaemon({
      ...options,
      ...http,
      registry,
      version: packageVersion(),
      logger,
      signal: signalled(),
      onListening: channel.close,
    });
    logger.info(`The daemon leaves: ${reason}`);
    return 0;
  } catch (error) {
    return refuse(error, voices);
  }
}

/** A client of MCP over HTTP cannot start a daemon: one that serves it from the beginning stays. */
async function openHttp<Owned extends OwnedBellhop>(
  wish: HttpWish<Owned>,
  registry: Owned,
  logger: Logger,
): Promise<{ readonly http: HttpDoor; readonly idleMs?: null }> {
  const http = new HttpDoor({ home: registry.home, logger, routes: () => wish.routes(registry, logger) });
  if (wish.port === undefined) {
    await http.reopen();
    return { http };
  }
  try {
    await http.open(wish.port);
    return { http, idleMs: null };
  } catch (error) {
    if (!wish.required) {
      logger.warn(`It does not serve HTTP: ${messageOf(error)}`);
      return { http };
    }
    await registry.close();
    throw error;
  }
}

/** Aborts at the first signal that asks to end. A second one ends the program at once. */
function signalled(): AbortSignal {
  const controller = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => controller.abort(`It got ${signal}.`));
  return controller.signal;
}

function refuse(error: unknown, { logger, channel }: Voices): number {
  const inUse = isBellhopError(error) && error.code === "home_in_use";
  if (!inUse) logger.warn(`The daemon cannot serve: ${messageOf(error)}`);
  channel.say(messageOf(error));
  return inUse ? EXIT_HOME_IN_USE : 1;
}
