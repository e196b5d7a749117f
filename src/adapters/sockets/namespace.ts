import { readFileSync } from "node:fs";

import { ANCESTORS_MAX } from "../../core/limits.ts";
import { linkOf } from "./descriptors.ts";

/** The network namespace of a process; empty when it has ended, or may not be looked at. */
export function networkOf(root: string, pid: number | "self"): string {
  return linkOf(`${root}/${pid}/ns/net`);
}

/** Whether `pid` or a descendant has another network namespace than this program. */
export function isElsewhere(root: string, pid: number): boolean {
  const here = networkOf(root, "self");
  let generation: readonly number[] = [pid];
  for (let depth = 0; depth < ANCESTORS_MAX && generation.length > 0; depth++) {
    const networks = generation.map((one) => networkOf(root, one));
    if (networks.some((network) => network !== "" && network !== here)) return true;
    generation = generation.flatMap((one) => childrenOf(root, one));
  }
  return false;
}

/** Those of its main thread; none where the kernel does not tell them (`CONFIG_PROC_CHILDREN`). */
function childrenOf(root: string, pid: number): readonly number[] {
  try {
    const text = readFileSync(`${root}/${pid}/task/${pid}/children`, "latin1");
    return text.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
