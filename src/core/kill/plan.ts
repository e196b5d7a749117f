import { FREEZE_ROUNDS_MAX, KILL_IGNORING_MS, KILL_SETTLE_MS } from "../limits.ts";

/** One process as far as a kill plan needs it. */
export interface Victim {
  readonly pid: number;
  readonly isRoot: boolean;
  readonly ignoresSignal: boolean;
}

export interface KillRequest {
  /** The first signal. With SIGKILL nobody is asked. */
  readonly signal: string;
  /** Milliseconds that those who are asked get before SIGKILL; 0 = never SIGKILL. */
  readonly graceMs: number;
}

/** What to do next. After each step but the last the tree is looked at again. */
export type KillStep<V extends Victim> =
  /**
   * Stop those in `held` (SIGSTOP), send the signal to the others, and SIGCONT behind it; wait for these; then hang up on the
   * held ones (SIGHUP and SIGCONT), and wait for all.
   */
  | {
      readonly kind: "ask";
      readonly targets: readonly V[];
      readonly held: readonly V[];
      readonly waits: readonly [Wait<V>, Wait<V>];
    }
  /** SIGSTOP, so that they fork no more. */
  | { readonly kind: "freeze"; readonly targets: readonly V[] }
  /** SIGKILL. */
  | { readonly kind: "kill"; readonly targets: readonly V[] }
  | { readonly kind: "done"; readonly survivors: readonly V[] };

/** Until all of `until` are gone, or the time is over. */
export interface Wait<V extends Victim> {
  readonly until: readonly V[];
  readonly atMostMs: number;
}

/** How far a kill has come. */
export interface KillProgress {
  readonly phase: "begin" | "parentAsked" | "allAsked" | "force" | "killed";
  readonly asked: ReadonlySet<number>;
  readonly frozen: ReadonlySet<number>;
  /** Freezes since the last SIGKILL. */
  readonly rounds: number;
}

export const KILL_BEGINS: KillProgress = { phase: "begin", asked: new Set(), frozen: new Set(), rounds: 0 };

/** What a look has found, and what was asked for. */
export interface KillSituation<V extends Victim> {
  readonly tree: readonly V[];
  readonly request: KillRequest;
  /** Whoever is still there after SIGKILL counts as a survivor now. */
  readonly isTimeUp: boolean;
}

export interface Next<V extends Victim> {
  readonly step: KillStep<V>;
  readonly progress: KillProgress;
}

/**
 * The plan of a kill: the parent alone, then whoever of its tree is left, then SIGKILL for all that is found, until nothing
 * is found any more. Newcomers that are seen only after all were asked get no grace of their own.
 */
export function nextStep<V extends Victim>(progress: KillProgress, situation: KillSituation<V>): Next<V> {
  const { tree, request } = situation;
  if (tree.length === 0) return { step: { kind: "done", survivors: [] }, progress };
  if (request.signal === "SIGKILL") return force(progress, situation);
  switch (progress.phase) {
    case "begin": {
      const first = firstTargets(tree);
      return ask({ ...progress, phase: first === tree ? "allAsked" : "parentAsked" }, first, {
        ...situation,
        tree: first,
      });
    }
    case "parentAsked": {
      const others = tree.filter((victim) => !progress.asked.has(victim.pid));
      // The parent is waited for again: it may have waited for one of those, to clean up behind it.
      if (others.length > 0) return ask({ ...progress, phase: "allAsked" }, others, situation);
      return afterGrace(progress, situation);
    }
    case "allAsked":
      return afterGrace(progress, situation);
    case "force":
    case "killed":
      return force(progress, situation);
  }
}

/**
 * The parent alone, so that it can close its own children (a browser whose children are killed first crashes, original
 * #113793). A parent that ignores the signal, as an interactive shell does with SIGTERM, is not waited for: its descendants
 * get it at once. Without a parent all do.
 */
function firstTargets<V extends Victim>(tree: readonly V[]): readonly V[] {
  const root = tree.find((victim) => victim.isRoot);
  return root === undefined || root.ignoresSignal ? tree : [root];
}

/**
 * Those who can act on the signal get the grace. Those who ignore it, as an interactive shell does with SIGTERM, must not go on
 * meanwhile: a shell whose command was ended would run the next one. They are stopped, and get the hangup that such shells
 * end at once of; a moment is enough for that. Where nobody may be forced they are only asked.
 */
function ask<V extends Victim>(
  progress: KillProgress,
  targets: readonly V[],
  { tree, request: { graceMs } }: KillSituation<V>,
): Next<V> {
  const held = graceMs > 0 ? targets.filter((victim) => victim.ignoresSignal) : [];
  const atMostMs = graceMs > 0 ? graceMs : KILL_SETTLE_MS;
  const waits: readonly [Wait<V>, Wait<V>] = [
    { until: tree.filter((victim) => !victim.ignoresSignal), atMostMs },
    { until: tree, atMostMs: Math.min(atMostMs, KILL_IGNORING_MS) },
  ];
  const asked = targets.filter((victim) => !held.includes(victim));
  return {
    step: { kind: "ask", targets: asked, held, waits },
    progress: { ...progress, asked: withPids(progress.asked, targets) },
  };
}

function afterGrace<V extends Victim>(progress: KillProgress, situation: KillSituation<V>): Next<V> {
  const { tree, request } = situation;
  if (request.graceMs === 0) return { step: { kind: "done", survivors: tree }, progress };
  return force(progress, situation);
}

/** Whoever is stopped forks no more: once a look finds nobody new, SIGKILL reaches all. */
function force<V extends Victim>(progress: KillProgress, { tree, isTimeUp }: KillSituation<V>): Next<V> {
  if (isTimeUp && progress.phase === "killed") return { step: { kind: "done", survivors: tree }, progress };
  const targets = tree.filter((victim) => !progress.frozen.has(victim.pid));
  if (targets.length > 0 && progress.rounds < FREEZE_ROUNDS_MAX && !isTimeUp) {
    const frozen = withPids(progress.frozen, targets);
    return {
      step: { kind: "freeze", targets },
      progress: { ...progress, phase: "force", frozen, rounds: progress.rounds + 1 },
    };
  }
  return { step: { kind: "kill", targets: tree }, progress: { ...progress, phase: "killed", rounds: 0 } };
}

function withPids(pids: ReadonlySet<number>, victims: readonly Victim[]): ReadonlySet<number> {
  return new Set([...pids, ...victims.map((victim) => victim.pid)]);
}
