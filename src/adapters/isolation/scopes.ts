import { randomBytes } from "node:crypto";

import { type Controller, controllersIn } from "../../core/isolation/cgroup.ts";
import {
  probeUnit,
  type ScopeProperties,
  scopeWords,
  stopLeftNothing,
  workerUnit,
} from "../../core/isolation/scope.ts";
import { heldVerdict, type Verdict } from "../../core/isolation/verdict.ts";
import { SCOPE_PROBE_DEADLINE_MS, SCOPE_STOP_DEADLINE_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import { readOrNull } from "./files.ts";
import { cgroupDirectory } from "./own-cgroup.ts";
import type { RunProgram } from "./run-program.ts";
import { type Environment, isBusLost, userBusEnvironment, type UserBusPlace } from "./user-bus.ts";

export interface ScopesOptions {
  readonly clock: Pick<Clock, "now">;
  readonly run: RunProgram;
  /** The path of a program; null when it is not there. */
  readonly find: (program: string) => string | null;
  readonly env: () => Environment;
  readonly bus: UserBusPlace;
  /** The memory limit that each scope of a gateway gets, in bytes. */
  readonly memoryBoundBytes: () => number;
}

/** Transient scopes of the manager of this user. One for a program: it holds the verdict of the last probe. */
export interface Scopes {
  /** Whether a scope can be made. Asks systemd at most once a minute; whoever asks meanwhile waits for the same answer. */
  usable(): Promise<boolean>;
  /** The words that run `command` in the scope of `suffix`; null when `systemd-run` has gone. */
  words(suffix: string, command: readonly string[], properties: ScopeProperties): readonly string[] | null;
  /** The controllers that the manager hands on to its scopes. */
  controllers(): Promise<ReadonlySet<Controller>>;
  /** Ends all that is in a scope: SIGTERM, then SIGKILL. True also when it was not there. */
  stop(unit: string): Promise<boolean>;
  /** See {@link isBusLost}. When it is, the next start asks systemd again after a minute, and does without until then. */
  lostBus(used: Environment): boolean;
  /** The environment that leads to the bus. */
  environment(): Environment;
}

export function userScopes(options: ScopesOptions): Scopes {
  let verdict: Verdict | null = null;
  let probing: Promise<boolean> | null = null;
  const settle = (usable: boolean): boolean => {
    verdict = { usable, atMs: options.clock.now() };
    return usable;
  };
  const environment = (): Environment => userBusEnvironment(options.env(), options.bus);
  return {
    usable: async () => {
      const held = heldVerdict(verdict, options.clock.now());
      if (held !== null) return held;
      probing ??= probe(options, environment())
        .then(settle)
        .finally(() => (probing = null));
      return probing;
    },
    words: (suffix, command, properties) => {
      const binary = options.find("systemd-run");
      return binary === null ? null : scopeWords({ binary, unit: workerUnit(suffix), properties }, command);
    },
    controllers: () => controllers(options, environment()),
    stop: (unit) => stop(options, unit, environment()),
    lostBus: (used) => {
      const isLost = isBusLost(used, options.bus);
      if (isLost) settle(false);
      return isLost;
    },
    environment,
  };
}

/** The program is not enough: services and containers have it without a bus. `/bin/sh` is everywhere, `/bin/true` is not (original #105365). */
async function probe(options: ScopesOptions, env: Environment): Promise<boolean> {
  const binary = options.find("systemd-run");
  if (binary === null) return false;
  const unit = probeUnit(process.pid, randomBytes(4).toString("hex"));
  const properties = { memoryMaxBytes: options.memoryBoundBytes() };
  const words = scopeWords({ binary, unit, properties }, ["/bin/sh", "-c", "exit 0"]);
  return (await options.run(words, { env, deadlineMs: SCOPE_PROBE_DEADLINE_MS })).code === 0;
}

async function stop(options: ScopesOptions, unit: string, env: Environment): Promise<boolean> {
  const binary = options.find("systemctl");
  if (binary === null) return false;
  const words = [binary, "--user", "stop", unit];
  const { code, errors } = await options.run(words, { env, deadlineMs: SCOPE_STOP_DEADLINE_MS });
  return stopLeftNothing(code, errors);
}

async function controllers(options: ScopesOptions, env: Environment): Promise<ReadonlySet<Controller>> {
  const binary = options.find("systemctl");
  if (binary === null) return new Set();
  const words = [binary, "--user", "show", "--property=ControlGroup", "--value"];
  const { output } = await options.run(words, { env, deadlineMs: SCOPE_PROBE_DEADLINE_MS });
  const directory = cgroupDirectory(output.trim());
  return controllersIn((directory && readOrNull(`${directory}/cgroup.controllers`)) ?? "");
}
