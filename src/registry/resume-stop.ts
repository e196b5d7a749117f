import { KILL_ELSEWHERE_RETRY_MAX_MS, SWEEP_INTERVAL_MS } from "../core/limits.ts";
import type { ProcessState } from "../core/state.ts";
import type { Context, Tracked } from "./context.ts";
import { settle } from "./settle.ts";
import { stop } from "./stop.ts";

/** Carries a kill through that was recorded before its first signal, and was interrupted. */
export function finishStop(
  context: Context,
  tracked: Tracked,
  { source, signal, by, graceMs = context.settings.killGraceMs }: Extract<ProcessState, { phase: "stopping" }>,
): void {
  const request = { source, signal: signal as NodeJS.Signals, graceMs, ...(by === undefined ? {} : { by }) };
  void stop(context, tracked, request).then(() => settle(context, tracked));
}

/**
 * Tries a kill again that did not reach the environment of its process, while that answers: at growing intervals, since it may
 * answer and yet not do this.
 */
export function resumeStop(context: Context, tracked: Tracked): void {
  const { elsewhere, state } = tracked.record;
  if (elsewhere === undefined || state.phase !== "stopping") return;
  if (tracked.stopping !== null || tracked.trouble !== null) return;
  const nowMs = context.ports.clock.now();
  const before = attempts.get(tracked);
  if (before !== undefined && nowMs < before.nextMs) return;
  const pauseMs = before === undefined ? SWEEP_INTERVAL_MS : Math.min(before.pauseMs * 2, KILL_ELSEWHERE_RETRY_MAX_MS);
  attempts.set(tracked, { nextMs: nowMs + pauseMs, pauseMs });
  finishStop(context, tracked, state);
}

/** When the next one is due. */
const attempts = new WeakMap<Tracked, { readonly nextMs: number; readonly pauseMs: number }>();
