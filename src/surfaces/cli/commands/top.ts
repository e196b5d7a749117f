import { BellhopError } from "../../../core/errors.ts";
import type { KillResult, ListEntry, LogResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { ask, withRemote } from "../remote.ts";
import { EXIT } from "../report.ts";
import { jsonLine, oneLine } from "../text/sanitize.ts";
import { cutToWidth } from "../text/table.ts";
import { topPicture, topTable } from "../top/picture.ts";
import { pressed, settled, sorted, TOP_BEGINS, type TopState } from "../top/state.ts";
import { drawScreen } from "../watch.ts";

/** `bellhop top`: what runs, with what it uses, drawn again every second. */
export async function top(context: Context, invocation: Invocation): Promise<number> {
  const isOnce = invocation.options.flag("once") || invocation.json;
  if (!isOnce && !context.terminal.isTTY)
    throw new BellhopError("invalid_argument", "top draws on a terminal; without one, call top --once or top --json.");
  return withRemote(context, invocation, (remote) =>
    isOnce ? printOnce(context, invocation, remote) : new Top(context, remote).run(),
  );
}

/** A first look has nothing to compare with but the start: rates are those of the whole life then. */
async function printOnce({ terminal }: Context, { json }: Invocation, remote: Remote): Promise<number> {
  const { wire, value } = await listWithUsage(remote);
  if (json) await terminal.out(jsonLine(wire));
  else {
    const columns = terminal.isTTY ? terminal.size.columns : Number.POSITIVE_INFINITY;
    await terminal.out(`${topTable(sorted(value.processes, "cpu"), { columns, colour: false }).join("\n")}\n`);
  }
  return EXIT.ok;
}

interface Listed {
  readonly processes: readonly ListEntry[];
}

function listWithUsage(remote: Remote): Promise<{ readonly wire: unknown; readonly value: Listed }> {
  return ask<Listed>(remote, "list", { include_retained: false, usage: true });
}

/** The live view. */
class Top {
  readonly #context: Context;
  readonly #remote: Remote;
  #state: TopState = TOP_BEGINS;
  #entries: readonly ListEntry[] = [];

  constructor(context: Context, remote: Remote) {
    this.#context = context;
    this.#remote = remote;
  }

  run(): Promise<number> {
    return drawScreen(this.#context, { view: () => this.#view(), onKey: (key) => this.#onKey(key) });
  }

  async #view(): Promise<readonly string[]> {
    const { processes } = (await listWithUsage(this.#remote)).value;
    this.#entries = sorted(processes, this.#state.sort);
    this.#state = settled(this.#state, this.#ids());
    const { size, colour } = this.#context.terminal;
    if (this.#state.mode === "log") return this.#logLines(this.#state.selected ?? "", size);
    return topPicture(this.#entries, this.#state, { ...size, colour });
  }

  /** Whether to leave. */
  async #onKey(key: string): Promise<boolean> {
    const { state, action } = pressed(this.#state, key, this.#ids());
    this.#state = state;
    if (action === "kill" && state.selected !== null) await this.#kill(state.selected);
    return action === "leave";
  }

  async #kill(id: string): Promise<void> {
    const { value } = await ask<KillResult>(this.#remote, "kill", { session_id: id, source: "bellhop.top" });
    const left = value.survivors?.length ?? 0;
    const message = left > 0 ? `${id}: ${left} of its processes are left.` : `${id}: ${value.error ?? value.status}.`;
    this.#state = { ...this.#state, message };
  }

  async #logLines(id: string, { rows, columns }: { readonly rows: number; readonly columns: number }) {
    const input = { session_id: id, limit: Math.max(1, rows - 2), consume_output: false };
    const { value } = await ask<Partial<LogResult>>(this.#remote, "log", input);
    const lines = (value.output ?? "").split("\n").slice(-(rows - 2));
    return [...lines.map((line) => cutToWidth(oneLine(line), columns)), "", "any key: back to the list"];
  }

  #ids(): readonly string[] {
    return this.#entries.map(({ sessionId }) => sessionId);
  }
}
