import type { KillOptions } from "../core/contract.ts";
import { messageOf } from "../core/errors.ts";
import { KILL_BEGINS, type KillProgress, type KillStep, nextStep } from "../core/kill/plan.ts";
import type { KilledBy } from "../core/killed-by.ts";
import { KILL_LOOK_MS, KILL_SETTLE_MS } from "../core/limits.ts";
import { isFindable } from "../core/state.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import { stopConfinement } from "./confine.ts";
import type { Context, StopOutcome, Tracked } from "./context.ts";
import { type Reach, reachOf, type Target } from "./kill-reach.ts";
import { livingLeftovers } from "./leftovers.ts";
import { hasEnded, observe } from "./observe.ts";
import { redacted } from "./tell.ts";
import { treeOf } from "./tree.ts";
import { sampleMemory } from "./use.ts";

export interface StopRequest {
  readonly source: string;
  readonly signal: NodeJS.Signals;
  /** Milliseconds until SIGKILL; 0 = never SIGKILL. */
  readonly graceMs: number;
  readonly by?: KilledBy;
}

/**
 * Ends the tree of a process as `core/kill/plan.ts` says. The intent is recorded before the first signal, so an ending that
 * is seen meanwhile is this kill. The shim is no victim: it writes the receipt. A second call while one is at work gets the
 * same answer. Where the environment of the process cannot be reached, the intent stays recorded (`unreached`).
 */
export function stop(context: Context, tracked: Tracked, request: StopRequest): Promise<StopOutcome> {
  if (tracked.stopping !== null) return tracked.stopping;
  if (!hasEnded(tracked) || isFindable(tracked.record.state))
    observe(context, tracked, { type: "stopRequested", ...request });
  const seen = new Map<number, ProcessEntry>(livingLeftovers(context, tracked).map((entry) => [entry.pid, entry]));
  const reach = reachOf(context, tracked, request.signal);
  const work: Work = { context, tracked, request, reach, seen, wanedAtMs: null, fewest: Infinity, pauseMs: 1 };
  tracked.stopping = endTree(work)
    .catch((error: unknown) => unreached(work, error))
    .finally(() => {
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
  readonly reach: Reach;
  /** Everything that was found in the tree, by pid. */
  readonly seen: Map<number, ProcessEntry>;
  /** When there were fewer than ever since the first SIGKILL; null until then. */
  wanedAtMs: number | null;
  fewest: number;
  /** How long the kernel is given until the next look after SIGKILL. */
  pauseMs: number;
}

async function endTree(work: Work): Promise<StopOutcome> {
  const { request } = work;
  for (let progress: KillProgress = KILL_BEGINS; ;) {
    const tree = await look(work, progress);
    const next = nextStep(progress, { tree, request, isTimeUp: isTimeUp(work, tree.length) });
    progress = next.progress;
    if (next.step.kind === "done") return outcome(work, next.step.survivors);
    await carryOut(work, next.step);
  }
}

/** Nothing is known then, also not of those that were signalled. */
function unreached({ context, tracked }: Work, error: unknown): StopOutcome {
  if (tracked.record.elsewhere === undefined) throw error;
  return { killedPids: [], survivors: [], unreached: redacted(context, messageOf(error)) };
}

async function outcome(work: Work, left: readonly Target[]): Promise<StopOutcome> {
  const { context, tracked, seen } = work;
  const survivors = (await forced(work, left)).map(({ pid }) => pid);
  if (survivors.length > 0) observe(context, tracked, { type: "stopFailed" });
  return { killedPids: [...seen.keys()].filter((pid) => !survivors.includes(pid)), survivors };
}

/** What is left when the manager or the kernel has ended the whole confinement, where there is one, for those who would not end. */
async function forced({ context, tracked, request }: Work, left: readonly Target[]): Promise<readonly ProcessEntry[]> {
  const isForced = request.graceMs > 0 || request.signal === "SIGKILL";
  if (left.length === 0 || !isForced || !(await stopConfinement(context, tracked))) return left;
  return treeOf(context, tracked, left);
}

async function carryOut(work: Work, step: Exclude<KillStep<Target>, { kind: "done" }>): Promise<void> {
  const { context, tracked, request, reach } = work;
  const { clock } = context.ports;
  if (step.kind === "ask") {
    await reach.send(step.held, "SIGSTOP");
    await reach.send(step.targets, request.signal);
    await reach.gone(step.waits[0]);
    await reach.send(step.held, "SIGHUP");
    return reach.gone(step.waits[1]);
  }
  observe(context, tracked, { type: "stopRequested", source: request.source, signal: "SIGKILL" });
  await reach.send(step.targets, step.kind === "freeze" ? "SIGSTOP" : "SIGKILL");
  if (step.kind === "freeze") return clock.sleep(0); // Others get their turn; the tree, what is not stopped of it, too.
  work.wanedAtMs ??= clock.now();
  await clock.sleep(work.pauseMs);
  work.pauseMs = Math.min(work.pauseMs * 2, KILL_LOOK_MS);
}

/** Whether the killed ones have stopped getting fewer. A large tree takes its time on a busy machine. */
function isTimeUp(work: Work, left: number): boolean {
  if (work.wanedAtMs === null) return false;
  const nowMs = work.context.ports.clock.now();
  if (left < work.fewest) {
    work.fewest = left;
    work.wanedAtMs = nowMs;
  }
  return nowMs >= work.wanedAtMs + KILL_SETTLE_MS;
}

async function look({ context, tracked, reach, seen }: Work, { phase }: KillProgress): Promise<readonly Target[]> {
  const tree = await reach.look([...seen.values()], phase === "begin" || phase === "parentAsked");
  for (const entry of tree) seen.set(entry.pid, entry);
  if (phase === "begin") sampleMemory(context, tracked, tree);
  return tree;
}
