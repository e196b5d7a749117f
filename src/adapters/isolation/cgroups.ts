import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { systemCode } from "../../core/errors.ts";
import { type Controller, controllersIn, keyedNumber, limitFiles } from "../../core/isolation/cgroup.ts";
import type { ResourceLimits } from "../../core/isolation/limits.ts";
import { workerUnit } from "../../core/isolation/scope.ts";
import { CGROUP_LOOK_MS, CGROUP_STOP_DEADLINE_MS } from "../../core/limits.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Outcome } from "../../ports/isolation.ts";
import { readOrNull } from "./files.ts";

export interface OwnCgroup {
  readonly directory: string;
  /** What it can limit. */
  readonly has: ReadonlySet<Controller>;
}

/** Makes a cgroup for the command of `id` below `base`, with `limits`; null where we may not, or the kernel is too old to empty it (Linux 5.14). */
export function makeCgroup(base: string | null, id: string, limits: ResourceLimits): OwnCgroup | null {
  if (base === null || !isOurs(base)) return null;
  const directory = join(base, workerUnit(id));
  try {
    removeCgroup(directory);
    enable(base, limits);
    mkdirSync(directory);
    const has = controllersIn(readOrNull(join(directory, "cgroup.controllers")) ?? "");
    for (const [file, text] of limitFiles(limits, has)) writeFileSync(join(directory, file), text);
    if (existsSync(join(directory, "cgroup.kill"))) return { directory, has };
  } catch {
    // We may not after all.
  }
  removeCgroup(directory);
  return null;
}

/**
 * Whether we may make cgroups below it. Root may everywhere, but where systemd runs, what it did not hand over is its own
 * (systemd's CGROUP_DELEGATION.md), and whether it did cannot be told for root.
 */
function isOurs(base: string): boolean {
  try {
    accessSync(join(base, "cgroup.procs"), constants.W_OK);
    const uid = process.getuid?.();
    return uid === 0 ? !existsSync("/run/systemd/system") : statSync(base).uid === uid;
  } catch {
    return false;
  }
}

/** The kernel refuses while processes are in `base` itself; then the cgroup does without. */
function enable(base: string, limits: ResourceLimits): void {
  const enabled = controllersIn(readOrNull(join(base, "cgroup.subtree_control")) ?? "");
  for (const controller of controllersIn(readOrNull(join(base, "cgroup.controllers")) ?? "")) {
    if (enabled.has(controller) || limitFiles(limits, new Set([controller])).size === 0) continue;
    try {
      writeFileSync(join(base, "cgroup.subtree_control"), `+${controller}`);
    } catch {
      // `has` tells.
    }
  }
}

/** Kills everything in it, forks included, and removes it. True also when it is not there. */
export async function endCgroup(directory: string, clock: Pick<Clock, "now" | "sleep">): Promise<boolean> {
  const deadlineMs = clock.now() + CGROUP_STOP_DEADLINE_MS;
  try {
    writeFileSync(join(directory, "cgroup.kill"), "1", { flag: "r+" });
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
  while (!removeCgroup(directory)) {
    if (clock.now() > deadlineMs) return false;
    await clock.sleep(CGROUP_LOOK_MS);
  }
  return true;
}

/** Removes it with what the command made below it. False while something runs inside; true also when it is not there. */
export function removeCgroup(directory: string): boolean {
  try {
    for (const child of childrenOf(directory)) removeCgroup(child);
    rmdirSync(directory);
    return true;
  } catch (error) {
    return systemCode(error) === "ENOENT";
  }
}

/** What the kernel counted for it; null when it is not there. */
export function outcomeOf(directory: string): Outcome | null {
  const cpu = readOrNull(join(directory, "cpu.stat"));
  if (cpu === null) return null;
  const peak = readOrNull(join(directory, "memory.peak"));
  return {
    oomKills: keyedNumber(readOrNull(join(directory, "memory.events")), "oom_kill"),
    peakMemoryBytes: peak === null ? null : Number(peak),
    cpuUsec: keyedNumber(cpu, "usage_usec"),
  };
}

function childrenOf(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}
