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

/** Sources of a kill that clean up after an agent; anything else is somebody's wish. */
const LIFECYCLE_SOURCES: ReadonlySet<string> = new Set(["kill_all", "gateway_turn_timeout", "agent_close"]);

/** Whether a sweep by `source` passes the process by, because it was started to outlive its agent (original #41225). */
export function isSpared(process: { readonly persistOnRelease: boolean }, source: string): boolean {
  return process.persistOnRelease && LIFECYCLE_SOURCES.has(source);
}
