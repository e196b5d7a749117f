import type { ListFilter, StartOptions, ToldEvent } from "../../src/core/contract.ts";
import type {
  ListEntry,
  LogResult,
  NotFound,
  PendingCompletions,
  PollResult,
  ProcessView,
  ScreenResult,
  StartedProcess,
  UnreadProcess,
} from "../../src/core/results.ts";

const STARTED_AT = "2026-01-01T00:00:00.000Z";

export interface FakeProcess {
  readonly id: string;
  readonly options: StartOptions;
  output: string;
  exitCode: number | null;
  /** What was written to it. */
  input: string;
  /** Whether an answer told the ending. */
  consumed: boolean;
}

/** An event as a process of that id would queue it. */
export function eventOf(sessionId: string, sessionKey = ""): ToldEvent {
  const common = { sessionId, sessionKey, taskId: "", ownerTaskId: "", command: "true", output: "", startedAt: 0 };
  const event = {
    ...common,
    type: "completion",
    exitCode: 0,
    completionReason: "exited",
    terminationSource: "",
  } as const;
  return { eventId: `event-${sessionId}`, event, text: `Process ${sessionId} ended.` };
}

export function completionOf({ id, options }: FakeProcess): ToldEvent {
  return eventOf(id, options.sessionKey);
}

export function notFound(id: string): NotFound {
  return { status: "not_found", error: `No process with ID ${id}` };
}

export function pollOf(process: FakeProcess): PollResult {
  const { id, options, output, exitCode } = process;
  const base = {
    sessionId: id,
    command: options.command,
    pid: 1,
    uptimeSeconds: 0,
    outputPreview: output.slice(-1000),
    cursor: output.length,
  };
  return exitCode === null ? { ...base, status: "running" } : { ...base, status: "exited", ...endOf(process) };
}

export function endOf({ exitCode }: FakeProcess): {
  exitCode: number | null;
  completionReason: "exited";
  terminationSource: string;
  exitedAt: string;
} {
  return { exitCode, completionReason: "exited", terminationSource: "", exitedAt: STARTED_AT };
}

export function isAsked(options: StartOptions, { taskId = "", sessionKey = "" }: ListFilter): boolean {
  if (taskId === "" && sessionKey === "") return true;
  return (
    (taskId !== "" && (options.ownerTaskId ?? options.taskId) === taskId) ||
    (sessionKey !== "" && options.sessionKey === sessionKey)
  );
}

export function entryOf(process: FakeProcess): ListEntry {
  const { outputPreview, sessionId, command, status, pid, uptimeSeconds } = pollOf(process);
  const { taskId = "", ownerTaskId = taskId, sessionKey = "", cwd = "/" } = process.options;
  const whose = { ownerTaskId, sessionKey };
  return { sessionId, command, cwd, pid, ...whose, startedAt: STARTED_AT, uptimeSeconds, status, outputPreview };
}

export function viewOf(process: FakeProcess): ProcessView {
  const {
    name = "",
    cwd = "/",
    taskId = "",
    ownerTaskId = taskId,
    sessionKey = "",
    parentSessionId = "",
  } = process.options;
  const whose = { taskId, ownerTaskId, sessionKey, parentSessionId };
  const texts = { name, cwd, shell: "login", stdin: "null", directory: "/", startedAt: STARTED_AT };
  const numbers = { shimPid: null, logHead: 0, logMaxBytes: 0, lostBytes: 0, pids: [] };
  const notices = { notifyOnComplete: false, watchPatterns: [], heartbeatSeconds: 0 };
  return {
    environmentNames: [],
    ...pollOf(process),
    ...whose,
    ...texts,
    ...numbers,
    ...notices,
    persistOnRelease: false,
  };
}

export function lingered(awaited: readonly FakeProcess[]): PendingCompletions {
  const idsOf = (some: readonly FakeProcess[]) => some.map(({ id }) => id);
  return {
    waited: idsOf(awaited),
    completed: idsOf(awaited.filter(({ exitCode }) => exitCode !== null)),
    timedOut: idsOf(awaited.filter(({ exitCode }) => exitCode === null)),
  };
}

export function unreadOf(processes: Iterable<FakeProcess>, ownerTaskId: string): readonly UnreadProcess[] {
  return [...processes]
    .filter(({ exitCode, consumed, options }) => exitCode !== null && !consumed && options.ownerTaskId === ownerTaskId)
    .map(({ id, options, exitCode, output }) => ({ sessionId: id, command: options.command, exitCode, output }));
}

export function screenOf(process: FakeProcess): ScreenResult {
  const rows = process.output.split("\n");
  const size = { rows: rows.length, cols: 80 };
  const cursor = { row: 1, column: 1, visible: true };
  const modes = { title: "", alternateScreen: false, applicationCursorKeys: false, bracketedPaste: false };
  const { status } = pollOf(process);
  return { sessionId: process.id, status, size, rows, cursor, ...modes, logCursor: process.output.length };
}

export function startedOf(id: string, options: StartOptions): StartedProcess {
  const { command, cwd = "/", name = "", notifyOnComplete = false } = options;
  const started = { status: "running", pid: 1, startedAt: STARTED_AT } as const;
  return { id, sessionId: id, name, command, cwd, notifyOnComplete, ...started };
}

export function logOf(process: FakeProcess, limit: number): LogResult {
  const lines = process.output.split("\n").slice(0, limit);
  const { sessionId, command, status, cursor } = pollOf(process);
  return { sessionId, command, status, output: lines.join("\n"), showing: `${lines.length} lines`, cursor };
}
