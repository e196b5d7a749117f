import { isLifecycle } from "./owner.ts";

/**
 * - `owner`, `caller`: somebody asked Bellhop to; the task that owns it, or somebody else.
 * - `lifecycle`: a sweep that cleans up after an agent.
 * - `time_limit`, `idle_limit`: its own limits.
 * - `out_of_memory`: the kernel, since its memory was used up.
 * - `outside`: a signal that did not come from Bellhop.
 */
export type KilledBy = "owner" | "caller" | "lifecycle" | "time_limit" | "idle_limit" | "out_of_memory" | "outside";

/** Signals that the kernel sends a program for what it has done itself (signal(7)), or that it sends itself (abort(3)). */
const OWN_DOING: ReadonlySet<string> = new Set(
  "ABRT ALRM BUS FPE ILL IOT PIPE PROF SEGV STKFLT SYS TRAP VTALRM XCPU XFSZ".split(" ").map((name) => `SIG${name}`),
);

/** Who kills by this source. `isOwn`: its owner asks, or somebody unknown. */
export function killedBySource(source: string, isOwn: boolean): KilledBy {
  if (source === "time_limit" || source === "idle_limit") return source;
  if (isLifecycle(source)) return "lifecycle";
  return isOwn ? "owner" : "caller";
}

/**
 * Who has ended a command that we did not end; null when it ended by itself. `isOutOfMemory`: the kernel has killed something
 * of its tree because the memory was used up. A command that ended well all the same got over that.
 */
export function killedByOthers(
  ending: { readonly code: number } | { readonly signal: string },
  isOutOfMemory: boolean,
): "out_of_memory" | "outside" | null {
  if (isOutOfMemory && !("code" in ending && ending.code === 0)) return "out_of_memory";
  return "code" in ending || OWN_DOING.has(ending.signal) ? null : "outside";
}
