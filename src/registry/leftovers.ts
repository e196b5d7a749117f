import { messageOf } from "../core/errors.ts";
import type { Leftover } from "../core/leftover.ts";
import {
  ENDING_LOOK_PACE,
  ENDING_LOOK_PAUSE_MAX_MS,
  LEFTOVER_MOMENT_MS,
  LEFTOVERS_DESCRIBED_MAX,
  PROGRAM_NAME_MAX_CHARS,
} from "../core/limits.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, LeftBehind, Tracked } from "./context.ts";
import { portFields, portsOf } from "./ports.ts";
import { factsOf, redacted } from "./tell.ts";
import { treeOf, treesOf } from "./tree.ts";

/**
 * Finds what a command that has just ended left running, wherever its output goes. One look at the tree; only where that
 * finds somebody, a second one: who was about to end as well is not left over. Not elsewhere, where a look costs a round trip:
 * a kill looks there.
 */
export async function findLeftovers(context: Context, tracked: Tracked): Promise<void> {
  if (tracked.record.elsewhere !== undefined) return;
  await lookTogether(context, tracked);
  if (tracked.leftovers.length === 0) return;
  await context.ports.clock.sleep(LEFTOVER_MOMENT_MS);
  await lookAtLeftovers(context, [tracked]);
}

/** Many may end at the same moment, after a pause of ours or with their parent. The first is looked for at once. */
function lookTogether(context: Context, tracked: Tracked): Promise<void> {
  context.endings.waiting.add(tracked);
  context.endings.next ??= lookAtAll(context);
  return context.endings.next;
}

async function lookAtAll(context: Context): Promise<void> {
  const { endings, ports } = context;
  const beforeMs = ports.clock.now();
  await (beforeMs < endings.restUntilMs ? ports.clock.sleep(endings.restUntilMs - beforeMs) : undefined);
  const several = [...endings.waiting];
  endings.waiting.clear();
  endings.next = null;
  const beganMs = ports.clock.now();
  tolerate(context, () => update(context, several));
  const tookMs = ports.clock.now() - beganMs;
  endings.restUntilMs = beganMs + tookMs + Math.min(tookMs * ENDING_LOOK_PACE, ENDING_LOOK_PAUSE_MAX_MS);
}

/** The same, at once and without their ports, for an ending that nobody was told by a receipt. */
export function findLeftoversNow(context: Context, tracked: Tracked): void {
  if (!isOfThisBoot(context, tracked)) return;
  tolerate(context, () => {
    tracked.leftovers = treeOf(context, tracked, tracked.leftovers);
  });
}

/** That somebody could not be looked for (no descriptor is left) is no reason not to tell the ending. */
function tolerate({ ports: { logger } }: Context, look: () => void): void {
  try {
    look();
  } catch (error) {
    logger.warn(`It could not be seen who is left over: ${messageOf(error)}.`);
  }
}

/** Finds what processes that had ended before this program began have left running. One look for all of them. */
export function findOldLeftovers(context: Context, several: readonly Tracked[]): void {
  const ofThisBoot = several.filter((tracked) => isOfThisBoot(context, tracked));
  tolerate(context, () => update(context, ofThisBoot));
}

/** No process outlives the machine. */
function isOfThisBoot({ ports: { table } }: Context, { record }: Tracked): boolean {
  return (record.shim ?? record.job)?.bootId === table.bootId;
}

/** Looks again at the leftovers of those that have some: who has ended goes, what they have started comes. */
export function refreshLeftovers(context: Context, several: Iterable<Tracked>): void {
  update(
    context,
    [...several].filter(({ leftovers }) => leftovers.length > 0),
  );
}

function update(context: Context, several: readonly Tracked[]): void {
  if (several.length === 0) return;
  for (const [index, entries] of treesOf(context, several).entries()) {
    const tracked = several[index];
    if (tracked !== undefined) tracked.leftovers = entries.map((entry) => withPorts(entry, tracked.leftovers));
  }
}

function withPorts(entry: ProcessEntry, before: readonly LeftBehind[]): LeftBehind {
  return { ...entry, ...portFields(before.find((one) => isSame(one, entry))?.ports) };
}

function isSame(one: ProcessEntry, other: ProcessEntry): boolean {
  return one.pid === other.pid && one.startTicks === other.startTicks;
}

/** The same, and at the ports that they listen on. */
export async function lookAtLeftovers(context: Context, several: Iterable<Tracked>): Promise<void> {
  const all = [...several];
  refreshLeftovers(context, all);
  await Promise.all(
    all.filter(({ leftovers }) => leftovers.length > 0).map((tracked) => lookAtPorts(context, tracked)),
  );
}

async function lookAtPorts(context: Context, tracked: Tracked): Promise<void> {
  const looked = await Promise.all(
    tracked.leftovers.map(async (entry, place): Promise<LeftBehind> => {
      if (place >= LEFTOVERS_DESCRIBED_MAX) return entry;
      const { ports: _, ...bare } = entry;
      return { ...bare, ...portFields(portsOf((await context.ports.sockets.heldBy([entry.pid])).sockets)) };
    }),
  );
  tracked.leftovers = looked;
}

/** Those leftovers that still live. */
export function livingLeftovers(context: Context, tracked: Tracked): readonly LeftBehind[] {
  const { table } = context.ports;
  return tracked.leftovers.filter(({ pid, startTicks }) => table.identify(pid)?.startTicks === startTicks);
}

export interface LeftoverFields {
  readonly leftoverPids?: readonly number[];
  readonly leftovers?: readonly Leftover[];
}

/** The same as fields; absent when there are none. Of many only the first are described. */
export function leftoverFields(context: Context, tracked: Tracked): LeftoverFields {
  const living = livingLeftovers(context, tracked);
  if (living.length === 0) return {};
  return {
    leftoverPids: living.map(({ pid }) => pid),
    leftovers: living.slice(0, LEFTOVERS_DESCRIBED_MAX).flatMap((entry) => describe(context, tracked, entry)),
  };
}

function describe(context: Context, tracked: Tracked, { pid, ports }: LeftBehind): readonly Leftover[] {
  const usage = context.ports.table.usage(pid);
  if (usage === null) return [];
  const { cpuSeconds, memoryBytes } = usage;
  return [{ pid, name: nameOf(context, tracked, usage.name), ...portFields(ports), cpuSeconds, memoryBytes }];
}

/** A file name may hold anything. */
function nameOf(context: Context, tracked: Tracked, name: string): string {
  return redacted(context, name.replaceAll(/\p{C}/gu, "?"), factsOf(context, tracked)).slice(0, PROGRAM_NAME_MAX_CHARS);
}
