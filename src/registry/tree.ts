import type { ProcessEntry, TreePlace } from "../ports/process-table.ts";
import type { Context, Tracked } from "./context.ts";

/** The living processes of its tree on this host, without the shim. `known`: what earlier looks found. None of one that runs elsewhere. */
export function treeOf(
  context: Context,
  tracked: Tracked,
  known: readonly ProcessEntry[] = [],
): readonly ProcessEntry[] {
  if (tracked.record.elsewhere !== undefined) return [];
  const tree = context.ports.table.tree(placeOf(tracked, known));
  if (tracked.record.adopted) tracked.family = tree;
  return tree;
}

/**
 * Looks who belongs to an adopted process now. It has no mark: whoever loses its parent later is known by having been seen
 * before.
 */
export function rememberTree(context: Context, tracked: Tracked): void {
  if (tracked.record.adopted) treeOf(context, tracked);
}

/** The trees of several, with one look for all of them. */
export function treesOf(context: Context, several: readonly Tracked[]): readonly (readonly ProcessEntry[])[] {
  const own = several.filter(({ record }) => record.elsewhere === undefined);
  const trees = context.ports.table.trees(own.map((tracked) => placeOf(tracked, tracked.leftovers)));
  const found = new Map(own.map((tracked, index) => [tracked, trees[index] ?? []]));
  return several.map((tracked) => found.get(tracked) ?? []);
}

/** Where its processes are looked for. */
function placeOf({ record, family }: Tracked, known: readonly ProcessEntry[]): TreePlace {
  const { job: root, id: mark, shim, confinement } = record;
  const cgroup = confinement?.cgroup ?? null;
  return { root, mark, shimPid: shim?.pid ?? -1, known: [...known, ...family], ...(cgroup === null ? {} : { cgroup }) };
}
