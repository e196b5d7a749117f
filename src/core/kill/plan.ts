/** One process as far as a kill plan needs it. */
export interface Victim {
  readonly pid: number;
  readonly isRoot: boolean;
  readonly ignoresSignal: boolean;
}

/**
 * Whom the first signal goes to: the parent alone, so that it can close its own children (a browser whose children are
 * killed first crashes, original #113793). A parent that ignores the signal, as an interactive shell does with SIGTERM,
 * is not waited for: its descendants get it at once. Without a parent all do.
 */
export function firstTargets<V extends Victim>(tree: readonly V[]): readonly V[] {
  const root = tree.find((victim) => victim.isRoot);
  return root === undefined || root.ignoresSignal ? tree : [root];
}
