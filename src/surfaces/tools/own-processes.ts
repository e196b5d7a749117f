import type { Bellhop, ListFilter } from "../../core/contract.ts";
import { BellhopError } from "../../core/errors.ts";
import { isProcessId, resolveId } from "../../core/ids.ts";
import type { ListEntry } from "../../core/results.ts";
import type { ToolCaller } from "./tool.ts";

/**
 * Which processes a caller can name: those of its task and of its conversation. Beginnings of ids and names count only among
 * them, so that no answer tells of others. An operator (`scope: "all"`), and who says neither task nor conversation, has all.
 */
export class OwnProcesses {
  readonly #bellhop: Bellhop;
  readonly #asked: Pick<ListFilter, "taskId" | "sessionKey">;

  constructor(bellhop: Bellhop, caller: ToolCaller) {
    this.#bellhop = bellhop;
    this.#asked = caller.scope === "all" ? {} : identityOf(caller);
  }

  list(): Promise<readonly ListEntry[]> {
    return this.#bellhop.list(this.#asked);
  }

  /** The id that is meant; null when the caller has no such process. Throws `ambiguous_id`. */
  async find(text: string): Promise<string | null> {
    if (Object.keys(this.#asked).length === 0) return text;
    return isProcessId(text) ? this.#ownId(text) : this.#search(text);
  }

  async #ownId(id: string): Promise<string | null> {
    const found = await this.#bellhop.list({ ...this.#asked, sessionId: id });
    return found.some(({ sessionId }) => sessionId === id) ? id : null;
  }

  async #search(text: string): Promise<string | null> {
    const candidates = (await this.list())
      .map((entry) => ({ id: entry.sessionId, name: entry.name ?? "", running: entry.status === "running" }))
      .toReversed();
    const found = resolveId(text, candidates);
    if (found.kind === "ambiguous")
      throw new BellhopError(
        "ambiguous_id",
        `"${text}" is the beginning of ${found.ids.length} ids: ${found.ids.slice(0, 10).join(", ")}. Give more of it.`,
      );
    return found.kind === "found" ? found.id : null;
  }
}

/** The task and the conversation of a caller, as a list takes them. */
function identityOf({ taskId, ownerTaskId, sessionKey }: ToolCaller): Pick<ListFilter, "taskId" | "sessionKey"> {
  const task = ownerTaskId || taskId;
  return { ...(task && { taskId: task }), ...(sessionKey && { sessionKey }) };
}
