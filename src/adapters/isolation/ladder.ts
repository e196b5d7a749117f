import { join } from "node:path";

import type { Controller } from "../../core/isolation/cgroup.ts";
import { confineWords, processLimits, weakerLimits } from "../../core/isolation/confine.ts";
import type { ResourceLimits } from "../../core/isolation/limits.ts";
import { workerUnit } from "../../core/isolation/scope.ts";
import { SHIM_TASKS_MAX } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Confinement, Isolation, Prepared } from "../../ports/isolation.ts";
import type { Logger } from "../../ports/logger.ts";
import { endCgroup, makeCgroup, removeCgroup } from "./cgroups.ts";
import { rememberedOutcomes } from "./outcomes.ts";
import { cgroupOf } from "./own-cgroup.ts";
import type { Scopes } from "./scopes.ts";
import { userTasks } from "./user-tasks.ts";

export interface LadderGround {
  readonly scopes: Scopes;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isLinux: boolean;
  readonly uid: number;
  readonly find: (program: string) => string | null;
  readonly isGateway: () => boolean;
  /** The cgroup below which our own are made; null where there is none. */
  readonly cgroupBase: () => string | null;
  /** The memory limit of a worker of the gateway that asked for `askedMb`. */
  readonly memoryBoundBytes: (askedMb?: number) => number;
}

const MIB = 1024 * 1024;
const NOTHING: ReadonlySet<Controller> = new Set();
const FREE: Prepared = {
  confinement: { kind: "none", unit: null, cgroup: null },
  wrapShim: [],
  wrapJob: [],
  notes: [],
};

/** A scope of systemd, else a cgroup of our own, else limits on each process: the best that there is now. */
export function ladder(ground: LadderGround): Isolation {
  const outcomes = rememberedOutcomes();
  return {
    prepare: (id, limits) => prepare(ground, id, limits),
    locate: (confinement, shimPid) => locate(confinement, shimPid),
    lostManager: ({ kind }) => kind === "systemd" && ground.scopes.lostBus(ground.scopes.environment()),
    stop: async ({ unit, cgroup }) => {
      if (unit !== null) return ground.scopes.stop(unit);
      return cgroup === null || endCgroup(cgroup, ground.clock);
    },
    observe: ({ cgroup }) => (cgroup === null ? () => undefined : outcomes.observe(cgroup)),
    outcome: ({ cgroup }) => (cgroup === null ? null : outcomes.last(cgroup)),
    cleanUp: ({ kind, cgroup }) => {
      if (kind === "cgroup" && cgroup !== null) removeCgroup(cgroup);
    },
  };
}

async function prepare(ground: LadderGround, id: string, limits: ResourceLimits): Promise<Prepared> {
  const isGateway = ground.isLinux && ground.isGateway();
  const { memoryMaxMb, maxProcesses, cpuPercent } = limits;
  const isAsked = memoryMaxMb !== undefined || maxProcesses !== undefined || cpuPercent !== undefined;
  if (!isAsked && !isGateway && limits.nice === undefined) return FREE;
  if (ground.isLinux && (isGateway || isAsked) && (await ground.scopes.usable())) {
    const scoped = await inScope(ground, id, { limits, isGateway });
    if (scoped !== null) return scoped;
  }
  if (isGateway) ground.logger.info(`${id} shares the gateway's cgroup: systemd-run --user is unavailable.`);
  const own = ground.isLinux && isAsked ? makeCgroup(ground.cgroupBase(), id, limits) : null;
  return {
    confinement: { kind: own === null ? "none" : "cgroup", unit: null, cgroup: own?.directory ?? null },
    wrapShim: [],
    ...jobLimits(ground, limits, own ?? { directory: null, has: NOTHING }),
  };
}

interface Asked {
  readonly limits: ResourceLimits;
  readonly isGateway: boolean;
}

async function inScope(ground: LadderGround, id: string, { limits, isGateway }: Asked): Promise<Prepared | null> {
  const { memoryMaxMb, maxProcesses, cpuPercent } = limits;
  const askedBytes = memoryMaxMb === undefined ? undefined : memoryMaxMb * MIB;
  const memoryMaxBytes = isGateway ? ground.memoryBoundBytes(memoryMaxMb) : askedBytes;
  const tasksMax = maxProcesses === undefined ? undefined : maxProcesses + SHIM_TASKS_MAX;
  const words = ground.scopes.words(id, [], { memoryMaxBytes, tasksMax, cpuPercent });
  if (words === null) return null;
  const { wrapJob, notes } = jobLimits(ground, limits, { directory: null, has: await ground.scopes.controllers() });
  return {
    confinement: { kind: "systemd", unit: `${workerUnit(id)}.scope`, cgroup: null },
    wrapShim: [...busWords(ground), ...words],
    wrapJob,
    notes: [...notes, ...tightened(memoryMaxBytes, askedBytes)],
  };
}

/** The environment of the command may not lead to the bus. */
function busWords({ scopes, find }: LadderGround): readonly string[] {
  const env = scopes.environment();
  const names = ["XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"].filter((name) => env[name] !== undefined);
  return [find("env") ?? "env", ...names.map((name) => `${name}=${env[name]}`)];
}

function tightened(bytes: number | undefined, askedBytes: number | undefined): readonly string[] {
  if (bytes === undefined || askedBytes === undefined || bytes >= askedBytes) return [];
  const [bound, asked] = [bytes, askedBytes].map((value) => Math.floor(value / MIB));
  return [`memoryMaxMb ${asked} is more than a worker of the gateway may have here: ${bound} MiB hold.`];
}

function jobLimits(
  { find, uid, isLinux }: LadderGround,
  limits: ResourceLimits,
  place: { readonly directory: string | null; readonly has: ReadonlySet<Controller> },
): Pick<Prepared, "wrapJob" | "notes"> {
  const tasks = isLinux && limits.maxProcesses !== undefined && !place.has.has("pids") ? userTasks(uid) : 0;
  const procsFile = place.directory === null ? null : join(place.directory, "cgroup.procs");
  const wrapJob = confineWords(processLimits(limits, place.has, tasks), { procsFile, nice: find("nice") ?? "nice" });
  return { wrapJob, notes: weakerLimits(limits, place.has, uid === 0) };
}

/** Only where the shim is in the scope that was asked for: a cgroup that others are in must never be taken for it. */
function locate(confinement: Confinement, shimPid: number): Confinement {
  if (confinement.unit === null) return confinement;
  const cgroup = cgroupOf(shimPid);
  return cgroup?.endsWith(`/${confinement.unit}`) ? { ...confinement, cgroup } : confinement;
}
