import type { KillOptions } from "../core/contract.ts";
import { KILL_BEGINS, type KillProgress, type KillStep, nextStep, type Victim, type Wait } from "../core/kill/plan.ts";
import type { KilledBy } from "../core/killed-by.ts";
import { KILL_LOOK_MS, KILL_SETTLE_MS } from "../core/limits.ts";
import { signalNumber } from "../core/signals.ts";
import type { ProcessEntry } from "../ports/process-table.ts";
import { stopConfinement } from "./confine.ts";
import type { Context, StopOutcome, Tracked } from "./context.ts";
import { livingLeftovers } from "./leftovers.ts";
import { hasEnded, observe } from "./observe.ts";
import { treeOf } from "./tree.ts";
import { sampleMemory } from "./use.ts";

export interface StopRequest {
  readonly source: string;
  readonly signal: NodeJS.Signals;
  /** Milliseconds until SIGKILL; 0 = never SIGKILL. */
  readonly graceMs: number;
  readonly by?: KilledBy;
}

type Target = ProcessEntry & Victim;

/**
 * Ends the tree of a process as `core/kill/plan.ts` says. The intent is recorded before the first signal, so an ending that
 * is seen meanwhile is this kill. The shim is no victim: it writes the receipt. A second call while one is at work gets the
 * same answer.
 */
export function stop(context: Context, tracked: Tracked, request: StopRequest): Promise<StopOutcome> {
  if (tracked.stopping !== null) return tracked.stopping;
  if (!hasEnded(tracked)) observe(context, tracked, { type: "stopRequested", ...request });
  const seen = new Map<number, ProcessEntry>(livingLeftovers(context, tracked).map((entry) => [entry.pid, entry]));
  const work: Work = { context, tracked, request, seen, wanedAtMs: null, fewest: Infinity, pauseMs: 1 };
  tracked.stopping = endTree(work).finally(() => {
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
    const tree = look(work, progress);
    const next = nextStep(progress, { tree, request, isTimeUp: isTimeUp(work, tree.length) });
    progress = next.progress;
    if (next.step.kind === "done") return outcome(work, next.step.survivors);
    await carryOut(work, next.step);
  }
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
  const { context, tracked, request } = work;
  const { clock } = context.ports;
  if (step.kind === "ask") {
    send(context, step.targets, request.signal);
    for (const wait of step.waits) await gone(context, wait);
    return;
  }
  observe(context, tracked, { type: "stopRequested", source: request.source, signal: "SIGKILL" });
  send(context, step.targets, step.kind === "freeze" ? "SIGSTOP" : "SIGKILL");
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

/** What lives of the tree. Whether somebody ignores the signal matters only before it is sent. */
function look({ context, tracked, request, seen }: Work, { phase }: KillProgress): readonly Target[] {
  const { table } = context.ports;
  const number = signalNumber(request.signal);
  const isAsking = phase === "begin" || phase === "parentAsked";
  const tree = treeOf(context, tracked, [...seen.values()]);
  for (const entry of tree) seen.set(entry.pid, entry);
  if (phase === "begin") sampleMemory(context, tracked, tree);
  return tree.map((entry) => ({
    ...entry,
    isRoot: entry.pid === tracked.record.job?.pid,
    ignoresSignal: isAsking && table.ignores(entry.pid, number),
  }));
}

/** A stopped process cannot act on a signal before it is continued. */
function send(context: Context, targets: readonly ProcessEntry[], signal: NodeJS.Signals): void {
  for (const target of targets) context.ports.table.signal(target, signal);
  if (signal !== "SIGKILL" && signal !== "SIGSTOP") {
    for (const target of targets) context.ports.table.signal(target, "SIGCONT");
  }
}

async function gone(context: Context, { until, atMostMs }: Wait<Target>): Promise<void> {
  const { clock, table } = context.ports;
  const deadlineMs = clock.now() + atMostMs;
  const lives = (target: Target): boolean => table.identify(target.pid)?.startTicks === target.startTicks;
  for (let pauseMs = 1; until.some(lives) && clock.now() < deadlineMs; pauseMs = Math.min(pauseMs * 2, KILL_LOOK_MS)) {
    await clock.sleep(pauseMs);
  }
}
