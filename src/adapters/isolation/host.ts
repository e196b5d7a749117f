import { getuid } from "node:process";

import { isUnitOfSystemd } from "../../core/isolation/cgroup.ts";
import { isSupervisedGateway } from "../../core/isolation/gateway.ts";
import { workerMemoryBound } from "../../core/isolation/memory-bound.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Isolation } from "../../ports/isolation.ts";
import type { Logger } from "../../ports/logger.ts";
import { findProgram } from "../launch/programs.ts";
import { gatewayPid } from "./gateway-pid.ts";
import { ladder } from "./ladder.ts";
import { cgroupOf, memoryFacts } from "./own-cgroup.ts";
import { type RestartSafe, restartSafe } from "./restart-safe.ts";
import { runProgram } from "./run-program.ts";
import { userScopes } from "./scopes.ts";

export interface HostIsolationOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly home: string;
}

export interface HostIsolation {
  readonly isolation: Isolation;
  readonly restartSafe: RestartSafe;
}

/** What this host has to keep processes apart. One for a program. */
export function hostIsolation({ clock, logger, home }: HostIsolationOptions): HostIsolation {
  const env = (): NodeJS.ProcessEnv => process.env;
  const uid = getuid?.() ?? 0;
  const find = (program: string): string | null => findProgram(program, process.env["PATH"]);
  const memoryBoundBytes = boundWithWarning(logger);
  const bus = { uid, runtimeDirectory: `/run/user/${uid}` };
  const scopes = userScopes({ clock, run: runProgram, find, env, bus, memoryBoundBytes });
  // Only a gateway has to look for its pid: it is asked at every start.
  const isGateway = (): boolean =>
    process.env["_BELLHOP_GATEWAY"] === "1" &&
    isSupervisedGateway({ env: process.env, pid: process.pid, gatewayPid: gatewayPid(home, process.env) });
  const ground = { scopes, logger, isLinux: process.platform === "linux", env, uid, memoryBoundBytes };
  return {
    isolation: ladder({
      ...ground,
      clock,
      find,
      isGateway,
      cgroupBase: () => (isUnitOfSystemd(process.env, process.pid) ? null : cgroupOf("self")),
    }),
    restartSafe: restartSafe({ ...ground, isSupervisedGateway: isGateway }),
  };
}

function boundWithWarning(logger: Logger): (askedMb?: number) => number {
  let warned = "";
  return (askedMb) => {
    const { bytes, ignored } = workerMemoryBound(memoryFacts(), process.env["TERMINAL_LOCAL_MEMORY_MAX_MB"], askedMb);
    if (ignored !== null && ignored !== warned) {
      logger.warn(
        `TERMINAL_LOCAL_MEMORY_MAX_MB is "${ignored}", not a whole number of at least 64 (MiB); it is ignored.`,
      );
      warned = ignored;
    }
    return bytes;
  };
}
