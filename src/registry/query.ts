import type { ListFilter } from "../core/contract.ts";
import { LIST_COMMAND_CHARS, LIST_OUTPUT_CHARS, POLL_OUTPUT_CHARS } from "../core/limits.ts";
import { listScope } from "../core/owner.ts";
import type { ListEntry, PollResult, ProcessView } from "../core/results.ts";
import type { Context, Tracked } from "./context.ts";
import { amend, hasEnded } from "./observe.ts";
import { treeOf } from "./settle.ts";
import { checkAlive } from "./sweep.ts";
import {
  exitFieldsOrNone,
  leftoverFields,
  livingLeftovers,
  outputTail,
  statusOf,
  timeOf,
  uptimeSeconds,
} from "./tell.ts";

/** The state and the last output. It consumes nothing; that it showed an ending is remembered. */
export function poll(context: Context, tracked: Tracked): PollResult {
  checkAlive(context, tracked);
  const result = describe(context, tracked);
  if (hasEnded(tracked) && !tracked.record.pollObserved) amend(context, tracked, { pollObserved: true });
  return result;
}

function describe(context: Context, tracked: Tracked): PollResult {
  const { record, log } = tracked;
  return {
    sessionId: record.id,
    ...(record.name ? { name: record.name } : {}),
    command: record.command,
    status: statusOf(record),
    pid: record.job?.pid ?? null,
    uptimeSeconds: uptimeSeconds(context, record),
    outputPreview: outputTail(context, tracked, POLL_OUTPUT_CHARS).output,
    cursor: log.extent().size,
    ...exitFieldsOrNone(record),
    ...leftoverFields(context, tracked),
    ...noteFields(context, tracked),
  };
}

function noteFields(context: Context, tracked: Tracked): { readonly note?: string } {
  const { lostBytes, lostExact } = tracked.log.extent();
  const notes: string[] = [];
  if (lostBytes > 0)
    notes.push(`${lostExact ? "" : "At least "}${lostBytes} bytes of output were lost because the disk was full.`);
  const { shim } = tracked.record;
  if (!hasEnded(tracked) && shim !== null && context.ports.table.fate(shim, tracked.record.id) !== "same") {
    notes.push("Its shim was killed: it runs on, but how it ends will not be known.");
  }
  return notes.length > 0 ? { note: notes.join(" ") } : {};
}

/** Everything known about one process. */
export function show(context: Context, tracked: Tracked): ProcessView {
  checkAlive(context, tracked);
  const { record, log } = tracked;
  const { head, lostBytes } = log.extent();
  return {
    ...describe(context, tracked),
    name: record.name,
    cwd: record.cwd,
    shell: record.shell,
    stdin: record.stdin,
    taskId: record.taskId,
    ownerTaskId: record.ownerTaskId,
    sessionKey: record.sessionKey,
    parentSessionId: record.parentSessionId,
    startedAt: timeOf(record.startedAtMs),
    notifyOnComplete: record.notifyOnComplete,
    persistOnRelease: record.persistOnRelease,
    shimPid: record.shim?.pid ?? null,
    directory: context.ports.store.directory(record.id),
    logHead: head,
    logMaxBytes: record.logMaxBytes,
    lostBytes,
    pids: hasEnded(tracked) ? livingLeftovers(context, tracked) : treeOf(context, tracked).map((entry) => entry.pid),
  };
}

/** Running and ended processes of the caller, the oldest first. */
export function list(context: Context, filter: ListFilter): readonly ListEntry[] {
  const entries: ListEntry[] = [];
  for (const tracked of context.tracked.values()) {
    const scope = listScope(tracked.record, filter);
    if (scope === null || (filter.includeRetained === false && hasEnded(tracked))) continue;
    checkAlive(context, tracked);
    entries.push({ ...entryOf(context, tracked), ...(scope === "session" ? { sessionScoped: true } : {}) });
  }
  return entries.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1));
}

function entryOf(context: Context, tracked: Tracked): ListEntry {
  const { record } = tracked;
  return {
    sessionId: record.id,
    ...(record.name ? { name: record.name } : {}),
    command: record.command.slice(0, LIST_COMMAND_CHARS),
    cwd: record.cwd,
    pid: record.job?.pid ?? null,
    ownerTaskId: record.ownerTaskId,
    sessionKey: record.sessionKey,
    startedAt: timeOf(record.startedAtMs),
    uptimeSeconds: uptimeSeconds(context, record),
    status: statusOf(record),
    outputPreview: outputTail(context, tracked, LIST_OUTPUT_CHARS).output,
    ...(record.notifyOnComplete ? { notifyOnComplete: true as const } : {}),
    ...(record.persistOnRelease ? { persistOnRelease: true as const } : {}),
    ...exitFieldsOrNone(record),
    ...leftoverFields(context, tracked),
  };
}
