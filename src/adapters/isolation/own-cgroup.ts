import { totalmem } from "node:os";
import { join } from "node:path";

import { cgroupMount, cgroupPath } from "../../core/isolation/cgroup.ts";
import type { MemoryFacts } from "../../core/isolation/memory-bound.ts";
import { readOrNull } from "./files.ts";

/** The directory of the version 2 cgroup of a process; null where there is none. */
export function cgroupOf(pid: number | "self"): string | null {
  return cgroupDirectory(cgroupPath(readOrNull(`/proc/${pid}/cgroup`) ?? "") ?? "");
}

/** Where a path of the version 2 hierarchy is in the file system; null where that hierarchy is not mounted. */
export function cgroupDirectory(path: string): string | null {
  const mount = cgroupMount(readOrNull("/proc/self/mountinfo") ?? "");
  return mount === null || !path.startsWith("/") ? null : join(mount, path);
}

/** The memory of the machine, and the limit of the cgroup that we are in. */
export function memoryFacts(): MemoryFacts {
  const cgroup = cgroupOf("self");
  const limit = cgroup === null ? "" : (readOrNull(join(cgroup, "memory.max"))?.trim() ?? "");
  return { physicalBytes: totalmem(), cgroupMaxBytes: /^\d+$/.test(limit) ? Number(limit) : null };
}
