import type { Bellhop, ListFilter } from "../../core/contract.ts";
import { BellhopError } from "../../core/errors.ts";
import { isProcessId, resolveId } from "../../core/ids.ts";
import { MCP_KNOWN_IDS_MAX } from "../../core/limits.ts";
import type { ListEntry } from "../../core/results.ts";
import type { McpOptions } from "./options.ts";

/** Which processes a caller can name. Beginnings of ids and names count only among them, so that no answer tells of others. */
export class OwnProcesses {
  readonly #bellhop: Bellhop;
  readonly #options: McpOptions;
  readonly #known = new Set<string>();

  constructor(bellhop: Bellhop, options: McpOptions) {
    this.#bellhop = bellhop;
    this.#options = options;
  }

  list({ includeRetained }: ListFilter = {}): Promise<readonly ListEntry[]> {
    return this.#bellhop.list({ ...this.#filter(), ...(includeRetained !== undefined && { includeRetained }) });
  }

  /** The id that is meant; null when the caller has no such process. Throws `ambiguous_id`. */
  async find(text: string): Promise<string | null> {
    if (this.#options.allProcesses || this.#known.has(text)) return text;
    const candidates = (await this.list())
      .map((entry) => ({ id: entry.sessionId, name: entry.name ?? "", running: entry.status === "running" }))
      .toReversed();
    const found = resolveId(text, candidates);
    if (found.kind === "ambiguous")
      throw new BellhopError(
        "ambiguous_id",
        `"${text}" is the beginning of ${found.ids.length} ids: ${found.ids.slice(0, 10).join(", ")}. Give more of it.`,
      );
    return found.kind === "found" ? this.remember(found.id) : null;
  }

  /** Only whole ids are remembered: a beginning or a name may mean another process tomorrow. */
  remember(id: string): string {
    if (this.#known.size >= MCP_KNOWN_IDS_MAX) this.#known.clear();
    if (isProcessId(id)) this.#known.add(id);
    return id;
  }

  #filter(): ListFilter {
    const { allProcesses, sessionKey, ownerTaskId } = this.#options;
    return allProcesses ? {} : { sessionKey, ...(ownerTaskId && { taskId: ownerTaskId }) };
  }
}
