import { PRUNE_INTERVAL_MS, SWEEP_INTERVAL_MS } from "../core/limits.ts";
import { toPrune } from "../core/retention.ts";
import type { LostReason } from "../core/state.ts";
import type { Context, Tracked } from "./context.ts";
import { forget, measure } from "./confine.ts";
import { checkCopier } from "./copier.ts";
import { findLeftoversNow, refreshLeftovers } from "./leftovers.ts";
import { hasEnded, observe } from "./observe.ts";
import { rememberTree } from "./tree.ts";
import { resumeStop } from "./resume-stop.ts";
import { isEnding, settle } from "./settle.ts";

/** Looks after what no receipt rings for, until the registry lets go. Does nothing while nothing runs. */
export function beginSweeping(context: Context): void {
  const { clock, store } = context.ports;
  const stopSweep = clock.every(SWEEP_INTERVAL_MS, () => sweep(context));
  const stopPrune = clock.every(PRUNE_INTERVAL_MS, () => prune(context));
  context.closing.addEventListener("abort", () => {
    stopSweep();
    stopPrune();
    store.flush();
  });
}

/** One look at each running process. `exists` costs a microsecond; the kernel is asked for more only when it says no. */
function sweep(context: Context): void {
  context.ports.store.flush();
  for (const tracked of context.tracked.values()) {
    if (hasEnded(tracked)) continue;
    resumeStop(context, tracked);
    rememberTree(context, tracked);
    const { shim } = tracked.record;
    if (shim !== null && context.ports.table.exists(shim.pid)) checkCopier(context, tracked);
    else checkAlive(context, tracked);
  }
}

/**
 * A running process whose shim is gone cannot ring. Its receipt may be there (a ring was missed); otherwise the shim was
 * killed: then it runs on, and can be killed, until the command has gone too. How that ended nobody can know.
 */
export function checkAlive(context: Context, tracked: Tracked): void {
  const { record } = tracked;
  const { launcher, store, table } = context.ports;
  if (record.state.phase === "ended" || record.state.phase === "starting") return;
  if (record.shim !== null && table.fate(record.shim, record.id) === "same") return;
  const receipt = launcher.receipt(store.directory(record.id));
  if (isEnding(receipt)) return void settle(context, tracked);
  if (tracked.owesReceipt || record.elsewhere !== undefined) return; // Its mirror says when it is gone.
  const fate = record.job === null ? "gone" : table.fate(record.job, record.id);
  if (fate === "same") return;
  findLeftoversNow(context, tracked);
  observe(context, tracked, {
    type: "contactLost",
    why: lostReason(context, tracked, fate),
    atMs: context.ports.clock.wall(),
    ...measure(context, tracked),
  });
}

function lostReason(context: Context, { record }: Tracked, fate: "reused" | "gone"): LostReason {
  const identity = record.shim ?? record.job;
  if (identity === null) return "record_only";
  if (identity.bootId !== context.ports.table.bootId) return "reboot";
  return fate === "reused" ? "pid_reused" : "shim_killed";
}

/** Forgets what ended long ago; never one whose event still waits, and never one that left processes behind. */
export function prune(context: Context): void {
  const { clock, store } = context.ports;
  refreshLeftovers(context, context.tracked.values());
  const queued = new Set(store.queued().map(({ event }) => event.sessionId));
  const ended = [...context.tracked.values()].flatMap(({ record, leftovers }) =>
    record.state.phase === "ended"
      ? [{ id: record.id, endedAtMs: record.state.endedAtMs, queued: queued.has(record.id) || leftovers.length > 0 }]
      : [],
  );
  const { endedKeptMs: keptMs, endedKeptMax: keptMax } = context.settings;
  for (const id of toPrune(ended, clock.wall(), { keptMs, keptMax })) {
    const gone = context.tracked.get(id);
    if (gone !== undefined) forget(context, gone.record);
  }
}
