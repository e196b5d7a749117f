import { BellhopError } from "../../../core/errors.ts";
import type { ListEntry, RemoveResult } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { ask, listProcesses, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { jsonLine } from "../text/sanitize.ts";

/** `bellhop rm`: forgets ended processes, log and all, and says which. */
export async function rm(context: Context, invocation: Invocation): Promise<number> {
  checkTargets(invocation);
  return withRemote(context, invocation, async (remote) => {
    const ids = invocation.operands.length > 0 ? invocation.operands : await endedIds(context, invocation, remote);
    if (ids.length === 0) note(context.terminal, "No process has ended that this would forget.");
    const codes: number[] = [];
    for (const id of ids) codes.push(await removeOne({ context, invocation, remote }, id));
    return codes.find((code) => code !== EXIT.ok) ?? EXIT.ok;
  });
}

interface Removing {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
}

function checkTargets({ operands, options }: Invocation): void {
  const byFilter = options.flag("finished") || options.number("older-than") !== undefined;
  if (operands.length > 0 === byFilter) {
    throw new BellhopError(
      "invalid_argument",
      byFilter
        ? "rm takes ids, or --finished and --older-than, not both."
        : "rm needs an id, --finished or --older-than. See bellhop rm --help.",
    );
  }
}

async function endedIds(context: Context, invocation: Invocation, remote: Remote): Promise<readonly string[]> {
  const olderThanMs = (invocation.options.number("older-than") ?? 0) * 1000;
  const latestMs = context.now() - olderThanMs;
  const isOld = (entry: ListEntry): boolean => olderThanMs === 0 || Date.parse(entry.exitedAt ?? "") <= latestMs;
  const { value } = await listProcesses(remote, invocation);
  return value.filter((entry) => entry.status === "exited" && isOld(entry)).map((entry) => entry.sessionId);
}

async function removeOne({ context, invocation, remote }: Removing, id: string): Promise<number> {
  const { wire, value } = await ask<RemoveResult>(remote, "remove", { session_id: id });
  if (invocation.json) await context.terminal.out(jsonLine(wire));
  else if (value.status === "removed") await context.terminal.out(`${value.sessionId ?? id}\n`);
  if (value.status === "removed") return EXIT.ok;
  note(context.terminal, value.error ?? `${id} could not be forgotten.`);
  return value.status === "not_found" ? EXIT.notFound : EXIT.failure;
}
