import type { ListFilter } from "../core/contract.ts";
import { LIST_COMMAND_CHARS, LIST_OUTPUT_CHARS, POLL_OUTPUT_CHARS } from "../core/limits.ts";
import { listScope } from "../core/owner.ts";
import type { ProcessRecord } from "../core/record.ts";
import type { ListEntry, PollResult, ProcessView } from "../core/results.ts";
import { isWslLauncher, WSL_NOTE } from "../core/wsl.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, Tracked } from "./context.ts";
import { leftoverFields, lookAtLeftovers } from "./leftovers.ts";
import { amend, hasEnded } from "./observe.ts";
import { portFields, portsById, treePorts } from "./ports.ts";
import { environmentFields, pidOf, treeThere } from "./place.ts";
import { treeOf } from "./tree.ts";
import { findBusy, sampleMemory } from "./use.ts";
import { lookAtUsage, usageFields } from "./usage.ts";
import { checkAlive } from "./sweep.ts";
import {
  exitFieldsOrNone,
  outputTail,
  statusOf,
  terminalFields,
  terminalNotes,
  timeOf,
  uptimeSeconds,
} from "./tell.ts";

/** The state and the last output. It consumes nothing; that it showed an ending is remembered. */
export async function poll(context: Context, tracked: Tracked): Promise<PollResult> {
  checkAlive(context, tracked);
  await lookAtLeftovers(context, [tracked]);
  const ports = isOver(tracked) ? [] : (await portsById(context)).get(tracked.record.id);
  const result = describe(context, tracked, ports);
  if (hasEnded(tracked) && !tracked.record.pollObserved) amend(context, tracked, { pollObserved: true });
  return result;
}

/** Ended, and nothing of it runs on: it listens on nothing. */
function isOver(tracked: Tracked): boolean {
  return hasEnded(tracked) && tracked.leftovers.length === 0;
}

function describe(context: Context, tracked: Tracked, ports: readonly number[] | undefined): PollResult {
  const { record, log } = tracked;
  return {
    sessionId: record.id,
    ...(record.name ? { name: record.name } : {}),
    command: record.command,
    status: statusOf(record),
    ...environmentFields(context, tracked),
    pid: pidOf(record),
    uptimeSeconds: uptimeSeconds(context, record),
    outputPreview: outputTail(context, tracked, POLL_OUTPUT_CHARS).output,
    cursor: log.extent().size,
    ...readyFields(tracked),
    ...terminalFields(record),
    ...portFields(ports),
    ...exitFieldsOrNone(record),
    ...leftoverFields(context, tracked),
    ...noteFields(context, tracked),
  };
}

/** Absent when nobody asked whether it is ready. */
function readyFields({ record }: Tracked): { readonly ready?: string } {
  return record.notices.ready === "none" ? {} : { ready: record.notices.ready };
}

function noteFields(context: Context, tracked: Tracked): { readonly note?: string } {
  const { lostBytes, lostExact } = tracked.log.extent();
  const notes: string[] = [...terminalNotes(tracked.record)];
  if (lostBytes > 0)
    notes.push(`${lostExact ? "" : "At least "}${lostBytes} bytes of output were lost because the disk was full.`);
  const { shim } = tracked.record;
  if (!hasEnded(tracked) && shim !== null && context.ports.table.fate(shim, tracked.record.id) !== "same") {
    notes.push("Its shim was killed: it runs on, but how it ends will not be known.");
  }
  if (isWslLauncher(tracked.record.command)) notes.push(WSL_NOTE);
  return notes.length > 0 ? { note: notes.join(" ") } : {};
}

/** Everything known about one process. */
export async function show(context: Context, tracked: Tracked): Promise<ProcessView> {
  checkAlive(context, tracked);
  await lookAtLeftovers(context, [tracked]);
  const isElsewhere = tracked.record.elsewhere !== undefined;
  const tree = hasEnded(tracked) ? tracked.leftovers : await livingTree(context, tracked);
  if (!hasEnded(tracked)) sampleMemory(context, tracked, tree);
  const pids = tree.map(({ pid }) => pid);
  const ports = isElsewhere ? [] : await treePorts(context, pids);
  const { record, log } = tracked;
  const { head, lostBytes } = log.extent();
  return {
    ...describe(context, tracked, ports),
    name: record.name,
    cwd: record.cwd,
    shell: record.shell,
    stdin: record.stdin,
    environmentNames: Object.keys(context.ports.store.spec(record.id)?.env ?? {}).toSorted(),
    taskId: record.taskId,
    ownerTaskId: record.ownerTaskId,
    sessionKey: record.sessionKey,
    parentSessionId: record.parentSessionId,
    startedAt: timeOf(record.startedAtMs),
    notifyOnComplete: record.notifyOnComplete,
    persistOnRelease: record.persistOnRelease,
    watchPatterns: record.watchPatterns,
    ...(record.notices.watch.disabled ? { watchDisabled: true } : {}),
    heartbeatSeconds: record.heartbeatSeconds,
    ...limitsTold(record),
    shimPid: record.shim?.pid ?? null,
    directory: context.ports.store.directory(record.id),
    logHead: head,
    logMaxBytes: record.logMaxBytes,
    lostBytes,
    pids,
  };
}

async function livingTree(context: Context, tracked: Tracked): Promise<readonly ProcessEntry[]> {
  return tracked.record.elsewhere === undefined ? treeOf(context, tracked) : treeThere(context, tracked);
}

function limitsTold({ timeoutSeconds, idleTimeoutSeconds, limits, confinement }: ProcessRecord): Partial<ProcessView> {
  return {
    ...(timeoutSeconds > 0 ? { timeoutSeconds } : {}),
    ...(idleTimeoutSeconds > 0 ? { idleTimeoutSeconds } : {}),
    ...limits,
    ...(confinement === null ? {} : { confinement: confinement.kind }),
  };
}

/** Running and ended processes of the caller, the oldest first. */
export async function list(context: Context, filter: ListFilter): Promise<readonly ListEntry[]> {
  const candidates = candidatesOf(context, filter);
  for (const tracked of candidates) checkAlive(context, tracked);
  await lookAtLeftovers(context, candidates);
  const ports = await portsById(context);
  const busy = findBusy(context);
  if (filter.usage === true) lookAtUsage(context);
  const entries: ListEntry[] = [];
  for (const tracked of candidates) {
    const scope = listScope(tracked.record, filter);
    if (scope === null || (filter.includeRetained === false && hasEnded(tracked))) continue;
    entries.push({
      ...entryOf(context, tracked, ports.get(tracked.record.id)),
      ...(busy.has(tracked.record.id) ? { busySilent: true } : {}),
      ...(filter.usage === true ? usageFields(tracked) : {}),
      ...(scope === "session" ? { sessionScoped: true } : {}),
    });
  }
  return entries.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

function candidatesOf({ tracked }: Context, { sessionId }: ListFilter): readonly Tracked[] {
  if (sessionId === undefined) return [...tracked.values()];
  const one = tracked.get(sessionId);
  return one === undefined ? [] : [one];
}

function entryOf(context: Context, tracked: Tracked, ports: readonly number[] | undefined): ListEntry {
  const { record } = tracked;
  return {
    sessionId: record.id,
    ...(record.name ? { name: record.name } : {}),
    command: record.command.slice(0, LIST_COMMAND_CHARS),
    cwd: record.cwd,
    ...environmentFields(context, tracked),
    pid: pidOf(record),
    ownerTaskId: record.ownerTaskId,
    sessionKey: record.sessionKey,
    startedAt: timeOf(record.startedAtMs),
    uptimeSeconds: uptimeSeconds(context, record),
    status: statusOf(record),
    outputPreview: outputTail(context, tracked, LIST_OUTPUT_CHARS).output,
    ...readyFields(tracked),
    ...terminalFields(record),
    ...portFields(ports),
    ...(record.notifyOnComplete ? { notifyOnComplete: true as const } : {}),
    ...(record.persistOnRelease ? { persistOnRelease: true as const } : {}),
    ...(isWslLauncher(record.command) ? { wslChain: true as const, wslNote: WSL_NOTE } : {}),
    ...exitFieldsOrNone(record),
    ...leftoverFields(context, tracked),
  };
}
