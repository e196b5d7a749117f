import { setTimeout as sleep } from "node:timers/promises";

import { BellhopError } from "../../../core/errors.ts";
import { DAEMON_START_DEADLINE_MS } from "../../../core/limits.ts";
import type { ServiceHost } from "./manager.ts";

const LOOK_MS = 50;

/** Waits until a daemon answers that `isOurs` takes, and gives its pid. `why` says what else there is to say about its absence; a sentence from it ends the waiting. */
export async function untilAnswering(
  host: ServiceHost,
  isOurs: (pid: number) => Promise<boolean>,
  why: () => Promise<string | null>,
): Promise<number> {
  for (let waitedMs = 0; waitedMs < DAEMON_START_DEADLINE_MS; waitedMs += LOOK_MS) {
    const remote = await host.daemon();
    await remote?.close();
    if (remote && (await isOurs(remote.daemon.pid))) return remote.daemon.pid;
    const flaw = await why();
    if (flaw !== null) throw new BellhopError("service_unavailable", flaw);
    await sleep(LOOK_MS);
  }
  throw new BellhopError(
    "service_unavailable",
    `The service was started, but its daemon does not answer within ${DAEMON_START_DEADLINE_MS / 1000} s. Its log is ${host.spec.home}/daemon.log.`,
  );
}
