import type { Clock } from "../../ports/clock.ts";
import type { Environment } from "../../ports/environment.ts";
import type { Logger } from "../../ports/logger.ts";
import { createMirror, type Mirror } from "./mirror.ts";
import { type RemoteAgent, remoteAgent } from "./remote-agent.ts";

/** One environment, with all that goes on there. */
export interface Hub {
  readonly mirror: Mirror;
  /** Asks its agent for something. */
  use<Result>(work: (agent: RemoteAgent) => Promise<Result>): Promise<Result>;
  /** Since when nobody needs it; null: somebody does. */
  idleSinceMs(): number | null;
  close(): Promise<void>;
}

export function createHub(environment: Environment, { clock, logger }: { clock: Clock; logger: Logger }): Hub {
  const agent = remoteAgent(environment, clock);
  const mirror = createMirror({ agent, clock, logger });
  let inUse = 0;
  let idleSinceMs: number | null = clock.now();
  return {
    mirror,
    use: async (work) => {
      inUse += 1;
      try {
        return await work(agent);
      } finally {
        inUse -= 1;
        idleSinceMs = null;
      }
    },
    idleSinceMs: () => {
      idleSinceMs = inUse === 0 && mirror.isIdle() ? (idleSinceMs ?? clock.now()) : null;
      return idleSinceMs;
    },
    close: async () => {
      await mirror.close();
      await environment.close();
    },
  };
}
