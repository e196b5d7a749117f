import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { cgroupMount, cgroupPath, type Controller, controllersIn } from "../../../core/isolation/cgroup.ts";
import { probeUnit, scopeWords } from "../../../core/isolation/scope.ts";
import { ok, warn } from "./check.ts";
import type { Check } from "./check.ts";
import type { UserManager } from "./service.ts";

const PROBE_MEMORY_BYTES = 256 * 1024 * 1024;
const ALL: readonly Controller[] = ["memory", "pids", "cpu"];

/** How far limits of a job (memory, processes, CPU) hold, and by what: the ladder of `docs/isolation.md`, as far as it can be seen from here. */
export async function isolationCheck(manager: UserManager): Promise<Check> {
  const name = "limits";
  if (process.platform !== "linux") return ok(name, "each process by itself (there are no cgroups)");
  if (await scopeWorks(manager)) return hold(name, "a systemd scope", await scopeControllers(manager));
  const base = cgroupOfSelf();
  if (base !== null && isOurs(base)) return hold(name, "a cgroup of our own", enabledIn(base));
  return warn(
    name,
    "hold for each process by itself, not for all of a job together; CPU shares are not enforced",
    "A user manager of systemd makes them hold: see docs/isolation.md.",
  );
}

function hold(name: string, by: string, has: ReadonlySet<Controller>): Check {
  const missing = ALL.filter((controller) => !has.has(controller));
  if (missing.length === 0) return ok(name, `hold for all of a job together, by ${by}`);
  return warn(
    name,
    `hold by ${by}, but for ${missing.join(", ")} there is no controller`,
    "Those hold for each process by itself, or not at all: see docs/isolation.md.",
  );
}

/** The same words as a start has. */
async function scopeWorks({ run, version }: UserManager): Promise<boolean> {
  if (version === null) return false;
  const unit = probeUnit(process.pid, "doctor");
  const scope = { binary: "systemd-run", unit, properties: { memoryMaxBytes: PROBE_MEMORY_BYTES } };
  return (await run(...scopeWords(scope, ["/bin/sh", "-c", "exit 0"]))).code === 0;
}

async function scopeControllers({ run }: UserManager): Promise<ReadonlySet<Controller>> {
  const { out } = await run("systemctl", "--user", "show", "--property=ControlGroup", "--value");
  const mount = cgroupMount(readText("/proc/self/mountinfo"));
  return controllersIn(mount === null ? "" : readText(join(mount, out.trim(), "cgroup.controllers")));
}

function cgroupOfSelf(): string | null {
  const path = cgroupPath(readText("/proc/self/cgroup"));
  const mount = cgroupMount(readText("/proc/self/mountinfo"));
  return path === null || mount === null ? null : join(mount, path);
}

/** As a start sees it: root may write everywhere, but where systemd runs that is systemd's. */
function isOurs(base: string): boolean {
  try {
    accessSync(join(base, "cgroup.procs"), constants.W_OK);
    const uid = process.getuid?.();
    return uid === 0 ? !existsSync("/run/systemd/system") : statSync(base).uid === uid;
  } catch {
    return false;
  }
}

/** The kernel hands controllers on only from a cgroup without processes; the root of the hierarchy is the exception. */
function enabledIn(base: string): ReadonlySet<Controller> {
  const isRoot = !existsSync(join(base, "cgroup.type"));
  return controllersIn(readText(join(base, isRoot ? "cgroup.controllers" : "cgroup.subtree_control")));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
