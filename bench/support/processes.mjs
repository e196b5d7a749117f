import { readdirSync, readFileSync } from "node:fs";

/** Ticks of a second in /proc: the same on every Linux (USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Pids of living processes whose environment carries the mark of one of `ids`: commands, and what Bellhop put around them. */
export function markedPids(ids) {
  const wanted = new Set(ids);
  return allPids().filter((pid) => wanted.has(markOf(pid)));
}

export function childrenOf(pid) {
  return readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim().split(" ").filter(Boolean).map(Number);
}

/** Proportional set size in KiB: what pages are shared counts for each of its users in part. */
export function pssKib(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

/** Milliseconds of CPU in lines of `/proc/PID/stat`, with those of their children that were waited for. */
export function cpuMsOfStats(text) {
  return (
    text
      .split("\n")
      .filter(Boolean)
      .map(cpuTicks)
      .reduce((sum, ticks) => sum + ticks, 0) *
    (1000 / TICKS_PER_SECOND)
  );
}

/** False when it is gone already. */
export function killHard(pid) {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

/** Waits for a condition, never for a while. */
export async function until(condition, what, withinMs = 60_000) {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what}: not seen within ${withinMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function allPids() {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function markOf(pid) {
  return /(?:^|\0)BELLHOP_PROC_ID=([^\0]*)/.exec(readOrEmpty(`/proc/${pid}/environ`))?.[1] ?? "";
}

/** Fields 14 to 17, counted behind the name, which may hold anything. */
function cpuTicks(stat) {
  return stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0);
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
