/** Who may see a process in a list, and who may end it in passing. Names as in the original. */
export interface Owned {
  readonly ownerTaskId: string;
  readonly sessionKey: string;
}

/**
 * Why a process is in the list of a caller: it is of the caller's task (`own`, also when nothing was asked for), or it only
 * shares the conversation (`session`: perhaps a forgotten server, original #29177). Null: it is not in the list.
 */
export type ListScope = "own" | "session" | null;

export function listScope(
  process: Owned,
  asked: { readonly taskId?: string | undefined; readonly sessionKey?: string | undefined },
): ListScope {
  const { taskId = "", sessionKey = "" } = asked;
  if (taskId === "" && sessionKey === "") return "own";
  if (taskId !== "" && process.ownerTaskId === taskId) return "own";
  if (sessionKey === "" || process.sessionKey !== sessionKey) return null;
  return taskId === "" ? "own" : "session";
}

/** Whether what is told about `process` may name `other`: nothing of another conversation is told. Who says neither task nor conversation is told of all. */
export function mayName(process: Owned, other: Owned): boolean {
  return listScope(other, { taskId: process.ownerTaskId, sessionKey: process.sessionKey }) !== null;
}

/** Sources of a kill that clean up after an agent; anything else is somebody's wish. */
const LIFECYCLE_SOURCES: ReadonlySet<string> = new Set(["kill_all", "gateway_turn_timeout", "agent_close"]);

/** Whether a sweep by `source` passes the process by, because it was started to outlive its agent (original #41225). */
export function isSpared(process: { readonly persistOnRelease: boolean }, source: string): boolean {
  return process.persistOnRelease && isLifecycle(source);
}

/** Whether a kill by `source` cleans up after an agent. */
export function isLifecycle(source: string): boolean {
  return LIFECYCLE_SOURCES.has(source);
}

/** What a sweep ends. */
export interface KillAllOptions {
  /** Only processes of this task. Default: all. */
  readonly taskId?: string;
  /** Who asks. `kill_all`, `gateway_turn_timeout` and `agent_close` clean up, and pass over those started with `persistOnRelease`; any other is somebody's wish. @default "kill_all" */
  readonly source?: string;
  /** The count is all that the owner is told of the endings. @default false */
  readonly consumeOutput?: boolean;
}

/** Who hands a process over to whom. */
export interface TransferOptions {
  /** Whose it must be now. */
  readonly fromOwner: string;
  readonly toOwner: string;
  /** Where these three are not given they stay as they are. */
  readonly toTaskId?: string;
  readonly toSessionKey?: string;
  readonly toParentSessionId?: string;
  /** Why, in one sentence; the event of its ending says it. */
  readonly note?: string;
}
