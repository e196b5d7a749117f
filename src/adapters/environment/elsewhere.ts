import { existsSync } from "node:fs";
import { join } from "node:path";

import { messageOf } from "../../core/errors.ts";
import { ENVIRONMENT_IDLE_MS, ENVIRONMENT_RETRY_MAX_MS, ENVIRONMENT_RETRY_MS } from "../../core/limits.ts";
import type { ProcessSpec } from "../../core/record.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Elsewhere, Place } from "../../ports/elsewhere.ts";
import type { Environment, Usability } from "../../ports/environment.ts";
import type { Logger } from "../../ports/logger.ts";
import { createHub, type Hub } from "./hub.ts";
import { beginFiles, drainFiles, publishReceipt } from "./mirror-files.ts";
import { pause } from "../../base/pause.ts";
import { type StartedThere, startThere } from "./remote-start.ts";
import { signalThere, treeThere } from "./remote-tree.ts";
import { typeThere } from "./remote-input.ts";

export interface ElsewhereOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Opens the environment with this name. It connects when it is asked for something. */
  readonly open: (name: string) => Environment;
  /** Throws a `BellhopError` for a name that means nothing. @default every name means something */
  readonly check?: (name: string) => void;
  /** @default nothing can be said */
  readonly usability?: () => Promise<readonly Usability[]>;
  /** Milliseconds after which a connection that nothing needs is let go. @default `ENVIRONMENT_IDLE_MS` */
  readonly idleMs?: number;
}

interface Context {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hubOf: (place: Place) => Hub;
  readonly closing: AbortSignal;
}

/** Runs processes in other environments, whatever these are. One connection a name, made when it is needed. */
export function elsewhereOf(options: ElsewhereOptions): Elsewhere {
  const { clock, logger } = options;
  const hubs = new Map<string, Hub>();
  const closing = new AbortController();
  const hubOf = ({ environment }: Place): Hub => {
    const hub = hubs.get(environment) ?? createHub(options.open(environment), { clock, logger });
    hubs.set(environment, hub);
    return hub;
  };
  const context: Context = { clock, logger, hubOf, closing: closing.signal };
  const idleMs = options.idleMs ?? ENVIRONMENT_IDLE_MS;
  const stopLooking = clock.every(idleMs / 2, () => letGo(hubs, { nowMs: clock.now(), idleMs, logger }));
  return {
    check: (name) => options.check?.(name),
    launch: (place, spec) => launch(context, place, spec),
    follow: (place, tell) => {
      beginFiles(place.directory);
      return hubOf(place).mirror.follow(place, tell);
    },
    tree: (place, signal) => hubOf(place).use((agent) => treeThere(agent, { id: place.id, signal }, closing.signal)),
    signal: async (place, entries, signal) => {
      await hubOf(place).use((agent) => signalThere(agent, { entries, signal }, closing.signal));
      hubOf(place).mirror.wake();
    },
    write: async (place, bytes) => {
      const taken = await hubOf(place).use((agent) => typeThere(agent, { id: place.id, bytes }, closing.signal));
      hubOf(place).mirror.wake();
      return taken;
    },
    closeStdin: async (place) => {
      await hubOf(place).use((agent) => agent.call("close", [place.id], closing.signal));
      hubOf(place).mirror.wake();
    },
    resize: async (place, { rows, cols }) => {
      const words = [place.id, String(rows), String(cols)];
      const lines = await hubOf(place).use((agent) => agent.call("resize", words, closing.signal));
      hubOf(place).mirror.wake();
      return lines.some((line) => line.words[0] === "resized");
    },
    forget: async (place) => {
      try {
        await hubOf(place).use((agent) => agent.call("forget", [place.id], closing.signal));
      } catch (error) {
        logger.warn(`The directory of ${place.id} in ${place.environment} was not removed: ${messageOf(error)}`);
      }
    },
    usability: async () => (await options.usability?.()) ?? [],
    close: async () => {
      stopLooking();
      closing.abort();
      await Promise.all([...hubs.values()].map((hub) => hub.close()));
      hubs.clear();
    },
  };
}

async function launch(context: Context, place: Place, spec: ProcessSpec): Promise<StartedThere> {
  const { directory } = place;
  beginFiles(directory);
  try {
    const { clock, closing: signal } = context;
    const inDoubt = (): void => void abandon(context, place);
    const hub = context.hubOf(place);
    return await hub.use((agent) => startThere({ agent, clock, signal, inDoubt }, place, spec));
  } catch (error) {
    if (existsSync(join(directory, "running"))) {
      drainFiles(directory);
      publishReceipt(directory, "failed", `\n${messageOf(error)}`);
    }
    throw error;
  }
}

/** Until the environment has answered: what may have been started there without our knowing is ended, or is never begun. */
async function abandon({ clock, logger, hubOf, closing }: Context, place: Place): Promise<void> {
  for (
    let pauseMs = ENVIRONMENT_RETRY_MS;
    !closing.aborted;
    pauseMs = Math.min(2 * pauseMs, ENVIRONMENT_RETRY_MAX_MS)
  ) {
    await pause(clock, pauseMs, closing);
    try {
      return void (await hubOf(place).use((agent) => agent.call("abandon", [place.id], closing)));
    } catch (error) {
      logger.warn(`Whether ${place.id} runs in ${place.environment} is not known yet: ${messageOf(error)}`);
    }
  }
}

interface Idle {
  readonly nowMs: number;
  readonly idleMs: number;
  readonly logger: Logger;
}

function letGo(hubs: Map<string, Hub>, { nowMs, idleMs, logger }: Idle): void {
  for (const [name, hub] of hubs) {
    if (hub.idleSinceMs() === null || nowMs - (hub.idleSinceMs() ?? nowMs) < idleMs) continue;
    hubs.delete(name);
    hub.close().catch((error: unknown) => logger.warn(`${name} was not let go: ${messageOf(error)}`));
  }
}
