import { isObject } from "../base/json.ts";
import { SECOND_MS, type WallMs } from "../base/time.ts";
import {
  BREAKER_MATCHES_MAX,
  BREAKER_PAUSE_MS,
  BREAKER_WINDOW_MS,
  BUDGET_EVENTS_MAX,
  BUDGET_WINDOW_MS,
  FLOW_TICK_MS,
} from "../core/limits.ts";
import { admitMatch, parseBreaker, releaseBreaker } from "../core/notify/breaker.ts";
import { type Budget, closeBudgets, describeMerged, mergedCount, parseBudgets, spend } from "../core/notify/budget.ts";
import type { BellhopEvent } from "../core/notify/event.ts";
import { flowEventId } from "../core/notify/event-id.ts";
import { isOfSubagent } from "../core/notify/owns.ts";
import type { Store } from "../ports/store.ts";
import { QUEUE_TOPIC } from "./bell.ts";
import type { Context, FlowState } from "./context.ts";
import { timeOf } from "./tell.ts";

export function loadFlow(store: Store): FlowState {
  const value = store.flow();
  const flow = isObject(value) ? value : {};
  const number = flow["number"];
  return {
    breaker: parseBreaker(flow["breaker"]),
    budgets: parseBudgets(flow["budgets"]),
    number: typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : 0,
  };
}

/** Tells when a pause or an hour is over, until the registry lets go. */
export function beginFlow(context: Context): void {
  settleFlow(context);
  const stop = context.ports.clock.every(FLOW_TICK_MS, () => settleFlow(context));
  context.closing.addEventListener("abort", stop, { once: true });
}

/** Whether an event of a process may be told now. One that may not is counted, and told of with others. */
export function admits(context: Context, event: BellhopEvent): boolean {
  if (isSuppressed(context, event)) return false;
  settleFlow(context);
  const isTold = (event.type !== "watch_match" || passesBreaker(context)) && isInBudget(context, event);
  saveFlow(context);
  return isTold;
}

/** Whether nobody is told of it, because it is a subagent's and the home is not set to tell of those. */
export function isSuppressed(context: Context, event: BellhopEvent): boolean {
  return !context.settings.surfaceSubagentEvents && isOfSubagent(event);
}

function passesBreaker(context: Context): boolean {
  const nowMs = context.ports.clock.wall();
  const { state, isAdmitted, hasTripped } = admitMatch(context.flow.state.breaker, nowMs);
  change(context, { breaker: state });
  if (hasTripped) {
    tell(context, nowMs, {
      ...NOWHERE,
      type: "watch_overflow_tripped",
      message: `More than ${BREAKER_MATCHES_MAX} watch matches in ${BREAKER_WINDOW_MS / SECOND_MS} s over all processes. Further ones are only counted for ${BREAKER_PAUSE_MS / SECOND_MS} s.`,
    });
  }
  return isAdmitted;
}

function isInBudget(context: Context, event: BellhopEvent): boolean {
  const nowMs = context.ports.clock.wall();
  const { budgets, budget, verdict, dropped } = spend(context.flow.state.budgets, event, nowMs);
  change(context, { budgets });
  for (const one of dropped) tellMerged(context, one, nowMs);
  if (verdict === "first") {
    tell(context, nowMs, {
      ...mergedBase(budget),
      merged: 0,
      message: `${BUDGET_EVENTS_MAX} events were told since ${timeOf(budget.sinceMs)}, which is the most in an hour. Until ${timeOf(budget.sinceMs + BUDGET_WINDOW_MS)} further ones are only counted, but for completions; then their number is told.`,
    });
  }
  return verdict === "told";
}

/** Ends a pause and hours that are over. The ids follow from their ends, so that a crash in between tells nothing twice. */
function settleFlow(context: Context): void {
  const nowMs = context.ports.clock.wall();
  const { breaker, budgets } = context.flow.state;
  const released = releaseBreaker(breaker, nowMs);
  const closed = closeBudgets(budgets, nowMs);
  if (released === null && closed.over.length === 0) return;
  if (released !== null) {
    const { suppressed } = released;
    change(context, { breaker: released.state });
    tell(context, Math.min(nowMs, breaker.pausedUntilMs), {
      ...NOWHERE,
      type: "watch_overflow_released",
      suppressed,
      message: `Watch matches are told again. ${suppressed} were not told meanwhile.`,
    });
  }
  change(context, { budgets: closed.budgets });
  for (const one of closed.over) tellMerged(context, one, Math.min(nowMs, one.sinceMs + BUDGET_WINDOW_MS));
  saveFlow(context);
}

function tellMerged(context: Context, budget: Budget, atMs: WallMs): void {
  const merged = mergedCount(budget);
  if (merged === 0) return;
  tell(context, atMs, {
    ...mergedBase(budget),
    merged,
    message: `${merged} events were not told one by one between ${timeOf(budget.sinceMs)} and ${timeOf(atMs)}: ${describeMerged(budget)}. Their output is in the logs.`,
  });
}

function mergedBase({
  owner,
}: Budget): Pick<
  Extract<BellhopEvent, { type: "events_merged" }>,
  "type" | "sessionId" | "command" | keyof typeof owner
> {
  return { type: "events_merged", sessionId: "", command: "", ...owner };
}

/** Of no process and no chat (original). */
const NOWHERE = {
  sessionId: "",
  sessionKey: "",
  command: "",
  platform: "",
  chatId: "",
  userId: "",
  userName: "",
  threadId: "",
} as const;

function tell(context: Context, atMs: WallMs, event: BellhopEvent): void {
  context.ports.store.enqueue({ eventId: nextFlowId(context, atMs, event.type), event });
  context.bell.ring(QUEUE_TOPIC);
}

/** The id of the next event that is about no process. */
export function nextFlowId(context: Context, atMs: WallMs, type: string): string {
  const { number } = context.flow.state;
  change(context, { number: number + 1 });
  return flowEventId(atMs, number, type);
}

function change(context: Context, part: Partial<FlowState>): void {
  context.flow.state = { ...context.flow.state, ...part };
}

export function saveFlow(context: Context): void {
  const { budgets, ...rest } = context.flow.state;
  context.ports.store.saveFlow({ ...rest, budgets: [...budgets.values()] });
}
