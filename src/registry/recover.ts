import type { ProcessRecord } from "../core/record.ts";
import { isFindable } from "../core/state.ts";
import { attend } from "./attend.ts";
import { forget, stopConfinement } from "./confine.ts";
import { followElsewhere, seekLost } from "./contact.ts";
import type { Context, Tracked } from "./context.ts";
import { catchUp } from "./notices.ts";
import { hasEnded } from "./observe.ts";
import { dropCompletion, enqueueCompletion } from "./outbox.ts";
import { takeEventsAlong } from "./hand-over.ts";
import { findOldLeftovers } from "./leftovers.ts";
import { finishStop } from "./resume-stop.ts";
import { listen, settle } from "./settle.ts";
import { beganElsewhere } from "./start-elsewhere.ts";
import { began, track } from "./start.ts";
import { checkAlive, prune } from "./sweep.ts";

/**
 * Opens a home: adopts what still runs, settles what ended meanwhile from its receipt, marks as lost what nobody can know,
 * and finishes kills that were interrupted. Resolves when every process has the state it really has.
 */
export async function recover(context: Context): Promise<void> {
  const { records, damage, lostCompletions } = context.ports.store.load();
  for (const { what, setAside } of damage)
    context.ports.logger.warn(`The ${what} could not be read; it was moved to ${setAside}.`);
  const all = records.map((record) => {
    const tracked = track(record, context.ports.openLog(context.ports.store.directory(record.id)));
    context.tracked.set(record.id, tracked);
    return tracked;
  });
  catchUp(context);
  takeEventsAlong(context);
  findOldLeftovers(context, all.filter(hasEnded));
  await Promise.all(all.map((tracked) => recoverOne(context, tracked)));
  for (const id of lostCompletions) {
    const tracked = context.tracked.get(id);
    if (tracked !== undefined) enqueueCompletion(context, tracked);
  }
  prune(context);
}

async function recoverOne(context: Context, tracked: Tracked): Promise<void> {
  const { state } = tracked.record;
  const { phase } = state;
  if (isFindable(state)) return seekLost(context, tracked);
  if (phase === "ended") {
    if (!tracked.log.extent().drained) followElsewhere(context, tracked); // What it left running may print.
    return retryStop(context, tracked);
  }
  if (tracked.record.elsewhere !== undefined) dropCompletion(context, tracked.record.id); // Of an end that was none.
  if (phase === "starting" && !adoptStart(context, tracked)) return;
  if (phase !== "starting") {
    listen(context, tracked);
    attend(context, tracked);
  }
  await settle(context, tracked);
  checkAlive(context, tracked);
  if (phase !== "starting" && !hasEnded(tracked)) followElsewhere(context, tracked);
  if (phase === "stopping" && (!hasEnded(tracked) || tracked.leftovers.length > 0)) finishStop(context, tracked, state);
}

/**
 * A start that was interrupted. If the shim has not claimed it, it never will: there is neither process nor record then.
 * If it has, the command runs or has run, and the start is completed. Elsewhere the claim is written here before anything is
 * asked there: then the mirror says whether it is there.
 */
function adoptStart(context: Context, tracked: Tracked): boolean {
  const { launcher, store } = context.ports;
  const { id } = tracked.record;
  const directory = store.directory(id);
  if (launcher.receipt(directory).kind === "unclaimed" && launcher.forbid(directory)) {
    forget(context, tracked.record);
    return false;
  }
  if (tracked.record.elsewhere !== undefined) {
    beganElsewhere(context, tracked);
    return true;
  }
  const { shim, job } = launcher.claimed(id, directory);
  began(context, tracked, { shim: shim ?? unknownShim(context, tracked.record), job: tracked.record.job ?? job });
  return true;
}

/** A shim that is gone: an identity that nothing alive can have. */
function unknownShim(context: Context, record: ProcessRecord): NonNullable<ProcessRecord["shim"]> {
  return record.shim ?? { bootId: context.ports.table.bootId, pid: 0, startTicks: 0 };
}

/** A scope that could not be stopped, because its manager was not there (original #70716). It is not waited for. */
function retryStop(context: Context, tracked: Tracked): void {
  if (tracked.record.confinement?.isStopDue) void stopConfinement(context, tracked);
}
