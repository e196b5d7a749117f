import { SECOND_MS } from "../base/time.ts";
import { BUSY_LOOK_MS, BUSY_SHARE, BUSY_SILENT_MS, MEASURED_PROCESSES_MAX } from "../core/limits.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, QuietSample, Tracked } from "./context.ts";
import { hasEnded } from "./observe.ts";
import { treesOf } from "./tree.ts";

/** Remembers how much memory the processes of a tree have together, if that is more than was seen before. Of many only the first count. */
export function sampleMemory(context: Context, tracked: Tracked, tree: readonly ProcessEntry[]): void {
  if (tracked.record.elsewhere !== undefined) return; // Those pids are of another place.
  const { table } = context.ports;
  const bytesOf = (pid: number): number => table.memoryShare?.(pid) ?? table.usage(pid)?.memoryBytes ?? 0;
  const bytes = tree.slice(0, MEASURED_PROCESSES_MAX).reduce((sum, { pid }) => sum + bytesOf(pid), 0);
  tracked.peakMemoryBytes = Math.max(tracked.peakMemoryBytes, bytes);
}

/**
 * Ids of those that have printed nothing for an hour and have used a core all the time, or nearly. Whoever asks for a list
 * pays for it, at most one look at all processes in {@link BUSY_LOOK_MS}; who is younger than an hour costs nothing.
 */
export function findBusy(context: Context): ReadonlySet<string> {
  const old = [...context.tracked.values()].filter(
    (one) => !hasEnded(one) && one.record.elsewhere === undefined && ageMs(context, one) >= BUSY_SILENT_MS,
  );
  for (const tracked of old) beginFromStart(context, tracked);
  const due = old.filter((tracked) => isLookDue(context, tracked));
  const trees = treesOf(context, due);
  for (const [place, tracked] of due.entries()) look(context, tracked, trees[place] ?? []);
  return new Set(old.filter(({ quiet }) => quiet?.isBusy === true).map(({ record }) => record.id));
}

function ageMs({ ports: { clock } }: Context, { record }: Tracked): number {
  return clock.wall() - record.startedAtMs;
}

/** One that has never printed anything had used nothing at its start, and nobody had to look. */
function beginFromStart(context: Context, tracked: Tracked): void {
  if (tracked.quiet !== null || tracked.log.extent().size > 0) return;
  const atMs = context.ports.clock.now() - ageMs(context, tracked);
  tracked.quiet = { atMs, lookedMs: atMs, cpuSeconds: 0, size: 0, isBusy: false };
}

/** Output that has come in between puts an end to a silence; it is looked again when a new one can have lasted long enough. */
function isLookDue(context: Context, tracked: Tracked): boolean {
  const { quiet, log } = tracked;
  if (quiet === null) return true;
  const nowMs = context.ports.clock.now();
  const hasPrinted = log.extent().size !== quiet.size;
  if (hasPrinted) tracked.quiet = { ...quiet, isBusy: false };
  return nowMs - quiet.lookedMs >= BUSY_LOOK_MS && (hasPrinted || nowMs - quiet.atMs >= BUSY_SILENT_MS);
}

function look(context: Context, tracked: Tracked, tree: readonly ProcessEntry[]): void {
  const nowMs = context.ports.clock.now();
  const now: QuietSample = {
    atMs: nowMs,
    lookedMs: nowMs,
    cpuSeconds: cpuSecondsOf(context, tracked, tree),
    size: tracked.log.extent().size,
    isBusy: false,
  };
  const before = tracked.quiet;
  const isBusy = before !== null && before.size === now.size && share(before, now) >= BUSY_SHARE;
  tracked.quiet = isBusy ? { ...before, lookedMs: nowMs, isBusy } : now;
}

/** The part of one core that was used between two moments. */
function share(before: QuietSample, now: QuietSample): number {
  return ((now.cpuSeconds - before.cpuSeconds) * SECOND_MS) / (now.atMs - before.atMs);
}

export function cpuSecondsOf(context: Context, { record }: Tracked, tree: readonly ProcessEntry[]): number {
  const { isolation, table } = context.ports;
  const cpuUsec = (record.confinement === null ? null : isolation.outcome(record.confinement))?.cpuUsec ?? null;
  if (cpuUsec !== null) return cpuUsec / 1_000_000;
  return tree.reduce((sum, { pid }) => {
    const usage = table.usage(pid);
    return sum + (usage?.cpuSeconds ?? 0) + (usage?.waitedForCpuSeconds ?? 0);
  }, 0);
}
