import type { Confinement } from "../core/isolation/confinement.ts";
import type { ProcessRecord, ProcessSpec } from "../core/record.ts";
import { isFindable, type Usage } from "../core/state.ts";
import type { Prepared } from "../ports/isolation.ts";
import type { Launched } from "../ports/launcher.ts";
import type { Context, Tracked } from "./context.ts";
import { amend, hasEnded } from "./observe.ts";
import { placeOf } from "./place.ts";

/** A command that runs, and what the caller must know about its limits. */
export interface Confined {
  readonly launched: Launched;
  readonly notes: readonly string[];
}

/**
 * Starts the command within its limits, and apart from us where that is needed. The manager of the user may have gone since
 * it was asked for the last time: then the start is tried once more, without it.
 */
export async function launchConfined(context: Context, tracked: Tracked, spec: ProcessSpec): Promise<Confined> {
  const { isolation, launcher, store } = context.ports;
  const { id } = tracked.record;
  for (let attempt = 1; ; attempt++) {
    const { confinement, notes, ...wrap } = await prepare(context, tracked);
    try {
      const isWrapped = wrap.wrapShim.length + wrap.wrapJob.length > 0;
      const launched = await launcher.launch(id, store.directory(id), isWrapped ? { ...spec, wrap } : spec);
      return { launched, notes };
    } catch (error) {
      isolation.cleanUp(confinement);
      if (attempt > 1 || !isolation.lostManager(confinement)) throw error;
    }
  }
}

/** It is written down before anything runs: whoever recovers the start must find it. */
async function prepare(context: Context, tracked: Tracked): Promise<Prepared> {
  const { isolation, store } = context.ports;
  const { id, limits } = tracked.record;
  const prepared = await isolation.prepare(id, limits);
  const isFree = prepared.confinement.kind === "none" && prepared.wrapJob.length === 0;
  if (isFree && tracked.record.confinement === null) return prepared;
  tracked.record = { ...tracked.record, confinement: isFree ? null : prepared.confinement };
  store.saveRecord(tracked.record);
  return prepared;
}

/** What its cgroup counts is kept up to date until it has ended; then the cgroup is removed, unless something is left in it. */
export function watchConfinement(context: Context, tracked: Tracked): void {
  const { confinement } = tracked.record;
  if (confinement === null) return;
  const { isolation } = context.ports;
  const unobserve = isolation.observe(confinement);
  const end = (): void => {
    unobserve();
    if (hasEnded(tracked)) isolation.cleanUp(confinement);
  };
  tracked.attending.signal.addEventListener("abort", end, { once: true });
}

/**
 * Ends everything that is left in the cgroup or scope of a process. False: there is none, or it could not be done; then the
 * record says that it is due, and the next recovery tries again (original #70716).
 */
export async function stopConfinement(context: Context, tracked: Tracked): Promise<boolean> {
  const { confinement } = tracked.record;
  if (confinement === null || confinement.kind === "none") return false;
  const isStopped = await context.ports.isolation.stop(confinement);
  const { isStopDue: _, ...rest } = confinement;
  const after: Confinement = isStopped ? rest : { ...rest, isStopDue: true };
  if (after.isStopDue !== confinement.isStopDue) amend(context, tracked, { confinement: after });
  return isStopped;
}

/** What an ending tells of the use of memory and CPU. */
export interface Measured {
  readonly usage?: Usage;
  readonly isOutOfMemory?: true;
}

/** What was counted for its tree until now. `cpuSeconds`: what its shim says, for where nothing else counts. */
export function measure(context: Context, { record, peakMemoryBytes }: Tracked, cpuSeconds?: number): Measured {
  const counted = record.confinement === null ? null : context.ports.isolation.outcome(record.confinement);
  const cpuUsec = counted?.cpuUsec ?? null;
  const usage = {
    cpuSeconds: cpuUsec === null ? cpuSeconds : cpuUsec / 1_000_000,
    peakMemoryBytes: counted?.peakMemoryBytes ?? (peakMemoryBytes > 0 ? peakMemoryBytes : undefined),
  };
  const known = Object.entries(usage).filter(([, value]) => value !== undefined);
  return {
    ...(known.length > 0 ? { usage: Object.fromEntries(known) as Usage } : {}),
    ...((counted?.oomKills ?? 0) > 0 ? { isOutOfMemory: true } : {}),
  };
}

/** Forgets a process of which nothing runs any more, log and all; also there, if it ran elsewhere. */
export function forget(context: Context, record: ProcessRecord): void {
  const { isolation, elsewhere, store } = context.ports;
  const { id, confinement, state } = record;
  const tracked = context.tracked.get(id);
  const place = tracked === undefined ? null : placeOf(context, tracked);
  if (confinement !== null) isolation.cleanUp(confinement);
  tracked?.unwatch();
  tracked?.unfollow();
  context.tracked.delete(id);
  store.remove(id);
  // One that is lost may run on there, and needs its files.
  if (place !== null && state.phase === "ended" && !isFindable(state)) void elsewhere.forget(place);
}
