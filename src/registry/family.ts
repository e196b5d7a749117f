import { TREE_MEMBERS_MAX } from "../core/limits.ts";
import type { TreeMember, TreeResult } from "../core/results.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, Tracked } from "./context.ts";
import { livingLeftovers } from "./leftovers.ts";
import { hasEnded } from "./observe.ts";
import { portFields, treePorts } from "./ports.ts";
import { treeOf } from "./tree.ts";

/** Who belongs to a process now: what a kill would end. Programs by their file name; arguments may hold secrets. */
export async function tree(context: Context, tracked: Tracked): Promise<TreeResult> {
  const all = hasEnded(tracked) ? livingLeftovers(context, tracked) : treeOf(context, tracked);
  const members = await Promise.all(all.slice(0, TREE_MEMBERS_MAX).map((entry) => memberOf(context, entry)));
  const left = all.length - members.length;
  return { sessionId: tracked.record.id, processes: members, ...(left > 0 ? { omitted: left } : {}) };
}

async function memberOf(context: Context, { pid, parentPid, state }: ProcessEntry): Promise<TreeMember> {
  const { name = "", cpuSeconds = 0, memoryBytes = 0 } = context.ports.table.usage(pid) ?? {};
  return { pid, parentPid, name, state, cpuSeconds, memoryBytes, ...portFields(await treePorts(context, [pid])) };
}
