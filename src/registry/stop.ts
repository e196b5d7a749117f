import type { KillOptions } from "../core/contract.ts";
import { firstTargets, type Victim } from "../core/kill/plan.ts";
import { KILL_IGNORING_MS, KILL_LOOK_MS, KILL_SETTLE_MS } from "../core/limits.ts";
import { signalNumber } from "../core/signals.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import type { Context, StopOutcome, Tracked } from "./context.ts";
import { hasEnded, observe } from "./observe.ts";
import { treeOf } from "./settle.ts";

export interface StopRequest {
  readonly source: string;
  readonly signal: NodeJS.Signals;
  /** Milliseconds until SIGKILL; 0 = never SIGKILL. */
  readonly graceMs: number;
}

type Target = ProcessEntry & Victim;

/**
 * Ends the tree of a process: its parent first, after the grace whoever is left, then SIGKILL until nothing is found any
 * more. The intent is recorded before the first signal, so an ending that is seen meanwhile is this kill.
 * The shim is no victim: it writes the receipt. A second call while one is at work gets the same answer.
 */
export function stop(context: Context, tracked: Tracked, request: StopRequest): Promise<StopOutcome> {
  if (tracked.stopping !== null) return tracked.stopping;
  if (!hasEnded(tracked))
    observe(context, tracked, { type: "stopRequested", source: request.source, signal: request.signal });
  tracked.stopping = endTree({ context, tracked, request, seen: new Set() }).finally(() => {
    tracked.stopping = null;
  });
  return tracked.stopping;
}

/** The request that the options ask for. */
export function stopRequest(context: Context, options: KillOptions): StopRequest {
  return {
    source: options.source ?? "process.kill",
    signal: options.signal ?? "SIGTERM",
    graceMs: options.graceMs ?? context.settings.killGraceMs,
  };
}

/** One kill at work. */
interface Work {
  readonly context: Context;
  readonly tracked: Tracked;
  readonly request: StopRequest;
  /** Every pid that was found in the tree. */
  readonly seen: Set<number>;
}

async function endTree(work: Work): Promise<StopOutcome> {
  const { context, tracked, request, seen } = work;
  const first = firstTargets(look(work));
  await ask(context, first, request);
  const left = look(work);
  if (left.length === 0) return { killedPids: [...seen], survivors: [] };
  await ask(
    context,
    left.filter((target) => !first.some((one) => one.pid === target.pid)),
    request,
  );
  const survivors = (request.graceMs > 0 ? await killAll(work) : look(work)).map((target) => target.pid);
  if (survivors.length > 0) observe(context, tracked, { type: "stopFailed" });
  return { killedPids: [...seen].filter((pid) => !survivors.includes(pid)), survivors };
}

/**
 * Sends the signal and gives those who can act on it their grace. Those who ignore it can only end because the others
 * have; a moment is enough for that.
 */
async function ask(context: Context, targets: readonly Target[], { signal, graceMs }: StopRequest): Promise<void> {
  send(context, targets, signal);
  const withinMs = graceMs > 0 ? graceMs : KILL_SETTLE_MS;
  await gone(
    context,
    targets.filter((target) => !target.ignoresSignal),
    withinMs,
  );
  await gone(context, targets, Math.min(withinMs, KILL_IGNORING_MS));
}

/** SIGKILL, and again for what was forked meanwhile, until a look finds nothing. Gives what the last look found. */
async function killAll(work: Work): Promise<readonly Target[]> {
  const { context, tracked, request } = work;
  const { clock } = context.ports;
  const deadlineMs = clock.now() + KILL_SETTLE_MS;
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, KILL_LOOK_MS)) {
    const targets = look(work);
    if (targets.length === 0 || clock.now() >= deadlineMs) return targets;
    observe(context, tracked, { type: "stopRequested", source: request.source, signal: "SIGKILL" });
    send(context, targets, "SIGKILL");
    await clock.sleep(pauseMs);
  }
}

function look({ context, tracked, request, seen }: Work): readonly Target[] {
  const { table } = context.ports;
  const number = signalNumber(request.signal);
  const tree = treeOf(context, tracked);
  for (const entry of tree) seen.add(entry.pid);
  return tree.map((entry) => ({
    ...entry,
    isRoot: entry.pid === tracked.record.job?.pid,
    ignoresSignal: table.ignores(entry.pid, number),
  }));
}

/** A stopped process cannot act on a signal before it is continued. */
function send(context: Context, targets: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const target of targets) context.ports.table.signal(target, signal);
  if (signal !== "SIGKILL" && signal !== "SIGSTOP") {
    for (const target of targets) context.ports.table.signal(target, "SIGCONT");
  }
}

/** Until all are gone, or the time is up. */
async function gone(context: Context, targets: readonly Target[], withinMs: number): Promise<void> {
  const { clock, table } = context.ports;
  const deadlineMs = clock.now() + withinMs;
  const lives = (target: Target): boolean => table.identify(target.pid)?.startTicks === target.startTicks;
  for (
    let pauseMs = 1;
    targets.some(lives) && clock.now() < deadlineMs;
    pauseMs = Math.min(pauseMs * 2, KILL_LOOK_MS)
  ) {
    await clock.sleep(pauseMs);
  }
}
