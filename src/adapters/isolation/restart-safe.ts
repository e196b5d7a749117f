import { BellhopError } from "../../core/errors.ts";
import { needsScope, withoutScope } from "../../core/isolation/gateway.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Scopes } from "./scopes.ts";
import type { Environment } from "./user-bus.ts";

export interface RestartSafeOptions {
  /** Ends the name of the scope. */
  readonly unitSuffix: string;
  /** Throw rather than start it where a restart would kill it. */
  readonly requireRestartSafeScope: boolean;
  /** Nobody waits for it: it goes on after the unit that started it. @default false */
  readonly outlivesParent?: boolean;
}

/**
 * How to start a child of the gateway.
 * - `in_process`: nothing threatens it; `words` are the command.
 * - `scoped`: `words` run it in a scope of its own, with `env`.
 * - `degraded`: there is no scope to be had; `words` are the command, which must be a program of its own all the same.
 */
export interface ChildDispatch {
  readonly mode: "in_process" | "scoped" | "degraded";
  readonly words: readonly string[];
  readonly env: Environment;
}

/** What decides, of this host and this program. */
export interface RestartSafeGround {
  readonly scopes: Scopes;
  readonly logger: Logger;
  readonly isLinux: boolean;
  readonly env: () => Environment;
  readonly isSupervisedGateway: () => boolean;
  readonly uid: number;
  readonly memoryBoundBytes: () => number;
}

/** Says that a host has no scope to give. It is not the child's fault: whoever counts its attempts must not count this one (original #114720). */
export class RestartSafeScopeUnavailable extends BellhopError {
  constructor(detail: string) {
    super(
      "start_failed",
      `The gateway's child has no scope that a restart would spare, and was not started: ${detail}`,
    );
  }
}

const GATEWAY_CONSEQUENCE =
  "children of the gateway are started as plain programs, and a restart of the gateway ends them. Set cron.require_restart_safe_scope=true to refuse instead.";
const UNIT_CONSEQUENCE =
  "children that should outlive this systemd unit are ended with it. Give its user a manager that lingers (`loginctl enable-linger USER`), or set KillMode=process on the unit.";

export interface RestartSafe {
  /** Throws {@link RestartSafeScopeUnavailable} where a scope is required and there is none. */
  childArgv(command: readonly string[], options: RestartSafeOptions): Promise<ChildDispatch>;
  /** After the words of a `scoped` child ended before the child could start: whether the bus of the user has gone. */
  scopedSpawnLostUserBus(env: Environment): boolean;
}

/** Starts children so that a restart of the systemd unit around us does not end them. One for a program: it warns once. */
export function restartSafe(ground: RestartSafeGround): RestartSafe {
  let hasWarned = false;
  const warnOnce = (sentence: string): void => {
    if (!hasWarned) ground.logger.warn(sentence);
    hasWarned = true;
  };
  return {
    childArgv: (command, options) => restartSafeChildArgv({ ...ground, warnOnce }, command, options),
    scopedSpawnLostUserBus: (env) => ground.scopes.lostBus(env),
  };
}

async function restartSafeChildArgv(
  ground: RestartSafeGround & { readonly warnOnce: (sentence: string) => void },
  command: readonly string[],
  options: RestartSafeOptions,
): Promise<ChildDispatch> {
  const isGateway = ground.isSupervisedGateway();
  const child = {
    isLinux: ground.isLinux,
    isInUnit: Boolean(ground.env()["INVOCATION_ID"]),
    isSupervisedGateway: isGateway,
    outlivesParent: options.outlivesParent ?? false,
  };
  if (!needsScope(child)) return { mode: "in_process", words: command, env: ground.env() };
  const isUsable = await ground.scopes.usable();
  const properties = { memoryMaxBytes: ground.memoryBoundBytes() };
  const words = isUsable ? ground.scopes.words(options.unitSuffix, command, properties) : null;
  if (words !== null) return { mode: "scoped", words, env: ground.scopes.environment() };
  const detail = isUsable ? "systemd-run disappeared after the availability probe." : unavailable(ground.uid);
  degrade(detail, withoutScope(isGateway, options.requireRestartSafeScope), ground.warnOnce);
  return { mode: "degraded", words: command, env: ground.env() };
}

function degrade(detail: string, means: "refuse" | "gateway" | "unit", warnOnce: (sentence: string) => void): void {
  if (means === "refuse") throw new RestartSafeScopeUnavailable(detail);
  warnOnce(`${detail} So ${means === "gateway" ? GATEWAY_CONSEQUENCE : UNIT_CONSEQUENCE}`);
}

function unavailable(uid: number): string {
  return `systemd-run --user --scope is unavailable (usually because no bus answers at /run/user/${uid}/bus). For a service of the system run \`sudo loginctl enable-linger USER\` with its user, and restart it.`;
}
