import { readdirSync } from "node:fs";

import { TREE_LOOK_MAX } from "../../core/limits.ts";
import { readOrNull, readSeat, type Seat } from "./seat.ts";

/**
 * `root` and its descendants by parent links, parents first. From `/proc/PID/task/TID/children`, so that a look costs what
 * the tree is big, not what the machine runs. A daemon that has left its parent is not found: it has left the terminal, too.
 */
export function descend(root: Seat): readonly Seat[] {
  const found = [root];
  for (let at = 0; at < found.length && found.length < TREE_LOOK_MAX; at += 1) {
    found.push(...childrenOf(found[at]?.pid ?? 0));
  }
  return found;
}

function childrenOf(pid: number): readonly Seat[] {
  return threadsOf(pid)
    .flatMap((thread) => (readOrNull(`/proc/${pid}/task/${thread}/children`) ?? "").split(" "))
    .filter((child) => child !== "")
    .map((child) => readSeat(Number(child)))
    .filter((seat) => seat !== null);
}

/** Ids of the threads of a process, the first one first; empty when it is gone. */
export function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}
