import type { ListEntry } from "../../../core/results.ts";
import { BellhopError } from "../../../core/errors.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { listProcesses, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { processTable } from "../process-table.ts";
import { countOf } from "../text/amounts.ts";
import { jsonLine } from "../text/sanitize.ts";
import type { ListView } from "../watch.ts";

/** Without `--all`, processes that ended longer ago than this are left out: an hour is about one sitting. */
const RECENT_MS = 3_600_000;

/** `bellhop ps`: a table of processes. */
export async function ps(context: Context, invocation: Invocation): Promise<number> {
  const watch = invocation.options.flag("watch");
  if (watch && (!context.terminal.isTTY || invocation.json)) {
    throw new BellhopError("invalid_argument", "ps --watch draws on a terminal; without one, call ps again.");
  }
  return withRemote(context, invocation, async (remote) => {
    if (watch) return (await import("../watch.ts")).watchList(context, () => view(context, invocation, remote));
    return printOnce(context, invocation, remote);
  });
}

async function printOnce(context: Context, invocation: Invocation, remote: Remote): Promise<number> {
  const { terminal } = context;
  if (invocation.json) {
    await terminal.out(jsonLine((await listProcesses(remote, invocation)).wire));
    return EXIT.ok;
  }
  const { lines, hidden, shown } = await view(context, invocation, remote);
  if (shown === 0) note(terminal, emptySentence(hidden));
  else await terminal.out(`${lines.join("\n")}\n`);
  return EXIT.ok;
}

async function view(context: Context, invocation: Invocation, remote: Remote): Promise<ListView> {
  const entries = (await listProcesses(remote, invocation)).value;
  const nowMs = context.now();
  const wanted = entries.filter((entry) => invocation.options.flag("all") || isRecent(entry, nowMs));
  const { isTTY, colour } = context.terminal;
  const columns = isTTY ? context.terminal.size.columns : Number.POSITIVE_INFINITY;
  return {
    lines: processTable(wanted, { nowMs, columns, colour }),
    shown: wanted.length,
    hidden: entries.length - wanted.length,
  };
}

function isRecent(entry: ListEntry, nowMs: number): boolean {
  return entry.status === "running" || !(nowMs - Date.parse(entry.exitedAt ?? "") > RECENT_MS);
}

function emptySentence(hidden: number): string {
  if (hidden === 0) return "No process runs.";
  return `No process runs, and none ended within the last hour; ${countOf(hidden, "older one is", "older ones are")} shown by: bellhop ps --all`;
}
