import type { ResourceLimits } from "./limits.ts";

const MIB = 1024 * 1024;
/** Length of a period of the CPU controller, in microseconds: the kernel's default. */
const CPU_PERIOD_USEC = 100_000;

export type Controller = "memory" | "pids" | "cpu";

/**
 * The path in the version 2 hierarchy, from `/proc/PID/cgroup`; null where that has none, or it lies outside of our cgroup
 * namespace (cgroup_namespaces(7) shows that as `/..`).
 */
export function cgroupPath(text: string): string | null {
  const path = /^0::(\/.*)$/m.exec(text)?.[1]?.replace(/ \(deleted\)$/, "");
  return path === undefined || path.split("/").includes("..") ? null : path;
}

/**
 * Where the version 2 hierarchy is mounted, from `/proc/self/mountinfo` (proc_pid_mountinfo(5)); null where it is not.
 * A mount that shows only a part of it (`root` is not `/`) does not have the paths that `/proc/PID/cgroup` tells.
 */
export function cgroupMount(mountinfo: string): string | null {
  for (const line of mountinfo.split("\n")) {
    const [place = "", kind = ""] = line.split(" - ");
    const [, , , root, target] = place.split(" ");
    if (kind.startsWith("cgroup2 ") && root === "/" && target !== undefined) return unescape(target);
  }
  return null;
}

function unescape(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

/**
 * Whether systemd started this very program as a unit (systemd.exec(5), SYSTEMD_EXEC_PID). The cgroup of a unit is systemd's:
 * with cgroups of ours in it that have controllers, the next start of the unit could not enter it (CGROUP_DELEGATION.md).
 */
export function isUnitOfSystemd(env: Readonly<Record<string, string | undefined>>, pid: number): boolean {
  return env["SYSTEMD_EXEC_PID"] === String(pid);
}

/** The controllers that a cgroup has, from `cgroup.controllers` or `cgroup.subtree_control`. */
export function controllersIn(text: string): ReadonlySet<Controller> {
  const names = text.trim().split(/\s+/);
  return new Set((["memory", "pids", "cpu"] as const).filter((name) => names.includes(name)));
}

/** The files of a cgroup that hold `limits`, for the controllers that it has (cgroup-v2.rst). */
export function limitFiles(limits: ResourceLimits, has: ReadonlySet<Controller>): ReadonlyMap<string, string> {
  const { memoryMaxMb, maxProcesses, cpuPercent } = limits;
  const files = new Map<string, string>();
  if (memoryMaxMb !== undefined && has.has("memory")) files.set("memory.max", String(memoryMaxMb * MIB));
  if (maxProcesses !== undefined && has.has("pids")) files.set("pids.max", String(maxProcesses));
  if (cpuPercent !== undefined && has.has("cpu")) {
    files.set("cpu.max", `${Math.round((cpuPercent * CPU_PERIOD_USEC) / 100)} ${CPU_PERIOD_USEC}`);
  }
  return files;
}

/** The number behind `key` in a flat keyed file (`memory.events`, `cpu.stat`); null when it is not there. */
export function keyedNumber(text: string | null, key: string): number | null {
  const found = text?.split("\n").find((line) => line.startsWith(`${key} `));
  return found === undefined ? null : Number(found.slice(key.length + 1));
}
