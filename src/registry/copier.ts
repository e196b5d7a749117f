import type { Context, Tracked } from "./context.ts";

/** Lets another copier take over from one that was killed. One elsewhere is the concern of its shim there. */
export function checkCopier(context: Context, tracked: Tracked): void {
  if (tracked.record.elsewhere !== undefined) return;
  const { launcher, store, table } = context.ports;
  const directory = store.directory(tracked.record.id);
  if (tracked.copierPid !== null && table.exists(tracked.copierPid)) return;
  tracked.copierPid = launcher.copier(directory);
  if (tracked.copierPid === null || table.exists(tracked.copierPid)) return;
  if (!launcher.repairCopier(directory, tracked.record.logMaxBytes)) return;
  context.ports.logger.warn(`The copier of ${tracked.record.id} was killed; another one takes over its output.`);
}
