import { DRAIN_DEADLINE_MS, DRAIN_LOOK_MS, DRAIN_QUIET_MS } from "../core/limits.ts";
import type { Receipt } from "../ports/launcher.ts";
import type { Context, Tracked } from "./context.ts";
import { measure } from "./confine.ts";
import { checkCopier } from "./copier.ts";
import { findLeftovers } from "./leftovers.ts";
import { hasEnded, observe } from "./observe.ts";
import { factsOf, redacted } from "./tell.ts";

/** Listens for the receipt of a running process; it may be there already. */
export function listen(context: Context, tracked: Tracked): void {
  const directory = context.ports.store.directory(tracked.record.id);
  tracked.unwatch = context.ports.launcher.watch(directory, () => void settle(context, tracked));
}

/**
 * Collects the ending of a process whose shim has written its receipt: waits until its output is in the log, names what it
 * left running, and records how it ended. Does nothing when there is no receipt. Calls at the same time share one run.
 */
export function settle(context: Context, tracked: Tracked): Promise<void> {
  tracked.settling ??= collect(context, tracked)
    .catch((error: unknown) =>
      context.ports.logger.warn(`The ending of ${tracked.record.id} could not be collected: ${String(error)}`),
    )
    .finally(() => {
      tracked.settling = null;
    });
  return tracked.settling;
}

async function collect(context: Context, tracked: Tracked): Promise<void> {
  const { id } = tracked.record;
  const receipt = context.ports.launcher.receipt(context.ports.store.directory(id));
  if (hasEnded(tracked) || !isEnding(receipt)) return;
  const measured = measure(context, tracked, receipt.kind === "ended" ? receipt.cpuSeconds : undefined);
  await drained(context, tracked);
  if (!tracked.log.extent().drained) checkCopier(context, tracked);
  await tracked.stopping; // A kill that is still at work knows what survives it.
  await findLeftovers(context, tracked);
  const { atMs } = receipt;
  if (receipt.kind === "ended")
    observe(context, tracked, { type: "endingSeen", ending: receipt.ending, atMs, ...measured });
  else if (receipt.kind === "untold")
    observe(context, tracked, { type: "contactLost", why: "adopter_gone", atMs, ...measured });
  else {
    const message = redacted(context, receipt.message, { ...factsOf(context, tracked), force: true });
    observe(context, tracked, { type: "startFailed", message, atMs });
  }
}

/** Whether the shim has done its work. */
export function isEnding(receipt: Receipt): receipt is Extract<Receipt, { readonly atMs: number }> {
  return "atMs" in receipt;
}

/**
 * Until nobody holds the output open any more, or, when somebody left over does, until it has been quiet for a moment.
 * In all less than a second, since by then the ending must be told; what is printed later still lands in the log.
 */
async function drained(context: Context, { log }: Tracked): Promise<void> {
  const { clock } = context.ports;
  const deadlineMs = clock.now() + DRAIN_DEADLINE_MS;
  let size = -1;
  let quietSinceMs = clock.now();
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, DRAIN_LOOK_MS)) {
    const extent = log.extent();
    const nowMs = clock.now();
    if (extent.size !== size) quietSinceMs = nowMs;
    size = extent.size;
    if (extent.drained || nowMs >= deadlineMs || nowMs - quietSinceMs >= DRAIN_QUIET_MS) return;
    await clock.sleep(pauseMs);
  }
}
