import { eachOf } from "../../../base/each.ts";
import { BellhopError } from "../../../core/errors.ts";
import { KILLS_AT_ONCE_MAX } from "../../../core/limits.ts";
import { isSpared } from "../../../core/owner.ts";
import type { KillResult, ListEntry } from "../../../core/results.ts";
import type { Context, Invocation, Remote } from "../context.ts";
import { askExisting, listProcesses, show, withRemote } from "../remote.ts";
import { EXIT, note } from "../report.ts";
import { countOf } from "../text/amounts.ts";
import { endingSentence } from "../text/ending.ts";
import { jsonLine } from "../text/sanitize.ts";

/** Told as `termination_source`, unless `--source` says otherwise. */
const SOURCE = "bellhop kill";

/** `bellhop kill`: ends processes and prints for each what was killed and what is left. */
export async function kill(context: Context, invocation: Invocation): Promise<number> {
  checkTargets(invocation);
  return withRemote(context, invocation, async (remote) => {
    const targets = await targetsOf(remote, invocation);
    if (targets.length === 0) note(context.terminal, "No process runs that this would end.");
    const killing = { context, invocation, remote };
    const codes = await eachOf(targets, KILLS_AT_ONCE_MAX, (target) => killOne(killing, target));
    return codes.find((code) => code !== EXIT.ok) ?? EXIT.ok;
  });
}

interface Target {
  readonly id: string;
  /** The one who kills owns it: the answer tells the ending, so no event is due. Otherwise its owner must hear of it. */
  readonly isOurs: boolean;
}

interface Killing {
  readonly context: Context;
  readonly invocation: Invocation;
  readonly remote: Remote;
}

function byFilter({ options }: Invocation): boolean {
  return options.flag("all") || options.text("owner") !== undefined || options.text("session") !== undefined;
}

function checkTargets(invocation: Invocation): void {
  const byId = invocation.operands.length > 0;
  if (byId && byFilter(invocation)) {
    throw new BellhopError("invalid_argument", "kill takes ids, or --all, --owner and --session, not both.");
  }
  if (!byId && !byFilter(invocation)) {
    throw new BellhopError(
      "invalid_argument",
      "kill needs an id, or --all, --owner or --session. See bellhop kill --help.",
    );
  }
}

async function targetsOf(remote: Remote, invocation: Invocation): Promise<readonly Target[]> {
  const { operands, options } = invocation;
  const namesOwner = options.text("owner") !== undefined || options.text("session") !== undefined;
  if (!byFilter(invocation)) {
    const views = await Promise.all(operands.map((id) => show(remote, id)));
    const targets = views.map((view) => ({ id: view.sessionId, isOurs: isUnowned(view) }));
    return [...new Map(targets.map((target) => [target.id, target])).values()];
  }
  const living = (await listProcesses(remote, invocation)).value.filter(isAlive);
  const wanted = living.filter(({ persistOnRelease = false }) => !isSpared({ persistOnRelease }, sourceOf(invocation)));
  return wanted.map((entry) => ({ id: entry.sessionId, isOurs: namesOwner || isUnowned(entry) }));
}

/** It runs, or has left something running. */
function isAlive({ status, leftoverPids = [] }: ListEntry): boolean {
  return status === "running" || leftoverPids.length > 0;
}

function sourceOf({ options }: Invocation): string {
  return options.text("source") ?? SOURCE;
}

function isUnowned({
  ownerTaskId,
  sessionKey,
}: {
  readonly ownerTaskId: string;
  readonly sessionKey: string;
}): boolean {
  return ownerTaskId === "" && sessionKey === "";
}

async function killOne({ context, invocation, remote }: Killing, { id, isOurs }: Target): Promise<number> {
  const { options, json } = invocation;
  const grace = options.number("grace");
  const { wire, value } = await askExisting<KillResult>(remote, "kill", {
    session_id: id,
    source: sourceOf(invocation),
    signal: options.text("signal"),
    grace_ms: grace === undefined ? undefined : Math.round(grace * 1000),
    consume_output: isOurs,
    asker: askerOf(invocation),
  });
  const complete = value.status !== "error" && !value.survivors?.length;
  if (json) await context.terminal.out(jsonLine(wire));
  else if (complete || value.survivors?.length) await context.terminal.out(`${receipt(id, value)}\n`);
  if (value.note && !json) note(context.terminal, value.note);
  if (!complete) note(context.terminal, value.error ?? `${id} was not ended.`);
  return complete ? EXIT.ok : EXIT.failure;
}

/** Who asks. Without an owner it is a person, and the agent that owns the process is told what happened to it. */
function askerOf({ options }: Invocation): object {
  return { owner_task_id: options.text("owner") ?? "", session_key: options.text("session") ?? "" };
}

/** One line: what was killed, what is left. */
function receipt(id: string, result: KillResult): string {
  const killed = result.killedPids ?? [];
  if (result.status === "already_exited") {
    const leftovers = killed.length > 0 ? `; of what it left behind, killed ${pids(killed)}` : "";
    return `${id} had ended before: it ${endingSentence(result)}${leftovers}`;
  }
  const survivors = result.survivors ?? [];
  const left = survivors.length > 0 ? `still alive: ${pids(survivors)}` : "nothing is left";
  return `${id} killed ${pids(killed)}; ${left}`;
}

function pids(list: readonly number[]): string {
  return list.length === 0 ? "0 processes" : `${countOf(list.length, "process", "processes")} (pid ${list.join(" ")})`;
}
